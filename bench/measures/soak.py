"""The soak: every feature at once, at half of the maximum load, for half an hour. Memory and file descriptors must stay flat
and no request may fail; the curves go to docs/soak.svg. It runs only when it is named."""
import collections
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import harness
from harness import (BUILD, JOB, LOAD_CORE, PROGRAM, ROOT, SERVER_CORE, anonymous_memory, call, cpu_seconds, pinned, serving)
from measures.authentication import authorize_application
from measures.curves import write_svg
from measures.reports import BASE as REPORTS
from measures.webhooks import Company, receiver

MINUTES = float(os.environ.get("BENCH_SOAK_MINUTES", 30))
SUBSCRIBERS = 4
JOBS_SHARE = 0.02  # of the requests at a constant rate; each is two events to each subscriber
TRIAL_RATE, TRIAL_SECONDS = 2000, 10
SAMPLE_SECONDS = 5
WARM_UP = 0.2  # of the time: caches and pools fill, such as that of callers with 16,384 tokens
MEMORY_GROWTH_GOAL, DESCRIPTOR_GROWTH_GOAL = 4e6, 8


def show(text, good=None):
    harness.show("soak", text + ("" if good is None else f": {'ok' if good else 'MISSED'}"))


# --- load at a constant rate

class Pace:
    """Reads of one job and new jobs at a constant rate, until they end or one of them fails."""

    def __init__(self, port, key, job, per_second, seconds):
        paths = {f"/jobs/{job}": 1 - JOBS_SHARE, None: JOBS_SHARE}
        self._processes = [self._start(port, key, path, share * per_second, seconds) for path, share in paths.items()]

    @staticmethod
    def _start(port, key, path, per_second, seconds):
        command = pinned(LOAD_CORE, BUILD / "paced_load", port, per_second, seconds, *([path] if path else []))
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdin.write(f"{key}\n{json.dumps(JOB)}\n")
        process.stdin.close()
        return process

    def is_running(self):
        return any(process.poll() is None for process in self._processes)

    def end(self):
        """Requests per second, and the p99 of reads and of new jobs in milliseconds."""
        figures = []
        for process in self._processes:
            out, errors = process.stdout.read(), process.stderr.read()
            if process.wait() != 0:
                sys.exit(f"soak: a request failed: {errors}")
            figures.append([float(each) for each in out.split()])
        return sum(rate for rate, *_ in figures), [p99 for *_, p99 in figures]


# --- everything else, once a second or less often

