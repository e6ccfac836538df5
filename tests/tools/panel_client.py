#!/usr/bin/env python3
"""panel_client.py UTAH10: uses the panel by the accessibility bus, as a screen reader does, and prints a transcript.

The program runs under a virtual X server, on a session bus of its own. Without these, the AT-SPI registry or
python3-pyatspi the test is skipped: status 77.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
INSIDE = 'UTAH10_PANEL_CLIENT'


def skip(why):
    print(f'skipped: {why}; tools/setup installs what is needed')
    sys.exit(SKIPPED)


if INSIDE not in os.environ:
    for tool in 'xvfb-run', 'xdotool', 'dbus-run-session':
        if shutil.which(tool) is None:
            skip(f'{tool} is missing')
    os.environ[INSIDE] = '1'
    around = ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', 'dbus-run-session', '--']
    os.execvp(around[0], around + [sys.executable] + sys.argv)

try:
    import pyatspi
    from gi.repository import GLib
    desktop = pyatspi.Registry.getDesktop(0)
    desktop.childCount
except Exception as error:  # the module, its typelib, the bus or the registry
    skip(f'no accessibility bus for Python: {error}')

PATIENCE = 60
# The library gives a program on a busy host less than a second to answer.
pyatspi.setTimeout(PATIENCE * 1000, PATIENCE * 1000)


def await_(what, ask):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answer = ask()
        except Exception:  # the application is just coming or going
            answer = None
        if answer:
            return answer
        if time.monotonic() > end:
            sys.exit(f'in vain: {what}')
        time.sleep(0.02)


def application():
    for child in desktop:
        if child is not None and child.name == 'utah10' and child.childCount > 0:
            return child
    return None


class Panel:
    """The controls and lamps of the panel by name."""

    def __init__(self):
        self.window = await_('the window', lambda: application()[0])
        self.items = await_('the controls', self.named)

    def named(self):
        """None while the library does not know all of them yet."""
        self.window.clearCache()
        items = [self.window[n] for n in range(self.window.childCount)]
        return None if None in items or not items else {item.name: item for item in items}

    def states(self, name):
        self.items[name].clearCache()
        return self.items[name].getState()

    def on(self, name):
        return self.states(name).contains(pyatspi.STATE_CHECKED)

    def press(self, name, action=0):
        assert self.items[name].queryAction().doAction(action), name

    def value(self, name):
        return self.items[name].queryValue().currentValue


def check(panel):
    items = panel.items
    assert panel.window.getRole() == pyatspi.ROLE_FRAME
    assert len(items) == panel.window.childCount, 'each has a name of its own'
    roles = {'data 35': pyatspi.ROLE_TOGGLE_BUTTON, 'sing inst': pyatspi.ROLE_TOGGLE_BUTTON,
             'start': pyatspi.ROLE_PUSH_BUTTON, 'speed fine': pyatspi.ROLE_SLIDER,
             'program counter 35': pyatspi.ROLE_LEVEL_BAR, 'run': pyatspi.ROLE_LEVEL_BAR}
    for name, role in roles.items():
        assert items[name].getRole() == role, name
    assert items['start'].description == 'run from the address switches'
    print(f'the window {panel.window.name} has {len(items)} controls and lamps')

    window = panel.window.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    box = items['data 35'].queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    assert box.width > 10 and box.height > box.width, box
    assert window.x < box.x and box.x + box.width < window.x + window.width, (window, box)
    at = panel.window.queryComponent().getAccessibleAtPoint(box.x + 3, box.y + 3, pyatspi.DESKTOP_COORDS)
    assert at.name == 'data 35', at.name

    for name in 'data 35', 'data 33', 'address 27':
        assert not panel.on(name)
        panel.press(name)
        await_(name, lambda: panel.on(name))
        print(f'{name}: pressed, and on')
    panel.press('deposit this')
    panel.press('examine this')
    await_('the lamp', lambda: panel.value('memory indicator 35') == 1)
    assert [panel.value(f'memory indicator {n}') for n in (33, 34, 35)] == [1, 0, 1]
    print('deposit this, examine this: the lamps show 5')

    assert panel.value('speed fine') == 6
    panel.press('speed fine')
    await_('the knob', lambda: panel.value('speed fine') == 7)
    items['speed fine'].queryValue().currentValue = 11
    await_('the knob', lambda: panel.value('speed fine') == 11)
    print('speed fine: turned to 7 and to 11')

    assert items['stop'].queryComponent().grabFocus()
    await_('the focus', lambda: panel.states('stop').contains(pyatspi.STATE_FOCUSED))
    print('stop: has the focus')


def check_running(panel):
    """`start` runs a loop; what does nothing meanwhile is disabled."""
    panel.press('address 27')
    panel.press('address 26')
    panel.press('start')
    await_('the run', lambda: panel.value('run') == 1)
    await_('start is disabled', lambda: not panel.states('start').contains(pyatspi.STATE_ENABLED))
    assert panel.states('stop').contains(pyatspi.STATE_ENABLED)
    panel.press('data 0')
    await_('data 0', lambda: panel.on('data 0'))
    panel.press('stop')
    await_('the stop', lambda: panel.value('run') == 0)
    await_('start is enabled', lambda: panel.states('start').contains(pyatspi.STATE_ENABLED))
    print('start, data 0, stop: a run, with a switch changed in it')


def teletype():
    """The window of the teletype; None: it is not there."""
    root = application()
    root.clearCache()
    return next((w for w in root if w is not None and w.name == 'utah10 teletype'), None)


def check_teletype(changes):
    """The commands have opened its window, and a program prints on it; it is closed before the panel's."""
    window = await_('the teletype', teletype)
    assert window.getRole() == pyatspi.ROLE_FRAME and window.childCount == 1, window
    paper = window[0]
    assert (paper.name, paper.getRole()) == ('teletype', pyatspi.ROLE_TERMINAL), paper
    text = paper.queryText()
    await_('the text', lambda: text.getText(0, -1) == 'OK')
    assert text.characterCount == 2 and text.caretOffset == 2
    assert text.getStringAtOffset(1, pyatspi.TEXT_GRANULARITY_LINE)[0] == 'OK'
    changes.await_('object:text-changed:insert', 'teletype')
    subprocess.run('xdotool search --sync --name "utah10 teletype" windowfocus --sync key F10', shell=True)
    await_('the teletype has gone', lambda: application() is not None and teletype() is None)
    print('the teletype has a window with its text, which closes alone')


