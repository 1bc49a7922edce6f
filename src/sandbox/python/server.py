"""The process that runs Python strategies, inside bubblewrap and as process 1 of its own pid namespace.

It has imported pandas once and forks for each run. The fork takes limits upon itself that it cannot lift again, runs
the strategy, writes one answer to a pipe and is killed together with everything else in the namespace. The boundary is
bubblewrap and those limits; the checks on the source below only give early and clear messages.

Frames are those of frames.ts and wire.ts: length (uint32), kind (uint8), body; little endian.
"""

import ast
import builtins
import ctypes
import errno
import gc
import math
import os
import resource
import select
import signal
import socket
import statistics
import string
import struct
import sys
import time

import numpy as np
import pandas as pd

BARS, JOB, READY, EXECUTION, SELF_TEST, SELF_TEST_ANSWER = 1, 2, 3, 4, 7, 8
OUTCOMES = ["ok", "syntax", "no-strategy", "threw", "timed-out", "out-of-memory", "bad-output", "killed"]
COLUMNS = ["time", "Open", "High", "Low", "Close", "Volume"]
ALLOWED = {"pandas", "numpy", "math", "statistics"}
DETAIL_LENGTH = 500
FORKS_TRIED = 20
PR_SET_DUMPABLE = 4


class Refused(Exception):
    """The source asks for something that a strategy does not get."""


class BadOutput(Exception):
    """What the strategy returned cannot be read as a signal."""


# ---- frames


def read_exactly(size):
    parts = []
    while size > 0:
        part = os.read(0, min(size, 1 << 20))
        if not part:
            os._exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_frame():
    length, kind = struct.unpack("<IB", read_exactly(5))
    return kind, read_exactly(length)


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def write_frame(kind, body):
    write_all(1, struct.pack("<IB", len(body), kind) + body)


# ---- one run, in the fork


def confine(memory_bytes, seconds):
    """Limits for this process that it cannot raise again: no child, no thread, no file, so much memory and time."""
    with open("/proc/self/statm") as statm:
        held = int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    for what, most in [
        (resource.RLIMIT_AS, held + memory_bytes),
        (resource.RLIMIT_CPU, math.ceil(seconds) + 1),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_CORE, 0),
    ]:
        resource.setrlimit(what, (most, most))


def allowed_import(name, *rest, **named):
    if name.split(".")[0] not in ALLOWED:
        raise ImportError(f"import {name} is not available: only {', '.join(sorted(ALLOWED))}")
    return builtins.__import__(name, *rest, **named)


def walks_attributes(node):
    """Whether a call of str.format may read attributes of its arguments: '{0.__class__}'.format(df)."""
    if not isinstance(node.value, ast.Constant) or not isinstance(node.value.value, str):
        return True
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(node.value.value) if field]
    except ValueError:
        return True
    return any("." in field or "[" in field for field in fields)


