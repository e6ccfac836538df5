#!/usr/bin/env python3
"""compare_speed.py UTAH10 [PEER]: host speed of four loops, as ratios.

UTAH10 runs each loop with its fast engine and with the interpreter; PEER is SIMH's `pdp10-ka`, which keeps no time. All
take turns, five times; the table has the medians of CPU time and their ratios. Start-up is measured and taken off.

Every turn of a loop changes an accumulator, so that utah10 executes each of them: it skips turns of a program that waits.
"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile

TURNS = 5
INSTRUCTIONS = 100_000_000
START = 0o1000

# Words from 1000 and from 2000, accumulators. All loops end in AOJA 15,1000.
BACK = 0o344640001000
LOOPS = {
    'load and store': (  # MOVE 1,2000 / ADD 1,2001 / MOVEM 1,2002
        [0o200040002000, 0o270040002001, 0o202040002002, BACK], [1, 2, 0], {}),
    'byte copy': (  # ILDB 1,2 / IDPB 1,3 / SOJG 4,1000 / MOVE 2,2000 / MOVE 3,2001 / MOVE 4,2002
        [0o134040000002, 0o136040000003, 0o367200001000, 0o200100002000, 0o200140002001, 0o200200002002, BACK],
        [0o440700003000, 0o440700004000, 0o1000],
        {2: 0o440700003000, 3: 0o440700004000, 4: 0o1000}),
    'call and return': (  # PUSHJ 17,1002 / AOJA 15,1000 / POPJ 17,
        [0o260740001002, BACK, 0o263740000000], [], {0o17: 0o777000003000}),
    'floating point': (  # MOVE 1,2000 / FMPR 1,2001 / FADR 1,2002
        [0o200040002000, 0o164040002001, 0o144040002002, BACK],
        [0o201525252525, 0o177631463146, 0o202622077325], {}),
}


def commands(program, kernel, instructions):
    """The loop as commands of utah10 or of the peer, both of which number core in octal."""
    code, data, accumulators = kernel
    words = {START + n: w for n, w in enumerate(code)} | {0o2000 + n: w for n, w in enumerate(data)} | accumulators
    lines = [f'deposit {at:o} {word:012o}' for at, word in words.items()] + [f'deposit pc {START:o}']
    lines += [f'step {instructions}', 'quit'] if program == 'peer' else [f'run {instructions}', 'quit --now']
    return '\n'.join(lines) + '\n'


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Runner:
    def __init__(self, utah10, peer, folder):
        self.folder = folder
        self.programs = {'peer': [peer]} if peer else {}
        for engine in 'reference', 'fast':
            self.programs[engine] = [utah10, '--quiet', '--engine', engine, 'script']

    def seconds(self, program, kernel, instructions):
        path = os.path.join(self.folder, 'loop')
        with open(path, 'w', encoding='ascii') as file:
            file.write(commands(program, kernel, instructions))
        return cpu_seconds(self.programs[program] + [path])

    def medians(self, kernel):
        """Millions of instructions a second, by program."""
        times = {program: [] for program in self.programs}
        for _ in range(TURNS):
            for program, seconds in times.items():
                seconds.append(self.seconds(program, kernel, INSTRUCTIONS) - self.seconds(program, kernel, 1))
        return {program: INSTRUCTIONS / 1e6 / statistics.median(t) for program, t in times.items()}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit('usage: compare_speed.py UTAH10 [PEER], paths of the programs')
    for program in sys.argv[1:]:
        if not os.access(program, os.X_OK):
            sys.exit(f'compare_speed.py: {program} is not a program; give the path of one')
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None, folder)
        shown = list(runner.programs)
        print('| loop | ' + ' | '.join(f'{name}, M/s' for name in shown) + ' | '
              + ' | '.join(f'fast / {name}' for name in shown[:-1]) + ' |')
        print('|---' * (2 * len(shown)) + '|')
        for name, kernel in LOOPS.items():
            speed = runner.medians(kernel)
            print(f'| {name} | ' + ' | '.join(f'{speed[n]:.0f}' for n in shown) + ' | '
                  + ' | '.join(f'{speed["fast"] / speed[n]:.1f}' for n in shown[:-1]) + ' |', flush=True)


if __name__ == '__main__':
    main()