class People:
    """Threads that use the features one after another until they are stopped. A failure ends the soak."""

    def __init__(self, port, key, limited_key, job, where, header, tokens, folder):
        self._port, self._key, self._limited_key, self._job = port, key, limited_key, job
        self._where, self._header, self._tokens, self._folder = where, header, tokens, folder
        self._numbers = itertools.count()
        self._stop = threading.Event()
        self.failures, self.done, self.refused = [], {}, 0
        jobs = {self.refresh: 0.01, self.candidate: 0.1, self.search: 0.2, self.report: 20, self.limited: 0.05, self.pages: 1,
                self.backup: 120}
        self._threads = [threading.Thread(target=self._repeat, args=pair) for pair in jobs.items()]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _repeat(self, action, pause):
        while True:
            try:
                action()
            except (Exception, SystemExit) as error:  # pylint: disable=broad-except
                self.failures.append(f"{action.__name__}: {error}")
                return
            self.done[action.__name__] = self.done.get(action.__name__, 0) + 1
            if self._stop.wait(pause):
                return

    def _json(self, path, body=None):
        return json.load(call(self._port, path, self._key, body))

    def refresh(self):
        """A chain of refresh tokens, and a request with each access token."""
        form = f"grant_type=refresh_token&refresh_token={self._tokens['refresh_token']}".encode()
        self._tokens = json.load(harness.send(urllib.request.Request(
            f"http://127.0.0.1:{self._port}/identity/oauth/token", form, {"Authorization": self._header})))
        bearer = {"Authorization": f"Bearer {self._tokens['access_token']}"}
        harness.send(urllib.request.Request(f"http://127.0.0.1:{self._port}/users/me", headers=bearer)).read()

    def candidate(self):
        """A candidate applies and is moved to the next status."""
        number = next(self._numbers)
        made = self._json(f"/jobs/{self._job}/candidates", {
            "firstName": "Robin", "lastName": f"Soak {number}", "email": f"robin{number}@soak.example"})
        body = json.dumps({"status": "IN_REVIEW"}).encode()
        harness.send(urllib.request.Request(
            f"http://127.0.0.1:{self._port}/candidates/{made['id']}/jobs/{self._job}/status", body,
            {"X-SmartToken": self._key, "Content-Type": "application/json"}, method="PUT")).read()

    def search(self):
        for path in ("/candidates?limit=20&q=robin", "/jobs?limit=20", "/candidates?limit=20&status=IN_REVIEW"):
            self._json(path)

    def report(self):
        """A report is generated and downloaded."""
        report = self._json(f"{REPORTS}/reports?limit=100")["content"][0]["reportId"]
        file = self._json(f"{REPORTS}/reports/{report}/files", {})["reportFileId"]
        while (status := self._json(f"{REPORTS}/files/{file}")["reportFileStatus"]) not in ("COMPLETED", "FAILED"):
            time.sleep(0.1)
        if status == "FAILED":
            raise RuntimeError("the report failed")
        call(self._port, f"{REPORTS}/files/{file}/data", self._key).read()

    def limited(self):
        """A user at twice their limit: refusals are expected, anything else is not."""
        try:
            urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{self._port}/users/me",
                                                          headers={"X-SmartToken": self._limited_key})).read()
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            self.refused += 1

    def pages(self):
        for path in ("/docs", "/openapi.json", "/identity/sign-in", "/readyz"):
            call(self._port, path).read()

    def backup(self):
        backups = f"{self._folder}/backups"
        os.makedirs(backups, exist_ok=True)
        subprocess.run([PROGRAM, "backup", backups, "--keep", "2", *self._where], check=True, stdout=subprocess.DEVNULL)


# --- samples

def requests_by_status(port):
    found = collections.Counter()
    for status, number in re.findall(r'^callboard_http_requests_total{.*status="(\w+)"} (\S+)', call(port, "/metrics").read().decode(),
                                     re.M):
        found[status] += float(number)
    return found


def sample(process, port, began):
    return {"minutes": (time.monotonic() - began) / 60, "memory": anonymous_memory(process.pid),
            "descriptors": len(os.listdir(f"/proc/{process.pid}/fd")), "cpu": cpu_seconds(process.pid),
            "requests": sum(requests_by_status(port).values())}


