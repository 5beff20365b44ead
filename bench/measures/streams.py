"""The measure of event streams: the memory of each, the time in which an event reaches all of them, and what other calls notice."""
import json
import resource
import select
import socket
import statistics
import subprocess
import time

from harness import JOB, PROGRAM, ROUNDS, Reader, anonymous_memory, call, demo_server, on_load_core, show

STREAMS = 1_000
STREAMS_OF_USER = 8
CALLS = 3_000
EVENTS = 20  # during the calls, evenly spread


def keys_of_users(demo, where, count):
    """API keys of new administrators and recruiters, half of each."""
    keys = []
    for number in range(count):
        email = f"viewer{number}@bench.example"
        subprocess.run([PROGRAM, "user", "add", "--company", demo["company_identifier"], "--email", email, "--first-name", "V",
                        "--last-name", "V", "--role", "ADMINISTRATOR" if number % 2 else "EXTENDED", "--password-stdin", *where],
                       input="correct-horse-battery", text=True, check=True, stdout=subprocess.DEVNULL)
        made = subprocess.run([PROGRAM, "credential", "create", "--company", demo["company_identifier"], "--kind", "api-key", "--user",
                               email, "--json", *where], capture_output=True, text=True, check=True)
        keys.append(json.loads(made.stdout)["api_key"])
    return keys


def opened(port, key):
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(f"GET /events/stream HTTP/1.1\r\nHost: bench\r\nX-SmartToken: {key}\r\n\r\n".encode())
    return stream


def read_until_all_have(streams, text, within):
    """Reads what comes until each stream has sent the text; the seconds until then."""
    began, missing = time.perf_counter(), {stream.fileno(): [stream, b""] for stream in streams}
    poller = select.poll()
    for number in missing:
        poller.register(number, select.POLLIN)
    while missing:
        if time.perf_counter() - began > within:
            raise SystemExit(f"event_streams: {len(missing)} streams got nothing in {within} s")
        for number, _ in poller.poll(100):
            stream, received = missing[number]
            missing[number][1] = received + stream.recv(1 << 16)
            if text in missing[number][1]:
                poller.unregister(number)
                del missing[number]
    return time.perf_counter() - began


def drain(streams):
    """Reads what has come, so that no buffer of a client is full."""
    poller = select.poll()
    by_number = {stream.fileno(): stream for stream in streams}
    for number in by_number:
        poller.register(number, select.POLLIN)
    for number, _ in poller.poll(0):
        by_number[number].recv(1 << 16)


def p99_of_calls(reader, path, port, key, streams):
    """Milliseconds, beside changes whose events the streams receive."""
    took = []
    for number in range(CALLS):
        if number % (CALLS // EVENTS) == 0:
            call(port, "/jobs", key, JOB).read()
        took.append(reader.get(path)[0])
        if number % 100 == 0:
            drain(streams)
    return statistics.quantiles(took, n=100)[98]


def event_streams():
    resource.setrlimit(resource.RLIMIT_NOFILE, (STREAMS + 200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with on_load_core(), demo_server("--log-level", "warn", "--max-connections-per-address", 0) as (process, port, demo, where):
        key = demo["api_key"]
        keys = keys_of_users(demo, where, STREAMS // STREAMS_OF_USER)
        path = f"/jobs/{json.load(call(port, '/jobs', key, JOB))['id']}"
        reader = Reader(port, key)
        for _ in range(500):
            reader.get(path)
        alone = [p99_of_calls(reader, path, port, key, []) for _ in range(ROUNDS)]
        before = anonymous_memory(process.pid)
        streams = [opened(port, keys[number // STREAMS_OF_USER]) for number in range(STREAMS)]
        read_until_all_have(streams, b"retry: 2000", within=30)
        each = (anonymous_memory(process.pid) - before) / STREAMS
        reached = []
        for _ in range(ROUNDS):
            job = json.load(call(port, "/jobs", key, JOB))["id"]
            reached.append(read_until_all_have(streams, job.encode(), within=10))
        beside = [p99_of_calls(reader, path, port, key, streams) for _ in range(ROUNDS)]
    show("event_streams", f"{each / 1000:.1f} KB for each of {STREAMS} streams; an event reaches all in "
                          f"{statistics.median(reached) * 1000:.0f} ms; p99 of GET /jobs/{{id}} beside them "
                          f"{statistics.median(beside):.2f} against {statistics.median(alone):.2f} ms, "
                          f"{statistics.median(beside) / statistics.median(alone):.2f} times")
