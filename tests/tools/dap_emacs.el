;;; dap_emacs.el --- Emacs debugs hello.mac by `utah10 dap' with dap-mode  -*- lexical-binding: t -*-

;; emacs --batch -l tests/tools/dap_emacs.el BUILD
;;
;; Prints a transcript. dap-mode is Debian's elpa-dap-mode, which is not needed to build or use utah10: without it the
;; test is skipped.

;;; Code:

(require 'package)
(package-initialize)
(unless (and (require 'dap-mode nil t) (require 'dap-ui nil t))
  (princ "skipped: dap-mode is not installed (elpa-dap-mode)\n")
  (kill-emacs 77))

(defconst utah10-test-build (expand-file-name (car (last command-line-args))))
(defconst utah10-test-source
  (expand-file-name "../../roms/example/hello.mac" (file-name-directory load-file-name)))
(defconst utah10-test-folder (file-name-as-directory (make-temp-file "utah10-emacs" t)))
(defconst utah10-test-file (concat utah10-test-folder "hello.mac"))
(defvar utah10-test-arrivals 0)

(defun utah10-test-say (&rest arguments)
  "Print a line of ARGUMENTS, as `format' takes them."
  (princ (concat (apply #'format arguments) "\n") #'external-debugging-output))

(defun utah10-test-end (code)
  "End with CODE; nothing is left behind."
  (delete-directory utah10-test-folder t)
  (kill-emacs code))

(defun utah10-test-check (what is expected)
  "End with an error unless IS is EXPECTED; WHAT says of what."
  (unless (equal is expected)
    (utah10-test-say "%s: %s in place of %s" what is expected)
    (utah10-test-end 1)))

(defun utah10-test-await (what done)
  "Let messages come until DONE returns non-nil, a minute at most; WHAT names it."
  (let ((tries 0))
    (while (not (funcall done))
      (when (> (setq tries (1+ tries)) 600)
        (utah10-test-say "%s: no answer" what)
        (utah10-test-end 1))
      (accept-process-output nil 0.1))))

(defun utah10-test-line (label)
  "The number of the line that begins with LABEL."
  (with-current-buffer (find-file-noselect utah10-test-file)
    (goto-char (point-min))
    (re-search-forward (concat "^" label ":"))
    (line-number-at-pos)))

(defun utah10-test-go (what line action)
  "Perform ACTION, called WHAT in the transcript; Emacs must then show LINE of the source."
  (let ((before utah10-test-arrivals))
    (funcall action)
    (utah10-test-await what (lambda () (> utah10-test-arrivals before))))
  (with-current-buffer (window-buffer)
    (utah10-test-check what (line-number-at-pos) line)
    (utah10-test-say "%s: %s(%d) %s" what (buffer-name) line
                     (replace-regexp-in-string
                      "\t" " " (buffer-substring (line-beginning-position) (line-end-position))))))

(defun utah10-test-request (command &rest arguments)
  "Send the request COMMAND of the protocol with ARGUMENTS; return the body of the response."
  (let ((session (dap--cur-session)) response)
    (dap--send-message (dap--make-request command arguments) (lambda (r) (setq response r)) session)
    (utah10-test-await command (lambda () response))
    (gethash "body" response)))

(defun utah10-test-back ()
  "Step back, which dap-mode has no command for."
  (utah10-test-request "stepBack" :threadId 1))

(setq dap-auto-configure-features nil
      dap-breakpoints-file (concat utah10-test-folder "breakpoints"))
(copy-file utah10-test-source utah10-test-file)
(dap-mode 1)
(add-hook 'dap-stack-frame-changed-hook
          (lambda (_) (setq utah10-test-arrivals (1+ utah10-test-arrivals))))
(dap-register-debug-provider
 "utah10"
 (lambda (configuration)
   (plist-put configuration :dap-server-path (list (concat utah10-test-build "/utah10") "dap"))))

(let ((print (utah10-test-line "PRINT")))
  (find-file utah10-test-file)
  (goto-char (point-min))
  (forward-line (1- print))
  (dap-breakpoint-add)
  (utah10-test-go "dap-debug" print
                  (lambda ()
                    (dap-debug (list :type "utah10" :request "launch" :name "hello"
                                     :program utah10-test-file))))
  (utah10-test-go "dap-next" (+ print 1) (lambda () (dap-next (dap--cur-session))))
  (utah10-test-go "dap-step-in" (+ print 2) (lambda () (dap-step-in (dap--cur-session))))
  (utah10-test-go "stepBack" (+ print 1) #'utah10-test-back)
  (utah10-test-go "stepBack" print #'utah10-test-back)
  (let ((c (gethash "result" (utah10-test-request "evaluate" :expression "C" :context "watch"))))
    (utah10-test-say "evaluate C: %s" c)
    (utah10-test-check "C" c "000000000000  0."))
  (utah10-test-go "dap-continue" print (lambda () (dap-continue (dap--cur-session) 1)))
  (utah10-test-go "reverseContinue" print
                  (lambda () (utah10-test-request "reverseContinue" :threadId 1)))
  (utah10-test-say "evaluate C: %s"
                   (gethash "result" (utah10-test-request "evaluate" :expression "C" :context "watch"))))
(utah10-test-end 0)

;;; dap_emacs.el ends here