def growth(samples, name):
    """From the first quarter of the samples to the last one, by the lowest value of each: what is in use for a moment, such as
    connections to receivers after a burst of events, goes away again, and what leaks does not."""
    quarter = max(1, len(samples) // 4)
    return min(each[name] for each in samples[-quarter:]) - min(each[name] for each in samples[:quarter])


# --- the measure

def half_of_maximum(process, port, key, job):
    """The rate at which the server would use half of its core, from its CPU time at a low rate."""
    before = cpu_seconds(process.pid)
    rate, _ = Pace(port, key, job, TRIAL_RATE, TRIAL_SECONDS).end()
    return rate * 0.5 / ((cpu_seconds(process.pid) - before) / TRIAL_SECONDS)


def command(where, *words, **options):
    made = subprocess.run([PROGRAM, *words, "--json", *where], capture_output=True, text=True, check=True, **options)
    return json.loads(made.stdout)


def limited_user(where):
    """An API key of another company, whose user has the default limits."""
    command(where, "company", "add", "--name", "Limited", "--identifier", "limited")
    command(where, "user", "add", "--company", "limited", "--email", "robin@limited.example", "--first-name", "Robin",
            "--last-name", "Limited", "--role", "ADMINISTRATOR", "--password-stdin", input="a long enough password\n")
    return command(where, "credential", "create", "--company", "limited", "--kind", "api-key")["api_key"]


def watch(process, port, pace, people, began):
    samples = []
    while pace.is_running() and not people.failures:
        samples.append(sample(process, port, began))
        time.sleep(SAMPLE_SECONDS)
    if people.failures:
        sys.exit(f"soak: {people.failures[0]}\n{harness.log_tail(port)}")
    return samples


def soak():
    with tempfile.TemporaryDirectory(prefix="callboard-soak-") as folder, receiver(folder) as sink:
        company = Company("sqlite", folder, sink, "https")
        demo, limited_key = company.demo, limited_user(company.where)
        exempt = f"company:{company.sql('SELECT id FROM company ORDER BY created_at LIMIT 1')} " + " ".join(
            f"{name}=0" for name in ("customer-requests", "customer-concurrency", "candidate-list-concurrency",
                                     "reporting-interval"))
        flags = ["--limit-exception", exempt, "--log-level", "warn", "--webhook-allow-private", "--webhook-ca-file",
                 sink.certificate]
        with serving(company.where, *flags, limits=()) as (process, port):
            for number in range(SUBSCRIBERS):
                company.subscribe(port, f"/good{number}")
            job = json.load(call(port, "/jobs", company.key, JOB))["id"]
            header, [tokens] = authorize_application(port, demo, company.where, 1)
            rate = half_of_maximum(process, port, company.key, job)
            show(f"{rate:.0f} requests per second use half of the server's core")
            began = time.monotonic()
            pace = Pace(port, company.key, job, rate, MINUTES * 60)
            with People(port, company.key, limited_key, job, company.where, header, tokens, folder) as people:
                samples = watch(process, port, pace, people, began)
            done, (read_p99, post_p99) = pace.end()
            statuses = requests_by_status(port)
            received = sink.get()
    report(samples, done, read_p99, post_p99, statuses, people, received)


def report(samples, done, read_p99, post_p99, statuses, people, received):
    warm = [each for each in samples if each["minutes"] >= WARM_UP * MINUTES]
    memory, descriptors = growth(warm, "memory"), growth(warm, "descriptors")
    cpu = (warm[-1]["cpu"] - warm[0]["cpu"]) / (warm[-1]["minutes"] - warm[0]["minutes"]) / 60
    show(f"{MINUTES:.0f} minutes at {done:.0f} requests per second, {cpu:.0%} of the server's core; p99 of reads {read_p99:.1f} ms, "
         f"of new jobs {post_p99:.1f} ms; {received}")
    show(f"meanwhile {people.done}; refused by the limit of a user: {people.refused}")
    errors = sum(number for status, number in statuses.items() if status.startswith("5"))
    show(f"responses by status {dict(statuses)}", errors == 0)
    show(f"memory grew by {memory / 1e6:.1f} MB to {warm[-1]['memory'] / 1e6:.1f} MB after {WARM_UP:.0%} of the time",
         memory <= MEMORY_GROWTH_GOAL)
    show(f"file descriptors grew by {descriptors} to {warm[-1]['descriptors']}", descriptors <= DESCRIPTOR_GROWTH_GOAL)
    write_svg(ROOT / "docs/soak.svg", "minutes", [each["minutes"] for each in samples], {
        "Memory (RssAnon), MB": [each["memory"] / 1e6 for each in samples],
        "File descriptors": [each["descriptors"] for each in samples],
        "Requests per second": rates(samples)})


def rates(samples):
    pairs = [(later["requests"] - earlier["requests"]) / (later["minutes"] - earlier["minutes"]) / 60
             for earlier, later in itertools.pairwise(samples)]
    return [pairs[0], *pairs]
