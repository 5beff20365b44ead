"""The measure of attacks: what strangers and callers can make the server hold, and what another caller notices meanwhile."""
import collections
import contextlib
import http.client
import json
import multiprocessing
import os
import resource
import socket
import statistics
import subprocess
import sys
import threading
import time
import types

from harness import BUILD, JOB, LOAD_CORE, anonymous_memory, call, demo_server, log_tail, on_load_core, pinned, show

HONEST_PATH, HONEST_RATE, HONEST_SECONDS = "/users/me", 200, 5
LIMITS = ["--customer-requests", 0, "--customer-concurrency", 0]  # of a user; those for strangers have their defaults
ADDRESSES = 200  # of the attackers; the other caller has one of its own
TOKENS = "/identity/oauth/token", "Content-Type: application/x-www-form-urlencoded"
JSON = "Content-Type: application/json"


# --- connections of attackers

def connected(target, number):
    connection = socket.create_connection(("127.0.0.1", target.port), timeout=10,
                                          source_address=(f"127.0.0.{2 + number % ADDRESSES}", 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def head(method, path, *headers):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: bench", *headers, "", ""]).encode()


def send_to_all(connections, data):
    """A refusal may close a connection before everything is sent."""
    for connection in connections:
        with contextlib.suppress(OSError):
            connection.sendall(data)


def opened(target, count, data):
    connections = [connected(target, number) for number in range(count)]
    send_to_all(connections, data)
    return connections


def held(target, count, size, path, *headers):
    """Requests without their last byte."""
    return opened(target, count, head("POST", path, f"Content-Length: {size}", *headers) + b"x" * (size - 1))


def trickling(connections, data):
    while True:
        yield connections
        time.sleep(1)
        send_to_all(connections, data)


def fates(connections):
    """How many connections have which status as their answer, or are open without one, or closed."""
    counts = collections.Counter()
    for connection in connections:
        connection.setblocking(False)
        try:
            answer = connection.recv(12)
            counts[answer[9:12].decode() if answer else "closed"] += 1
        except BlockingIOError:
            counts["open"] += 1
        except OSError:
            counts["closed"] += 1
    return "".join(f"; {count} {fate}" for fate, count in counts.most_common())


# --- the attacks: generators, which yield the connections when the attack is in place and from time to time while it goes on

def nothing(_):
    """no attack"""
    yield []


def large_token_requests(target):
    """400 token requests of 1 MB without their last byte"""
    yield held(target, 400, 1_000_000, *TOKENS)


def token_requests(target):
    """400 token requests of 16 KiB without their last byte"""
    yield held(target, 400, 16 * 1024, *TOKENS)


def jobs_of_strangers(target):
    """1,000 x 64 KiB to POST /jobs without a credential, without the last byte"""
    yield held(target, 1_000, 64 * 1024, "/jobs", JSON)


def jobs_of_a_caller(target):
    """300 x 1 MB to POST /jobs with a credential, without the last byte"""
    yield held(target, 300, 1_000_000, "/jobs", JSON, f"X-SmartToken: {target.key}")


def applications(target):
    """40 applications of 14 MiB without their last byte"""
    yield held(target, 40, 14 << 20, target.page, "Content-Type: multipart/form-data; boundary=limit")


def slow_heads(target):
    """1,000 heads of 23 KB that go on by a byte a second"""
    begin = head("GET", "/" + "p" * 8_000, "X-Long: " + "x" * 15_000).removesuffix(b"\r\n\r\n")
    yield from trickling(opened(target, 1_000, begin), b"x")


def slow_bodies(target):
    """500 chunked bodies, a byte a second"""
    yield from trickling(opened(target, 500, head("POST", *TOKENS, "Transfer-Encoding: chunked")), b"1\r\nx\r\n")


def many_connections(target):
    """5,000 connections from one address"""
    yield [connected(target, 0) for _ in range(5_000)]


def unread_documents(target):
    """500 x 100 pipelined GET /openapi.json, unread"""
    yield opened(target, 500, head("GET", "/openapi.json") * 100)


def document_flood(target):
    """GET /openapi.json as fast as possible, 8 connections"""
    flood = subprocess.Popen(["wrk", "-t1", "-c8", "-d600s", f"http://127.0.0.1:{target.port}/openapi.json"],
                             stdout=subprocess.DEVNULL)
    try:
        while True:
            yield []
            time.sleep(0.1)
    finally:
        flood.kill()
        flood.wait()


def nested_patch(target):
    """a JSON Patch whose copies nest ever deeper, repeated"""
    name = "x" * 650
    yield from patching(target, [{"op": "add", "path": "/a", "value": {name: 1}}] +
                        [{"op": "copy", "from": "/a", "path": f"/a/{name}"}] * 990)


def moving_patch(target):
    """a JSON Patch of 900 moves of 70,000 values, repeated"""
    moves = [{"op": "move", "from": "/a", "path": "/b/a"}, {"op": "move", "from": "/b/a", "path": "/a"}] * 450
    additions = [{"op": "add", "path": "/a", "value": [0] * 70_000}, {"op": "add", "path": "/b", "value": {}}]
    yield from patching(target, additions + moves)


def patching(target, operations):
    body = json.dumps(operations).encode()
    connection, took = http.client.HTTPConnection("127.0.0.1", target.port), []
    while True:
        began = time.perf_counter()
        connection.request("PATCH", target.job, body, {"X-SmartToken": target.key, "Content-Type": "application/json-patch+json"})
        answer = connection.getresponse()
        answer.read()
        took.append(time.perf_counter() - began)
        target.note = f"; {answer.status} after {statistics.median(took) * 1000:.1f} ms"
        yield []


ATTACKS = (nothing, large_token_requests, token_requests, jobs_of_strangers, jobs_of_a_caller, applications, slow_heads,
           slow_bodies, many_connections, unread_documents, document_flood, nested_patch, moving_patch)


# --- measuring

class MemoryPeak:
    """The largest RssAnon of a process meanwhile."""

    def __init__(self, pid):
        self._pid, self._stop = pid, threading.Event()
        self.bytes = anonymous_memory(pid)
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self):
        self._thread.start()
        return self

    def _watch(self):
        while not self._stop.wait(0.02):
            self.bytes = max(self.bytes, anonymous_memory(self._pid))

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


def perform(attack, target, may_begin, is_in_place, is_over, report):
    """Runs in a process of its own, of low priority: it shares a core with the other caller."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_NOFILE, [resource.getrlimit(resource.RLIMIT_NOFILE)[1]] * 2)
    may_begin.wait()
    steps = attack(target)
    connections = next(steps)
    is_in_place.set()
    while not is_over.is_set():
        if next(steps, None) is None:
            is_over.wait()
    report.send(target.note or fates(connections))
    steps.close()


def p99_of_honest_caller(target, seconds):
    """Milliseconds of a caller with a credential at a constant rate."""
    load = subprocess.run(pinned(LOAD_CORE, BUILD / "paced_load", target.port, HONEST_RATE, seconds, HONEST_PATH),
                          input=f"{target.key}\n{json.dumps(JOB)}\n", capture_output=True, text=True, check=False)
    if load.returncode != 0:
        sys.exit(f"attacks: a request of the honest caller failed: {load.stderr}\n{log_tail(target.port)}")
    return float(load.stdout.split()[2])


def measure(attack, *flags):
    with demo_server("--log-level", "warn", *flags, limits=LIMITS) as (process, port, demo, _):
        company, key = demo["company_identifier"], demo["api_key"]
        posting = json.load(call(port, f"/v1/companies/{company}/postings?limit=1"))["content"][0]["uuid"]
        job = json.load(call(port, "/jobs", key, JOB))["id"]
        target = types.SimpleNamespace(port=port, key=key, page=f"/careers/{company}/{posting}", job=f"/jobs/{job}", note="")
        may_begin, is_in_place, is_over = (multiprocessing.Event() for _ in range(3))
        outcome, report = multiprocessing.Pipe(duplex=False)
        attacker = multiprocessing.Process(target=perform, daemon=True,
                                           args=(attack, target, may_begin, is_in_place, is_over, report))
        attacker.start()
        p99_of_honest_caller(target, 1)  # the memory of its connections is there before
        before = anonymous_memory(process.pid)
        with MemoryPeak(process.pid) as peak:
            may_begin.set()
            if not is_in_place.wait(120):
                sys.exit(f"attacks: {attack.__doc__}: it did not get into place\n{log_tail(port)}")
            p99 = p99_of_honest_caller(target, HONEST_SECONDS)
        is_over.set()
        if not outcome.poll(60):
            sys.exit(f"attacks: {attack.__doc__}: it failed")
        show("attacks", f"{' '.join([attack.__doc__, *flags])}: {(peak.bytes - before) / 1e6:.0f} MB added{outcome.recv()}; "
                        f"p99 of GET {HONEST_PATH} of another caller {p99:.2f} ms")
        attacker.join()


def attacks():
    with on_load_core():
        for attack in ATTACKS:
            measure(attack)
        measure(jobs_of_a_caller, "--memory-budget", "64MiB")