def close():
    # No status: it fails if the window is gone before it has let the key go. That it closes is seen from what follows.
    subprocess.run(['xdotool', 'search', '--sync', '--name', 'utah10 panel: ', 'key', 'F10'])


class Changes:
    """What the panel tells of its own accord."""

    def __init__(self):
        self.seen = []
        pyatspi.Registry.registerEventListener(self.take, 'object:state-changed:checked',
                                               'object:state-changed:focused', 'object:property-change',
                                               'object:text-changed:insert')

    def take(self, event):
        self.seen.append((event.type, event.source.name, event.detail1))

    def await_(self, kind, name):
        def ask():
            pyatspi.Registry.pumpQueuedEvents()
            while GLib.MainContext.default().iteration(False):
                pass
            return [e for e in self.seen if str(e[0]).startswith(kind) and e[1] == name]
        await_(f'{kind} of {name}', ask)
        print(f'{name}: told of {kind}')


def main(utah10):
    changes = Changes()
    with tempfile.TemporaryDirectory() as folder:
        loop = os.path.join(folder, 'loop.oct')
        with open(loop, 'w') as file:
            file.write('1000: 271040000001 254000001000\n')
            # O and K on the teletype, each when it has printed the one before.
            file.write('2000: 712140002007 712300000020 254000002001 712140002010 712300000020 254000002004 254200000000\n'
                       '2007: 117 113\n')
        out = open(os.path.join(folder, 'out'), 'w+')
        commands = (f'load {loop}; panel; panel wait; '
                    'panel page teletype window; panel wait 300ms; deposit pc 2000; run; panel wait; '
                    'examine 400; switches')
        program = subprocess.Popen([utah10, '-c', commands], stdout=out, stderr=subprocess.STDOUT)
        panel = Panel()
        check(panel)
        changes.await_('object:state-changed:checked', 'data 35')
        changes.await_('object:state-changed:focused', 'stop')
        changes.await_('object:property-change', 'speed fine')
        check_running(panel)
        close()
        await_('the window has gone', lambda: application() is None)
        panel = Panel()
        assert panel.on('data 35')
        print('the window has been opened again')
        check_teletype(changes)
        assert panel.on('data 35')
        close()
        code = program.wait(PATIENCE)
        out.seek(0)
        said = out.read()
        assert code == 0 and '000400/ 000000000005' in said, (code, said)
        assert 'data 400000000005' in said, said


main(os.path.abspath(sys.argv[1]))
