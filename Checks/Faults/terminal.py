"""The command on a terminal of its own, stopped by Ctrl-Z or by a signal, and continued, under a shell with job
control.

`shell` is the shell. It does not repair the terminal, so the tests see the state in which the command left it.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import termios
import time

import operations
import tool
from calls import expect

PASSWORD = "open sesame"
LINE = re.compile(r"\[[#-]+\] +(\d+) %   ([\d.]+) [kMG]?B(?:ytes)?   ([\d.]+) ([kMG]?B|bytes)/s(?:   (\d+):(\d\d) left)?\x1b\[K")
CLEARED = "\r\x1b[K"


def shell(words, environment, reports, orders):
    """Runs a job in the foreground. Reports `stopped` or the exit status, and accepts `fg` and `bg`."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execve(words[0], words, environment)
    os.write(reports, f"{job}\n".encode())
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            os.write(reports, f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os.read(orders, 1)  # keeps the terminal until the test has read it
            os._exit(0)
        os.write(reports, b"stopped\n")
        if os.read(orders, 1) == b"f":
            os.tcsetpgrp(0, job)
        os.kill(job, signal.SIGCONT)


class Terminal:
    def __init__(self, folder, words, *rules):
        environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C"}
        if rules:
            environment |= {"LD_PRELOAD": str(tool.LIBRARY), "DISTURB": ",".join(rules)}
        reports, orders = os.pipe(), os.pipe()
        self.shell, self.master = pty.fork()
        if self.shell == 0:
            try:
                os.close(reports[0]), os.close(orders[1])
                os.chdir(folder)
                shell([str(tool.TOOL), *words.split()], environment, reports[1], orders[0])
            finally:
                os._exit(99)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.before = termios.tcgetattr(self.master)
        os.close(reports[1]), os.close(orders[0])
        self.reports, self.orders, self.transcript, self.said = reports[0], orders[1], "", ""
        self.job = int(self.report())

    def read(self, seconds):
        """The next output on the terminal, if any, and the next report of the shell, if any."""
        ready = select.select([self.master, self.reports], [], [], seconds)[0]
        if self.master in ready:
            try:
                self.transcript += os.read(self.master, 1 << 16).decode(errors="replace")
            except OSError:
                pass
        if self.reports in ready:
            self.said += os.read(self.reports, 100).decode()

    def wait_for(self, condition, what):
        end = time.monotonic() + tool.LONGEST
        while not condition():
            expect(time.monotonic() < end, f"waits for {what} in vain: {self.transcript!r}")
            self.read(0.1)

    def report(self):
        self.wait_for(lambda: "\n" in self.said, "the shell")
        line, _, self.said = self.said.partition("\n")
        return line

    def expect(self, text, times=1):
        self.wait_for(lambda: self.transcript.count(text) >= times, repr(text))

    def type(self, text):
        os.write(self.master, text.encode())

    def order(self, letter):
        os.write(self.orders, letter)

    @property
    def echoes(self):
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)

    def expect_echo(self, wanted):
        self.wait_for(lambda: self.echoes == wanted, f"echo {'on' if wanted else 'off'}")

    def stop(self, how):
        """Sends Ctrl-Z or a signal."""
        if how == "Ctrl-Z":
            self.type("\x1a")
        else:
            os.killpg(self.job, getattr(signal, how))
        said = self.report()
        expect(said == "stopped", f"{how}: {said}: {self.transcript!r}")

    def finish(self):
        status = self.report()
        self.read(0.2)
        after = termios.tcgetattr(self.master)
        self.close()
        expect(status == "0", f"exit {status}: {self.transcript!r}")
        expect(after == self.before, f"the terminal is not what it was: {self.before} {after}")

    def close(self):
        os.close(self.orders)
        os.waitpid(self.shell, 0)
        os.close(self.master), os.close(self.reports)


def folder():
    return operations.Operation("", "", [], {"large": "large"}).folder()


def prompt_is_stopped(how):
    """At both questions, echo is on while the command is stopped, and off when it asks again."""
    place = folder()
    (place / "typed").write_text(PASSWORD)
    terminal = Terminal(place, "seal large --rounds 1")
    for question in ("Password for large: ", "Repeat the password: "):
        terminal.expect(question)
        terminal.expect_echo(False)
        terminal.type("half a pass")
        terminal.stop(how)
        if how != "SIGSTOP":  # it cannot be caught
            expect(terminal.echoes, f"{how} at {question}: no echo while it is stopped")
            expect(termios.tcgetattr(terminal.master) == terminal.before, f"{how} at {question}: the terminal is changed")
        terminal.order(b"f")
        if how == "SIGSTOP":
            terminal.type("\x15")  # Ctrl-U: removes what was typed before
        else:
            terminal.expect(question, 2)
            terminal.type("\x15")
        terminal.expect_echo(False)
        terminal.type(PASSWORD + "\n")
    terminal.finish()
    expect(PASSWORD not in terminal.transcript and "half" not in terminal.transcript, "a secret is shown")
    done = tool.run("verify large.vault --password-file typed".split(), place)
    expect(done.status == 0, f"another password: {done.errors}")
    shutil.rmtree(place)


def progress_is_stopped(how, order, *rules):
    """The progress line is removed while the command is stopped, and appears again afterwards, but not in the
    background."""
    place = folder()
    terminal = Terminal(place, "seal large --rounds 1 --password-file password", "pwrite:*:delay=80", *rules)
    terminal.expect("B/s")
    terminal.stop(how)
    if how != "SIGSTOP":
        terminal.wait_for(lambda: terminal.transcript.endswith(CLEARED), "a cleared line")
    shown = len(terminal.transcript)
    time.sleep(0.3)
    terminal.read(0)
    expect(len(terminal.transcript) == shown, "it shows something while it is stopped")
    terminal.order(order)
    terminal.finish()
    after = terminal.transcript[shown:]
    expect(("B/s" in after) == (order == b"f"), f"after {order}: {after!r}")
    if order == b"f":
        expect(after.rpartition("sealed large")[0].endswith(CLEARED), f"the line stays: {after!r}")
    check_lines(terminal.transcript)
    expect(operations.opens(place / "large.vault", "password"), "the vault does not open")
    shutil.rmtree(place)


def check_lines(transcript):
    """The lines must make sense: the count rises, the rate is above zero, and less than a minute is left."""
    lines = [part for part in transcript.split("\r") if "B/s" in part]
    found = [LINE.search(line) for line in lines]
    expect(lines and all(found), f"lines: {lines}")
    percents = [int(match[1]) for match in found]
    expect(percents == sorted(percents) and all(float(match[3]) > 0 for match in found), f"lines: {lines}")
    expect(all(match[5] is None or match[5] == "0" for match in found), f"lines: {lines}")


def cases():
    for how in ("Ctrl-Z", "SIGTSTP", "SIGSTOP"):
        yield f"a prompt, {how}", lambda how=how: prompt_is_stopped(how)
        yield f"progress, {how}, fg", lambda how=how: progress_is_stopped(how, b"f")
    yield "progress, Ctrl-Z, bg", lambda: progress_is_stopped("Ctrl-Z", b"b")
    yield "progress, and the clock goes back", lambda: progress_is_stopped("Ctrl-Z", b"f", "wall:*:back=3600")
