#!/usr/bin/env python3
"""Two PostgreSQL servers managed by Patroni with etcd, the standby synchronous. The machine of the primary is killed under
load (Patroni and PostgreSQL, SIGKILL), and later the primary is switched over. The server with both hosts in its address goes
on by itself, everything acknowledged is there, and in between there is 503 and nothing else.

    patroni_test.py PROGRAM

Takes more than half a minute, because the lease of the primary must expire: only with TEST_PATRONI (./dev test --long).
"""
import contextlib
import glob
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

LEASE = 20  # seconds, the least that Patroni allows
JOB = json.dumps({"title": "Cook", "industry": {"id": "restaurants"}, "function": {"id": "production"},
                  "experienceLevel": {"id": "entry_level"}, "location": {"countryCode": "us", "city": "A"}})


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            if result := condition():
                return result
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for: {what}")


def as_postgres(*command):
    """PostgreSQL and Patroni refuse to run as root."""
    if os.getuid() != 0:
        return list(command)
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


class Node:
    def __init__(self, name, folder, etcd, started):
        self.name, self.port, self.api = name, free_port(), free_port()
        self.data = folder / name
        access = ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        config = {
            "scope": "callboard", "name": name,
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "etcd3": {"host": f"127.0.0.1:{etcd}"},
            "bootstrap": {"dcs": {"ttl": LEASE, "loop_wait": 1, "retry_timeout": 3, "synchronous_mode": True,
                                  "postgresql": {"parameters": {"fsync": "off", "max_connections": 50}}},
                          "initdb": [{"encoding": "UTF8"}, {"locale": "C"}]},
            "postgresql": {"listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
                           "data_dir": str(self.data), "pg_hba": access,
                           "bin_dir": sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1],
                           "pgpass": str(folder / f"{name}.pgpass"), "parameters": {"unix_socket_directories": str(folder)},
                           "authentication": {"superuser": {"username": "callboard"},
                                              "replication": {"username": "callboard"}}},
        }
        self.file = folder / f"{name}.yml"  # JSON is YAML
        self.file.write_text(json.dumps(config))
        self.start()
        started.callback(self.kill)

    def start(self):
        with open(self.file.with_suffix(".log"), "ab") as log:
            self.process = subprocess.Popen(as_postgres("patroni", self.file), stdout=log, stderr=log,
                                            cwd=self.file.parent)

    def state(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/patroni", timeout=5) as answer:
            return json.load(answer)

    def is_running(self, role):
        state = self.state()
        return state["role"] == role and state["state"] == "running"

    def kill(self):
        """As if the machine had lost power."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError, ValueError, ProcessLookupError):
            first = (self.data / "postmaster.pid").read_text().split()[0]
            os.kill(int(first), signal.SIGSTOP)  # it would start others
            for process in [*pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split(), first]:
                os.kill(int(process), signal.SIGKILL)


class Writers:
    """Threads that create jobs; each is repeated with its Idempotency-Key until it is acknowledged."""

    def __init__(self, port, key):
        self.port, self.key = port, key
        self.acknowledged, self.refusals, self.stopped = [], [], False
        self.threads = [threading.Thread(target=self.write, args=(i,)) for i in range(4)]
        for thread in self.threads:
            thread.start()

    def write(self, thread):
        number = 0
        while not self.stopped:
            headers = {"X-SmartToken": self.key, "Content-Type": "application/json",
                       "Idempotency-Key": f"{thread}-{number}"}
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=130)
            connection.request("POST", "/jobs", JOB, headers)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status == 201:
                self.acknowledged.append((time.monotonic(), json.loads(body)["id"]))
                number += 1
            else:
                self.refusals.append(answer.status)
                time.sleep(0.02)

    def next_success(self, moment):
        return next((at - moment for at, _ in list(self.acknowledged) if at > moment), None)

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join()


def longest_pause(writers, since):
    """The longest time without a success."""
    times = [since] + sorted(at for at, _ in list(writers.acknowledged) if at > since)
    return max(b - a for a, b in zip(times, times[1:]))


def run(program, *words):
    return json.loads(subprocess.run([program, *words, "--json"], check=True, stdout=subprocess.PIPE).stdout)


def test(program, folder, started):
    etcd, peer = free_port(), free_port()
    with open(folder / "etcd.log", "wb") as log:
        process = subprocess.Popen(
            ["etcd", "--data-dir", folder / "etcd", "--listen-client-urls", f"http://127.0.0.1:{etcd}",
             "--advertise-client-urls", f"http://127.0.0.1:{etcd}", "--listen-peer-urls", f"http://127.0.0.1:{peer}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}", "--unsafe-no-fsync",
             "--initial-cluster", f"default=http://127.0.0.1:{peer}"], stdout=log, stderr=log)
    started.callback(process.wait)
    started.callback(process.kill)
    one = Node("one", folder, etcd, started)
    wait_for("a primary", lambda: one.is_running("master"))
    two = Node("two", folder, etcd, started)
    wait_for("a synchronous standby", lambda: two.state().get("sync_standby"))

    subprocess.run(["createdb", "--host=127.0.0.1", f"--port={one.port}", "--username=callboard", "--template=template0",
                    "--encoding=UTF8", "--locale=C", "callboard"], check=True)
    # Of the two, the program must find the one that accepts writes.
    where = ["--data-dir", str(folder / "data"),
             "--database", f"postgresql://callboard@127.0.0.1:{two.port},127.0.0.1:{one.port}/callboard"]
    run(program, "company", "add", "--name", "Acme", "--identifier", "acme", *where)
    run(program, "user", "add", "--company", "acme", "--email", "a@acme.test", "--first-name", "A", "--last-name", "B",
        "--role", "ADMINISTRATOR", *where)
    key = run(program, "credential", "create", "--company", "acme", "--kind", "api-key", *where)["api_key"]
    server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--log-level", "error",
                               "--customer-requests", "0", "--customer-concurrency", "0", *where],
                              stdout=subprocess.PIPE, text=True)
    started.callback(server.wait)
    started.callback(server.kill)
    port = int(server.stdout.readline().strip().rpartition(":")[2])
    writers = Writers(port, key)
    started.callback(writers.stop)
    wait_for("writes", lambda: len(writers.acknowledged) > 100)

    killed_at = time.monotonic()
    one.kill()
    wait_for("a new primary", lambda: two.is_running("master"))
    promoted_at = time.monotonic()
    wait_for("a success after it", lambda: writers.next_success(promoted_at))
    print(f"primary killed: next success after {longest_pause(writers, killed_at):.1f} s", flush=True)

    # The former primary becomes the standby, and the primary again by a planned switchover.
    shutil.rmtree(one.data)
    one.start()
    wait_for("a synchronous standby", lambda: one.state().get("sync_standby"))
    asked_at = time.monotonic()
    request = urllib.request.Request(f"http://127.0.0.1:{two.api}/switchover", method="POST",
                                     data=json.dumps({"leader": "two", "candidate": "one"}).encode())
    urllib.request.urlopen(request, timeout=60).close()
    wait_for("the switchover", lambda: one.is_running("master"))
    before = len(writers.acknowledged)
    wait_for("writes", lambda: len(writers.acknowledged) > before + 50)
    print(f"switchover: no success for {longest_pause(writers, asked_at):.1f} s", flush=True)

    writers.stop()
    assert set(writers.refusals) <= {503}, set(writers.refusals)
    ids = {job for _, job in writers.acknowledged}
    stored = subprocess.run(
        ["psql", "-AtX", f"postgresql://callboard@127.0.0.1:{one.port}/callboard", "-c",
         "SELECT job.id FROM job WHERE EXISTS (SELECT 1 FROM event WHERE name = 'job.created' "
         "AND payload LIKE '%' || job.id || '%')"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    assert ids == set(stored), f"{len(ids - set(stored))} are lost, {len(set(stored) - ids)} are there twice"
    print(f"{len(ids)} jobs with their events, {len(writers.refusals)} times 503")


if __name__ == "__main__":
    if "TEST_PATRONI" not in os.environ:
        print("TEST_PATRONI is not set")
        sys.exit()
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as stack:
        os.chmod(home, 0o755)
        if os.getuid() == 0:
            shutil.chown(home, "postgres")
        try:
            test(sys.argv[1], pathlib.Path(home), stack)
        except BaseException:
            for file in pathlib.Path(home).glob("*.log"):
                print(file.name, file.read_text(errors="replace")[-3000:], sep="\n", file=sys.stderr)
            raise
