#!/usr/bin/env python3
"""What happens when the machine fails: the lines of the table in docs/operations.md that need a real server and a real fault.

    faults_test.py PROGRAM FAILING_MALLOC

Runs in a mount namespace of its own, where a small file system is full and names are not resolved. Where the system
forbids such namespaces, these faults are skipped and the test says so.
"""
import collections
import contextlib
import http.server
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

PROGRAM, FAILING_MALLOC = sys.argv[1:3]
NAMESPACE = "FAULTS_TEST_NAMESPACE"
TIME_LIMIT = 120  # seconds until something that must happen counts as missing

JOB = {"title": "Line Cook", "industry": {"id": "restaurants"}, "function": {"id": "production"},
       "experienceLevel": {"id": "entry_level"}, "location": {"countryCode": "us", "city": "Atlanta"},
       "jobAd": {"sections": {"jobDescription": {"text": "<p>You cook on the line.</p>" * 100}}}}


def require(condition, what):
    if not condition:
        sys.exit(f"faults_test: {what}")


def eventually(condition, what):
    until = time.monotonic() + TIME_LIMIT
    while not condition():
        require(time.monotonic() < until, f"it never happened: {what}")
        time.sleep(0.02)


class Server:
    """A server with a company, an administrator and an API key."""

    def __init__(self, folder, *flags, limit=None, environment=None, requests=0, concurrency=0):
        self.where = ["--data-dir", str(folder)]
        self._flags = ["--customer-requests", str(requests), "--customer-concurrency", str(concurrency), *flags]
        self.limit, self._environment = limit, {**os.environ, **(environment or {})}
        demo = subprocess.run([PROGRAM, "demo", "--json", *self.where], capture_output=True, text=True, check=True)
        self._key = json.loads(demo.stdout)["api_key"]
        self.start()

    def launch(self):
        """The process, whose standard error goes to a file."""
        self.errors = pathlib.Path(tempfile.mkstemp(suffix=".log")[1])
        with self.errors.open("w") as log:
            return subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", *self.where, *self._flags], stdout=subprocess.PIPE,
                                    stderr=log, text=True, env=self._environment, preexec_fn=self.limit)

    def start(self):
        self.process = self.launch()
        line = self.process.stdout.readline()
        require(line.startswith("listening on "), f"the server did not start: {self.log()}")
        self.address = line.removeprefix("listening on ").strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def log(self):
        return self.errors.read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        require(self.process.wait(TIME_LIMIT) == 0, f"the server did not end well: {self.log()[-2000:]}")

    def ask(self, path, body=None, method=None):
        """Status and JSON of the answer; 0 if the connection was closed."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"X-SmartToken": self._key, "Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIME_LIMIT) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())
        except (ConnectionError, urllib.error.URLError):
            return 0, None

    def create_job(self):
        return self.ask("/jobs", JOB)

    def request(self, path, body=b""):
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: test\r\nX-SmartToken: {self._key}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body


# --- a full disk

def fill(file):
    """Writes until there is no room."""
    with open(file, "ab", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(b"x" * 4096):
            pass


def full_disk(folder):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", folder], check=True)
    server, filler = Server(folder / "data"), folder / "filler"
    created = [server.create_job()[1]["id"]]
    fill(filler)
    while (answer := server.create_job())[0] == 201:
        created.append(answer[1]["id"])
    require(answer[0] == 503 and answer[1]["errors"][0]["code"] == "SERVICE_UNAVAILABLE", f"a full disk gives {answer}")
    require(server.ask(f"/jobs/{created[0]}")[0] == 200, "nothing can be read while the disk is full")
    eventually(lambda: "free some space" in server.log(), "the log names the full disk")
    filler.unlink()
    eventually(lambda: server.create_job()[0] == 201, "changes are accepted when there is room again")
    fill(filler)
    server.kill()
    process = server.launch()  # which succeeds if its files need not grow
    if process.stdout.readline():
        process.kill()
    require(process.wait(TIME_LIMIT) != 1 or "No space left on device" in server.log(), f"start on a full disk: {server.log()}")
    filler.unlink()
    server.start()
    for job in created:
        require(server.ask(f"/jobs/{job}")[0] == 200, "an acknowledged job is lost")
    server.stop()


# --- no memory

def short_memory(folder):
    """Less memory than the buffers may take, most of it for stacks of threads: two of 8 MB for each core, and others."""
    most = (528 + 16 * os.cpu_count()) << 20

    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    server = Server(folder, limit=limit)
    body = json.dumps({**JOB, "title": "x" * 900_000}).encode()
    statuses = set()

    def send():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.settimeout(TIME_LIMIT)
            connection.sendall(server.request("/jobs", body))
            statuses.add(connection.recv(12))

    threads = [threading.Thread(target=send) for _ in range(300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    require(statuses <= {b"HTTP/1.1 422", b"HTTP/1.1 503", b"HTTP/1.1 413", b""}, f"short memory gives {statuses}")
    eventually(lambda: server.create_job()[0] == 201, "changes are accepted when there is memory again")
    server.stop()


def failing_allocations(folder):
    """One of five allocations of the program fails, on all threads: large requests are refused, and nothing else happens."""
    server = Server(folder, environment={"LD_PRELOAD": FAILING_MALLOC, "FAILING_MALLOC": "5"}, requests=30, concurrency=2)
    statuses = collections.Counter()
    paths = ["/jobs", "/candidates", "/candidates?q=cook", "/users", "/openapi.json", "/readyz", "/configuration/sources", "/no"]

    def load():
        for number in range(100):
            body = {10: JOB, 15: {**JOB, "title": "x" * 900_000}}.get(number % 20)
            statuses[server.ask("/jobs", body)[0] if body else server.ask(paths[number % len(paths)])[0]] += 1

    server.process.send_signal(signal.SIGUSR2)
    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    require(statuses[200] > 0 and statuses.keys() <= {0, 200, 201, 404, 422, 429, 503}, f"failing allocations give {statuses}")
    server.process.send_signal(signal.SIGUSR2)
    eventually(lambda: server.create_job()[0] == 201, "no request still holds one of the two places of its user")
    server.stop()


def too_little_memory_to_start(folder):
    server = Server(folder)
    server.stop()
    server.limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (100 << 20, 100 << 20))
    process = server.launch()
    require(process.wait(TIME_LIMIT) == 1 and "cannot start a thread" in server.log(), f"{process.returncode}: {server.log()}")


# --- webhooks whose receivers have no address

class Receiver:
    """An HTTPS server that counts what it receives."""

    def __init__(self, folder):
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj", "/CN=receiver.example", "-addext",
                        "subjectAltName=DNS:receiver.example", "-keyout", key, "-out", certificate], check=True,
                       stderr=subprocess.DEVNULL)
        self.certificate, self.received = certificate, []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                receiver.received.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                self.send_response(200)
                if "X-Hook-Secret" in self.headers:  # the handshake of an activation
                    self.send_header("X-Hook-Secret", self.headers["X-Hook-Secret"])
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, host):
        return f"https://{host}:{self._server.server_port}/"


def names_not_resolved(folder):
    hosts, resolver = folder / "hosts", folder / "resolv.conf"
    hosts.write_text("127.0.0.1 receiver.example\n")
    resolver.write_text("nameserver 127.0.0.1\n")  # nobody listens there
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    subprocess.run(["mount", "--bind", resolver, os.path.realpath("/etc/resolv.conf")], check=True)
    receiver = Receiver(folder)
    server = Server(folder / "data", "--sandbox", "--webhook-allow-private", "--webhook-ca-file", receiver.certificate)
    subscriptions = "/webhooks-api/v201907/subscriptions"
    made = server.ask(subscriptions, {"callbackUrl": receiver.url("receiver.example"), "events": ["job.created"]})[1]["id"]
    require(server.ask(f"{subscriptions}/{made}/activation", {}, "PUT")[0] == 204, "the subscription was not activated")
    before = len(receiver.received)
    hosts.write_text("")
    require(server.create_job()[0] == 201, "a change needs no names")
    eventually(lambda: server.ask(f"{subscriptions}/{made}/callbacks-log?callbackStatus=failed")[1],
               "the failed attempt is in the callback log")
    hosts.write_text("127.0.0.1 receiver.example\n")
    require(server.ask("/sandbox/clock", {"advance": "1h"})[0] == 200, "the clock was not moved to the next attempt")
    eventually(lambda: len(receiver.received) > before, "the event is delivered when names are resolved again")
    server.stop()


# --- all of them

def enter_namespace():
    """Runs this program again in a mount namespace, where it may mount, if the system allows that."""
    if NAMESPACE in os.environ or not shutil.which("unshare"):
        return
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*unshare, "true"], capture_output=True).returncode == 0:
        os.execvpe(unshare[0], [*unshare, sys.executable, *sys.argv], {**os.environ, NAMESPACE: "1"})


def main():
    enter_namespace()
    faults = [short_memory, failing_allocations, too_little_memory_to_start]
    if NAMESPACE in os.environ:
        faults += [full_disk, names_not_resolved]
    else:
        print("skipped, because the system allows no mount namespace: full_disk, names_not_resolved")
    for fault in faults:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # one is a mount
            began = time.monotonic()
            fault(pathlib.Path(folder))
            print(f"{fault.__name__}: {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
