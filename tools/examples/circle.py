#!/usr/bin/env python3
"""Runs circle.mac on utah10 by its JSON interface, and plots the points that the program computes.

    tools/examples/circle.py --utah10 build/release/utah10 --output circle.svg

The interface is the Debug Adapter Protocol: docs/guide/debugger.md. Class Machine is all that another program needs of
this one. The plot is drawn by gnuplot, or by matplotlib where that is installed; without either only the table is
written.
"""

import argparse
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys


class Machine:
    """A PDP-10 in a process of its own. Requests are methods' arguments; a refused one raises RuntimeError."""

    def __init__(self, utah10):
        self.process = subprocess.Popen([utah10, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.sequence = 0
        self.events = []
        self.ask("initialize", clientID="python")

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if not line:
                raise RuntimeError("utah10 has ended")
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def ask(self, command, **arguments):
        """Makes a request and returns the body of its response. Events that come before it are kept."""
        self.sequence += 1
        self.send({"seq": self.sequence, "type": "request", "command": command, "arguments": arguments})
        while True:
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == self.sequence:
                if not message["success"]:
                    raise RuntimeError(message["message"])
                return message.get("body", {})

    def wait(self, *names):
        """Waits for one of these events, and returns it. Others are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            if message.get("event") in names:
                return message

    def close(self):
        self.ask("disconnect")
        self.process.wait()


def signed(word):
    """The value of a word of 36 bits in two's complement."""
    return word - (1 << 36) if word >> 35 else word


def points(machine, program):
    """Runs the program and yields its point and the machine's time, in microseconds, at each step."""
    machine.ask("launch", program=str(program))
    machine.wait("initialized")
    machine.ask("setFunctionBreakpoints", breakpoints=[{"name": "DRAW"}])
    machine.ask("setExceptionBreakpoints", filters=[])  # a HALT ends the program
    machine.ask("configurationDone")
    while machine.wait("stopped", "terminated")["event"] == "stopped":
        state = machine.ask("utah10/state")
        x, y = (signed(word) / (1 << 18) for word in state["accumulators"][1:3])
        yield x, y, state["timeNs"] / 1000
        machine.ask("continue", threadId=1)


def write_table(table, rows):
    lines = ["x,y,microseconds"] + [f"{x:.4f},{y:.4f},{time:.3f}" for x, y, time in rows]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")


GNUPLOT = """
set terminal svg size 640,480 background "white"
set output "{plot}"
set datafile separator ","
set size ratio -1
set grid
set title "CIRCLE on a KA10: {count} points in {time:.2f} ms of virtual time"
set cblabel "time, ms"
plot "{table}" skip 1 using 1:2:($3/1000) with linespoints pointtype 7 pointsize 0.4 palette notitle
"""


def plot_by_gnuplot(plot, table, rows):
    script = GNUPLOT.format(plot=plot, table=table, count=len(rows), time=(rows[-1][2] - rows[0][2]) / 1000)
    subprocess.run(["gnuplot"], input=script.encode(), check=True)


def plot_by_matplotlib(plot, rows):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.plot([row[0] for row in rows], [row[1] for row in rows], ".-")
    pyplot.axis("equal")
    pyplot.title(f"CIRCLE on a KA10: {len(rows)} points")
    pyplot.savefig(plot)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--utah10", default=shutil.which("utah10") or "build/release/utah10", help="the program utah10")
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path(__file__).with_name("circle.mac"))
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("circle.svg"), help="the plot")
    options = parser.parse_args()
    try:
        machine = Machine(options.utah10)
        rows = list(points(machine, options.program.resolve()))
        machine.close()
    except (OSError, RuntimeError) as error:
        sys.exit(f"circle.py: {error}")
    table = options.output.with_suffix(".csv")
    write_table(table, rows)
    if shutil.which("gnuplot"):
        plot_by_gnuplot(options.output, table, rows)
    elif importlib.util.find_spec("matplotlib"):
        plot_by_matplotlib(options.output, rows)
    else:
        print("circle.py: neither gnuplot nor matplotlib is installed; there is no plot", file=sys.stderr)
    print(f"{len(rows)} points, {rows[-1][2] - rows[0][2]:.2f} us of virtual time, in {table}")


if __name__ == "__main__":
    main()