def check(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            names = []
        for name in names:
            if name.split(".")[0] not in ALLOWED:
                raise Refused(f"line {node.lineno}: import {name} is not available: only {', '.join(sorted(ALLOWED))}")
        if isinstance(node, ast.Attribute):
            if node.attr.startswith("__"):
                raise Refused(f"line {node.lineno}: the attribute {node.attr} is not available")
            if node.attr == "format_map" or (node.attr == "format" and walks_attributes(node)):
                raise Refused(f"line {node.lineno}: format with attribute access is not available")


def numbers(values):
    """A one-dimensional array of numbers, or the reason why it is none."""
    if values.ndim != 1:
        raise BadOutput(f"an array of {values.ndim} dimensions was returned, expected one")
    if values.dtype.kind in "biuf":
        return values.astype(float)
    result = np.empty(len(values))
    for i, value in enumerate(values):
        if value is None or value is pd.NA or value is pd.NaT:
            result[i] = np.nan
        elif isinstance(value, (bool, int, float, np.bool_, np.number)) and not isinstance(value, complex):
            result[i] = float(value)
        else:
            raise BadOutput(f"element {i} is of type {type(value).__name__}, expected a number")
    return result


def aligned(returned, index):
    """The returned values, one a bar. A Series goes by its index, except one that was never given any."""
    if isinstance(returned, pd.Series):
        if isinstance(returned.index, pd.RangeIndex):
            values = returned.to_numpy()
        else:
            try:
                values = returned.reindex(index).to_numpy()
            except ValueError as error:
                raise BadOutput(f"the Series cannot be aligned to the bars: {error}") from error
    elif isinstance(returned, (np.ndarray, list, tuple)):
        values = returned if isinstance(returned, np.ndarray) else np.array(list(returned), dtype=object)
    else:
        raise BadOutput(f"{type(returned).__name__} was returned, expected a Series, an array or a list")
    values = numbers(np.asarray(values))
    if len(values) != len(index):
        raise BadOutput(f"length {len(values)}, expected {len(index)}")
    return values


def repaired(values):
    missing = np.isnan(values)
    values = np.where(missing, 0.0, values)
    size = np.abs(values)
    whole = np.floor(size)
    rounded = np.isfinite(size) & (size != whole)
    size = np.where(rounded, whole + (size - whole >= 0.5), size)
    clipped = size > 1
    signal_ = (np.sign(values) * np.minimum(size, 1)).astype(np.int8)
    return signal_, [int(mask.sum()) for mask in (missing, rounded, clipped)]


def table(columns, variant):
    kind, bar, factor = variant
    last = bar if kind == 0 else len(columns[0])
    changed = [column[:last].copy() for column in columns]
    if kind == 1:
        for column in changed[1:]:
            column[bar + 1 :] *= factor
        changed[-1][bar + 1 :] += 1
    index = pd.DatetimeIndex(pd.to_datetime(changed[0], unit="ms"), name="Date")
    return pd.DataFrame(dict(zip(COLUMNS[1:], changed[1:])), index=index)


def execute(code, columns, variant):
    """(outcome, repairs, bytes) of one run."""
    failed = lambda outcome, detail: (outcome, [0, 0, 0], detail[:DETAIL_LENGTH].encode("utf8", "replace"))
    try:
        tree = ast.parse(code, "<strategy>")
        compiled = compile(tree, "<strategy>", "exec")
    except SyntaxError as error:
        return failed("syntax", f"line {error.lineno}, column {error.offset}: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return failed("syntax", f"the code cannot be parsed: {type(error).__name__}")
    try:
        check(tree)
        df = table(columns, variant)
        index = df.index.copy()
        scope = {"__name__": "strategy", "__builtins__": {**vars(builtins), "__import__": allowed_import}}
        np.random.seed(0)
        exec(compiled, scope)
        strategy = scope.get("strategy")
        if not callable(strategy):
            return failed("no-strategy", "no function named strategy is declared")
        signal_, repairs = repaired(aligned(strategy(df), index))
        return "ok", repairs, signal_.tobytes()
    except MemoryError:
        return failed("out-of-memory", "out of memory")
    except BadOutput as error:
        return failed("bad-output", str(error))
    except Refused as error:
        return failed("threw", str(error))
    except BaseException as error:
        try:
            text = f"{type(error).__name__}: {error}"
        except BaseException:
            text = "an exception that cannot be shown"
        return failed("threw", text)


# ---- the server


def in_fork(work, seconds, most):
    """Bytes that `work` returns in a confined fork; None when time is up, b"" when it died. Leaves no process behind."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        try:
            null = os.open("/dev/null", os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.close(read_end)
            confine(memory_bytes, seconds)
            write_all(write_end, work())
        finally:
            os._exit(0)
    os.close(write_end)
    parts, size, until = [], 0, time.monotonic() + seconds
    while size <= most:
        left = until - time.monotonic()
        if left <= 0 or not select.select([read_end], [], [], left)[0]:
            parts = None
            break
        part = os.read(read_end, 1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
    os.close(read_end)
    sweep()
    if residue() != RESIDUE:
        os._exit(1)  # something outlived the run, and the next one could read it: the parent starts a new server
    if parts is None:
        return None
    return b"".join(parts) if size <= most else b""


def sweep():
    """Ends every other process of the namespace: kill(-1) spares only process 1, which is this one."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def residue():
    """How many things that outlive processes the namespace holds: System V memory, semaphores, queues, and keys."""
    total = 0
    for path in ("sysvipc/shm", "sysvipc/sem", "sysvipc/msg", "keys"):
        try:
            with open("/proc/" + path) as file:
                total += len(file.readlines())
        except OSError:
            pass
    return total


def run_job(body, columns):
    job, deadline_ms, count = struct.unpack_from("<III", body)
    variants = [struct.unpack_from("<BId", body, 12 + 13 * i) for i in range(count)]
    code = body[12 + 13 * count :].decode("utf8")
    for index, variant in enumerate(variants):
        started = time.monotonic()

        def work():
            outcome, repairs, rest = execute(code, columns, variant)
            return struct.pack("<BIII", OUTCOMES.index(outcome), *repairs) + rest

        answer = in_fork(work, deadline_ms / 1000, 13 + max(len(columns[0]), DETAIL_LENGTH * 4))
        if answer is None:
            answer = failure("timed-out", "stopped at the deadline")
        elif len(answer) < 13:
            answer = failure("killed", "the strategy's process ended without an answer")
        millis = (time.monotonic() - started) * 1000
        write_frame(EXECUTION, struct.pack("<II", job, index) + answer[:13] + struct.pack("<d", millis) + answer[13:])


def failure(outcome, detail):
    return struct.pack("<BIII", OUTCOMES.index(outcome), 0, 0, 0) + detail.encode()


def self_test(body):
    """Tries, in a confined fork, what must not work; answers with one word a thing that did."""
    port = struct.unpack_from("<H", body)[0]
    path = body[2:].decode("utf8")

    def forks():
        for _ in range(FORKS_TRIED):
            if os.fork() == 0:
                signal.pause()
        return True

    def thread():
        import threading

        threading.Thread(target=int).start()
        return True

    def connect():
        with socket.socket() as canary:
            canary.settimeout(1)
            canary.connect(("127.0.0.1", port))
        return True

    def write(where):
        with open(where, "w") as file:
            file.write("x")
        return True

    def work():
        tries = {
            "fork": forks,
            "thread": thread,
            "socket": connect,
            "file": lambda: write(path),
            "temporary-file": lambda: write("/tmp/x") if os.path.isdir("/tmp") else write("/dev/shm/x"),
            "root": lambda: os.getuid() == 0,
        }
        worked = []
        for name, attempt in tries.items():
            try:
                if attempt():
                    worked.append(name)
            except (OSError, RuntimeError):
                pass
        return ("tried " + " ".join(worked)).encode()

    write_frame(SELF_TEST_ANSWER, in_fork(work, 5, 1000) or b"")


def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # no fork may trace this process or read its memory
    gc.collect()
    gc.freeze()
    columns = None
    write_frame(READY, b"")
    while True:
        kind, body = read_frame()
        if kind == BARS:
            length = struct.unpack_from("<I", body)[0]
            values = np.frombuffer(body, dtype="<f8", offset=8)
            columns = [values[i * length : (i + 1) * length] for i in range(len(COLUMNS))]
        elif kind == JOB:
            run_job(body, columns)
        elif kind == SELF_TEST:
            self_test(body)


memory_bytes = int(sys.argv[1]) << 20
RESIDUE = residue()
main()
