#!/usr/bin/env python3
"""Measures the server against its peers, in one run, and prints ratios. See docs/benchmarks.md.

The server runs on one core, the load on another, the two alternating; where a figure is CPU time per request, what the
load generator could do does not matter. Arguments: names of measures; without any, all of them.
"""
import json
import os
import re
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPConnection

from harness import (BUILD, JOB, LIMITS_OFF, LOAD_CORE, PROGRAM, ROOT, ROUNDS, SECONDS, SERVER_CORE, DiskWatch, Reader,
                     alternate, anonymous_memory, basic, beside_postgres, call, callboard, callgrind, copy_to_postgres, cost,
                     cpu_seconds, demo_server, free_port, instructions, load, log_of, metric, new_postgres, nginx,
                     oidc_provider, part, pinned, running, serving, show, write_script)
from measures import candidates, reports, webhooks

JOBS = 100_000  # of a company with many


class Person:
    """Somebody at the pages for people: one connection, the cookies, and the token that a form carries."""

    def __init__(self, port):
        self._connection = HTTPConnection("127.0.0.1", port)
        self._cookies = {}

    def visit(self, path, **form):
        """Reads a page, or sends a form; the page's form token, and where the answer leads."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        body = urllib.parse.urlencode(form) if form else None
        self._connection.request("POST" if form else "GET", path, body, headers)
        answer = self._connection.getresponse()
        page = answer.read().decode()
        if answer.status not in (200, 303):
            sys.exit(page)
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            self._cookies[name] = value
        token = re.search(r'name="token" value="([^"]*)"', page)
        return token and token[1], answer.headers["Location"]

    def sign_in(self, email, password):
        self._cookies.clear()
        self.visit("/identity/sign-in", token=self.visit("/identity/sign-in")[0], email=email, password=password)


def authorizations(port, demo, where, count):
    """An application that a user has authorized some times: its Authorization header, and the tokens of each time."""
    address = "http://127.0.0.1:1/callback"
    made = subprocess.run([PROGRAM, "app", "register", "--json", "--name", "Bench", "--redirect-uri", address, "--scope",
                           "user_me_read configuration_read", *where], capture_output=True, text=True, check=True)
    app = json.loads(made.stdout)
    allow = "/identity/oauth/allow?" + urllib.parse.urlencode(
        {"client_id": app["client_id"], "redirect_uri": address, "scope": "user_me_read configuration_read"})
    header = basic(app["client_id"], app["client_secret"])
    person = Person(port)
    person.sign_in(demo["email"], demo["password"])
    person.visit(allow, token=person.visit(allow)[0], decision="authorize")
    tokens = []
    for _ in range(count):  # not asked again
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(person.visit(allow)[1]).query)["code"][0]
        form = urllib.parse.urlencode({"grant_type": "authorization_code", "code": code}).encode()
        tokens.append(json.load(urllib.request.urlopen(urllib.request.Request(
            f"http://127.0.0.1:{port}/identity/oauth/token", form, {"Authorization": header}))))
    return header, tokens


def http():
    with callboard() as (ours, port, key):
        made = json.load(call(port, "/jobs", key, {**JOB, "jobAd": {"sections": {"jobDescription": {
            "text": "<p>" + "You cook on the line and keep it clean. " * 17 + "</p>"}}}}))
        path = f"/jobs/{made['id']}"
        answer = call(port, path, key)
        body = answer.read().decode()
        headers = "".join(f"add_header {name} '{value}';" for name, value in answer.headers.items()
                          if name not in ("Date", "Content-Type", "Content-Length", "Connection"))
        health = call(port, "/healthz")
        small = "".join(f"add_header {name} '{value}';" for name, value in health.headers.items()
                        if name.startswith("X-"))
        with nginx({"= /healthz": (small, f"return 200 '{health.read().decode()}';"),
                    f"= {path}": (headers, f"return 200 '{body}';")}) as (theirs, their_port):
            cpu = alternate({
                "nginx health": lambda: cost(theirs, their_port, "/healthz"),
                "our health": lambda: cost(ours, port, "/healthz"),
                "nginx job": lambda: cost(theirs, their_port, path),
                "our job": lambda: cost(ours, port, path, key)})
    show("health", f"{cpu['nginx health'] / cpu['our health']:.2f} of nginx "
                   f"({cpu['our health']:.1f} against {cpu['nginx health']:.1f} us of CPU)")
    show("get_job", f"{cpu['nginx job'] / cpu['our job']:.2f} of nginx "
                    f"({cpu['our job']:.1f} against {cpu['nginx job']:.1f} us of CPU, {len(body)} bytes)")


def post_sqlite():
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        ratios, ours, bare, groups = [], [], [], []
        for number in range(ROUNDS):
            with callboard("--log-level", "warn") as (_, port, key):
                _, rate, p99, _ = load(port, "/jobs", script=write_script(folder, key))
                group = metric(port, "callboard_store_writes_total") / metric(port, "callboard_store_commits_total")
            subprocess.run([PROGRAM, "migrate", "--data-dir", f"{folder}/bare{number}"], check=True, stdout=subprocess.DEVNULL)
            out = subprocess.run(pinned(SERVER_CORE, BUILD / "bare_sqlite", f"{folder}/bare{number}/callboard.db",
                                        max(1, round(group)), SECONDS, "jobs"), capture_output=True, text=True, check=True).stdout
            ours.append(rate), bare.append(float(out)), groups.append(group), ratios.append(rate / float(out))
    show("post_sqlite", f"{statistics.median(ratios):.2f} of a bare loop ({statistics.median(ours):.0f} against "
                        f"{statistics.median(bare):.0f} jobs/s, groups of {statistics.median(groups):.0f}, "
                        f"p99 {p99:.0f} ms; {disk})")


@beside_postgres
def post_postgres():
    connections = 16
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        ratios, ours, bare = [], [], []
        for _ in range(ROUNDS):
            with callboard("--log-level", "warn", "--database-connections", connections,
                           database=new_postgres("bench_ours")) as (_, port, key):
                _, rate, p99, _ = load(port, "/jobs", script=write_script(folder, key))
            out = subprocess.run(pinned(SERVER_CORE, BUILD / "bare_postgres", new_postgres("bench_bare"), connections,
                                        SECONDS), capture_output=True, text=True, check=True).stdout
            ours.append(rate), bare.append(float(out)), ratios.append(rate / float(out))
    show("post_pg", f"{statistics.median(ratios):.2f} of bare libpq ({statistics.median(ours):.0f} against "
                    f"{statistics.median(bare):.0f} jobs/s, {connections} connections, p99 {p99:.0f} ms; {disk})")


class Refreshing:
    """Chains of refresh tokens, taken up again with every run of the load generator."""

    def __init__(self, process, port, path, header, tokens):
        self._process, self._port, self._path, self._header, self._tokens = process, port, path, header, tokens
        self._cpu, self._p99, self._load = [], [], []

    def rate(self):
        lines = "".join(line + "\n" for line in [self._header, *self._tokens])
        before = cpu_seconds(self._process.pid)
        out = subprocess.run(pinned(LOAD_CORE, BUILD / "refresh_load", self._port, self._path, SECONDS), input=lines,
                             stdout=subprocess.PIPE, text=True, check=True).stdout
        figures, *self._tokens = out.splitlines()
        rate, p99, own = map(float, figures.split())
        self._cpu.append((cpu_seconds(self._process.pid) - before) / (rate * SECONDS))
        self._p99.append(p99), self._load.append(own)
        return rate

    def __str__(self):
        return (f"{statistics.median(self._cpu) * 1e6:.0f} us of CPU each, p99 {statistics.median(self._p99):.0f} ms, "
                f"load generator {max(self._load):.0%} of its core")


def refresh():
    chains = 64
    with (demo_server("--log-level", "warn") as (process, port, demo, where),
          oidc_provider(chains) as (their_process, their_port, *theirs), DiskWatch() as disk):
        header, tokens = authorizations(port, demo, where, chains)
        ours = Refreshing(process, port, "/identity/oauth/token", header, [each["refresh_token"] for each in tokens])
        peer = Refreshing(their_process, their_port, "/token", *theirs)
        ours.rate(), peer.rate()  # warm
        rates = alternate({"ours": ours.rate, "peer": peer.rate})
        group = metric(port, "callboard_store_writes_total") / metric(port, "callboard_store_commits_total")
    show("refresh", f"{rates['ours'] / rates['peer']:.1f} times oidc-provider in memory ({rates['ours']:.0f} durable against "
                    f"{rates['peer']:.0f} exchanges/s; ours: {ours}, groups of {group:.0f}; its: {peer}; {disk})")


def with_and_without_bearer(access_token):
    """Two requests that are turned away alike, with 406 before any work: at an open route, and at another after the
    caller and the scopes were looked at. Paths and headers."""
    html = "Accept: text/html"
    return {"open": ("/readyz", [html, f"X-Unused-Words: Bearer {'x' * len(access_token)}"]),
            "bearer": ("/configuration/company", [html, f"Authorization: Bearer {access_token}"])}


def bearer():
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        with demo_server("--log-level", "warn", under=callgrind(folder)) as (process, port, demo, where):
            _, [tokens] = authorizations(port, demo, where, 1)
            count = {name: instructions(folder, process, port, path, [headers], 406)
                     for name, (path, headers) in with_and_without_bearer(tokens["access_token"]).items()}
    # callgrind's processor has no instructions for SHA-256, so that its count is an upper bound.
    show("bearer", f"{part('bearer_authentication'):.0f} ns that a bearer token adds ({count['bearer']:.0f} against "
                   f"{count['open']:.0f} instructions for the request)")


def throttle():
    show("throttle", f"{part('throttle_hot_user'):.0f} ns to admit and release one busy user, "
                     f"{part('throttle_million_users'):.0f} ns each of a million, who take "
                     f"{part('throttle_million_users', 'MB'):.0f} MB")


def throttled_request():
    """What limits add to a request that passes them."""
    count = {}
    for name, limits in {"off": LIMITS_OFF, "on": []}.items():
        with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
            with demo_server("--log-level", "warn", under=callgrind(folder), limits=limits) as (process, port, demo, where):
                keys = [subprocess.run([PROGRAM, "credential", "create", "--company", demo["company_identifier"], "--kind", "api-key",
                                        "--json", *where], capture_output=True, text=True, check=True).stdout
                        for _ in range(400)]  # none of them comes near its limit
                time.sleep(1)  # until the server has noticed them all
                callers = [[f"X-SmartToken: {json.loads(key)['api_key']}"] for key in keys]
                count[name] = instructions(folder, process, port, "/user-api/v201804/users/me", callers, 200)
    show("throttled_request", f"{count['on'] / count['off'] - 1:.1%} more instructions for GET /users/me with limits "
                              f"({count['on']:.0f} against {count['off']:.0f})")


def first_refusal(port, path, key):
    """The first 429 of a caller who repeats a request; call() ends the run at an answer that is no success."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"X-SmartToken": key})
    while True:
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as answer:
            if answer.code == 429:
                return answer
            sys.exit(f"{path}: {answer.code} {answer.read().decode(errors='replace')}\n{log_of(port)}")


def too_many():
    with callboard("--log-level", "warn", limits=["--customer-requests", 1]) as (ours, port, key):
        path = "/user-api/v201804/users/me"
        refusal = first_refusal(port, path, key)
        headers = "".join(f"add_header {name} '{value}' always;" for name, value in refusal.headers.items()
                          if name not in ("Date", "Content-Type", "Content-Length", "Connection"))
        refused = f"return 429 '{refusal.read().decode()}';"
        zone = "limit_req_zone $http_x_smarttoken zone=users:10m rate=1r/s;"
        limited = "limit_req zone=users; limit_req_status 429; error_page 429 @refused; root /nonexistent;"
        with nginx({f"= {path}": ("", limited), "@refused": (headers, refused)}, zone) as (theirs, their_port):
            cpu = alternate({
                "nginx": lambda: cost(theirs, their_port, path, key, refused=True),
                "ours": lambda: cost(ours, port, path, key, refused=True)})
    show("too_many", f"{cpu['nginx'] / cpu['ours']:.2f} of nginx's limit_req for a 429 "
                     f"({cpu['ours']:.1f} against {cpu['nginx']:.1f} us of CPU)")


def fairness():
    """p99 of somebody who calls now and then, while another is refused as fast as it can call."""
    with demo_server("--log-level", "warn", limits=[]) as (_, port, demo, where):
        others = [json.loads(subprocess.run([PROGRAM, "credential", "create", "--company", demo["company_identifier"], "--kind",
                                             "api-key", "--json", *where], capture_output=True, text=True,
                                            check=True).stdout)["api_key"] for _ in range(40)]
        time.sleep(1)

        def quiet():
            took = []
            with socket.create_connection(("127.0.0.1", port)) as connection:
                for key in others * 15:
                    request = f"GET /user-api/v201804/users/me HTTP/1.1\r\nHost: b\r\nX-SmartToken: {key}\r\n\r\n".encode()
                    began = time.perf_counter()
                    connection.sendall(request)
                    assert connection.recv(4000).startswith(b"HTTP/1.1 200")
                    took.append(time.perf_counter() - began)
                    time.sleep(0.004)
            return statistics.quantiles(took, n=100)[98] * 1000

        def flooded():
            # The flood yields to whoever measures: both are on the same core, which is not what is measured.
            command = ["nice", "-n", "19", *pinned(LOAD_CORE, "wrk", "-t1", "-c2", "-d10s", "-H",
                                                   f"X-SmartToken: {demo['api_key']}",
                                                   f"http://127.0.0.1:{port}/user-api/v201804/users/me")]
            flood = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            time.sleep(0.2)
            p99 = quiet()
            rates.append(float(re.search(r"Requests/sec:\s+([\d.]+)", flood.communicate()[0])[1]))
            return p99

        rates = []
        os.sched_setaffinity(0, {int(LOAD_CORE)})
        p99 = alternate({"quiet": quiet, "flooded": flooded})
        os.sched_setaffinity(0, range(os.cpu_count()))
    show("fairness", f"{p99['flooded'] / p99['quiet']:.2f} of the p99 without, while another user makes "
                     f"{statistics.median(rates):.0f} requests/s ({p99['flooded']:.2f} against {p99['quiet']:.2f} ms)")


def shared_limits():
    """What a round trip to Redis adds, with one slot taken and given back by each request."""
    def medians(*flags):
        slots = ["--customer-requests", 0, "--customer-concurrency", 1000]
        with callboard("--log-level", "warn", *flags, limits=slots) as (_, port, key):
            load(port, "/user-api/v201804/users/me", key, connections=2, seconds=1)
            return [load(port, "/user-api/v201804/users/me", key, connections=2) for _ in range(ROUNDS)]

    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        redis_port = free_port()
        command = pinned(LOAD_CORE, "redis-server", "--port", redis_port, "--save", "", "--dir", folder)
        with running(command, redis_port):
            alone, shared = medians(), medians("--redis", f"redis://127.0.0.1:{redis_port}")
    middle = {name: statistics.median(p50 for *_, p50 in runs) for name, runs in (("alone", alone), ("shared", shared))}
    rate = statistics.median(rate for _, rate, *_ in shared)
    show("shared_limits", f"{middle['shared'] - middle['alone']:.3f} ms added to the median by Redis at {rate:.0f} requests/s "
                          f"({middle['shared']:.3f} against {middle['alone']:.3f} ms, 2 connections)")


def sign_in():
    password = "correct-horse-battery"
    with demo_server("--log-level", "warn") as (_, port, demo, where):
        emails = [f"person{number}@bench.example" for number in range(8)]  # each attempt counts against its account
        for email in emails:
            subprocess.run([PROGRAM, "user", "add", "--company", demo["company_identifier"], "--email", email, "--first-name", "P",
                            "--last-name", "P", "--role", "EMPLOYEE", "--password-stdin", *where], input=password,
                           text=True, check=True, stdout=subprocess.DEVNULL)
        stop, done = threading.Event(), []

        def sign_in_again(email):
            person = Person(port)
            while not stop.is_set():
                person.sign_in(email, password)
                done.append(email)

        def busy():
            stop.clear()
            people = [threading.Thread(target=sign_in_again, args=[email]) for email in emails]
            for each in people:
                each.start()
            p99 = quiet()
            stop.set()
            for each in people:
                each.join()
            return p99

        def quiet():
            return load(port, "/users/me", demo["api_key"])[2]

        p99 = alternate({"quiet": quiet, "busy": busy})
    show("sign_in", f"{p99['busy'] / p99['quiet']:.2f} of the p99 without, while 8 people sign in "
                    f"({p99['busy']:.1f} against {p99['quiet']:.1f} ms; {len(done) / ROUNDS / SECONDS:.0f} sign-ins/s)")


def memory():
    count = 10_000
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    request = b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"
    with callboard("--max-connections-per-address", 0) as (process, port, _):
        time.sleep(1)
        idle = anonymous_memory(process.pid)
        sockets = []
        for _ in range(count):
            sockets.append(socket.create_connection(("127.0.0.1", port)))
            sockets[-1].sendall(request)
            assert sockets[-1].recv(1000).startswith(b"HTTP/1.1 200")
        time.sleep(1)
        full = anonymous_memory(process.pid)
        for one in sockets:
            one.sendall(request)
        answered = sum(one.recv(1000).startswith(b"HTTP/1.1 200") for one in sockets)
    show("memory", f"idle {idle / 1e6:.1f} MB; {(full - idle) / count / 1000:.2f} KB for each idle connection; "
                   f"{answered} of {count} answered")


def start():
    times = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
            port = free_port()
            began = time.perf_counter()
            command = [str(PROGRAM), "serve", "--listen", f"127.0.0.1:{port}", "--data-dir", f"{folder}/data"]
            with running(command, port):
                call(port, "/readyz").read()
                times.append(time.perf_counter() - began)
    show("start", f"{statistics.median(times):.3f} s from start to the first answer, with an empty database")


def build():
    folder = ROOT / "build/bench-build"
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "env": environment, "cwd": ROOT}
    subprocess.run(["cmake", "--preset", "release", "-B", folder], **quiet)
    began = time.perf_counter()
    subprocess.run(["cmake", "--build", folder, "--target", "callboard"], **quiet)
    clean = time.perf_counter() - began
    (ROOT / "src/api/jobs_api.cpp").touch()
    began = time.perf_counter()
    subprocess.run(["cmake", "--build", folder, "--target", "callboard"], **quiet)
    touched = time.perf_counter() - began
    shutil.rmtree(folder)
    show("build", f"{clean:.0f} s clean on {os.cpu_count()} cores, without a cache; {touched:.1f} s after a handler was touched")


def fill(folder):
    """A company with many jobs in a new SQLite database: the flags for commands on it, and what is in it."""
    out = subprocess.run([BUILD / "fill_jobs", f"{folder}/data", str(JOBS)], stdout=subprocess.PIPE, text=True,
                         check=True).stdout
    return ["--data-dir", f"{folder}/data"], json.loads(out)


def list_filters(made):
    """Filters of the list of jobs, by name: one that lets through many jobs and one that lets through few."""
    def before(days):
        return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(made["now"] / 1000 - days * 86400))

    return {"none": "", "q, common": "q=manager", "q, rare": "q=product42", "q, two common": "q=manager+senior",
            "city": "city=City+17", "3 cities": "city=City+17&city=City+18&city=City+19", "department": "department=Supply",
            "2 departments": "department=Supply&department=People",
            "status, common": "status=FILLED", "status, rare": "status=OFFER",
            "3 statuses": "statuses=CREATED&statuses=SOURCING&statuses=OFFER",
            "postingStatus": "postingStatus=PUBLIC", "language, common": "language=en", "language, rare": "language=fi",
            "updatedAfter, old": f"updatedAfter={before(700)}", "updatedAfter, half": f"updatedAfter={before(365)}",
            "updatedAfter, month": f"updatedAfter={before(30)}", "updatedAfter, recent": f"updatedAfter={before(1)}",
            "lastActivityAfter, old": f"lastActivityAfter={before(700)}",
            "lastActivityAfter, half": f"lastActivityAfter={before(365)}",
            "lastActivityAfter, recent": f"lastActivityAfter={before(1)}",
            "member of many": f"hiringTeamMemberId={made['coordinator']}",
            "member of some": f"hiringTeamMemberId={made['recruiter']}"}


def last_page(reader, path):
    """The path of the last page, by the cursor that the page before it gives; nothing where one page is all. The page
    before it is reached by its offset, so that not all of them have to be read."""
    first = json.loads(reader.get(path)[1])
    before = (first["totalFound"] - 1) // 100 - 1
    if before < 0:
        return None, first["totalFound"]
    cursor = json.loads(reader.get(f"{path}&offset={before * 100}")[1])["nextPageId"]
    page = json.loads(reader.get(f"{path}&pageId={cursor}")[1])
    assert page["nextPageId"] is None and page["content"]
    return f"{path}&pageId={cursor}", first["totalFound"]


def measure_lists(engine, port, made):
    """Prints a line for each list. How many were measured, those that miss a goal, and the slowest 99th percentile."""
    missed, count, slowest = [], 0, 0
    for user, key in {"administrator": made["api_key"], "standard": made["standard_key"]}.items():
        reader = Reader(port, key)
        for sort in ("default", "job_id"):
            for name, condition in list_filters(made).items():
                path = f"/jobs?limit=100&sort={sort}" + (f"&{condition}" if condition else "")
                last, total = last_page(reader, path)
                pages = {"first": reader.times(path)} | ({"last": reader.times(last)} if last else {})
                ratio = pages["last"][0] / pages["first"][0] if last else 0
                good = all(p99 < 20 for _, p99, _ in pages.values()) and ratio <= 2
                figures = ", ".join(f"{page} {p50:.1f} / {p99:.1f} / {longest:.1f}"
                                    for page, (p50, p99, longest) in pages.items())
                show("job_lists", f"{engine:10} {user:13} {sort:7} {name:25} {total:6} jobs: {figures} ms"
                                  f"{f', ratio {ratio:.1f}' if last else ''}: {'ok' if good else 'MISSED'}")
                count, slowest = count + 1, max(slowest, *(p99 for _, p99, _ in pages.values()))
                missed += [] if good else [f"{user} {sort} {name}"]
    return count, missed, slowest


@beside_postgres
def job_lists():
    """GET /jobs of a company with many jobs: median, p99 and longest of the first and of the last page."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        where, made = fill(folder)
        url = new_postgres("bench_lists")
        copy_to_postgres(folder, url)
        for engine, there in {"sqlite": where, "postgresql": [*where, "--database", url]}.items():
            os.sched_setaffinity(0, {int(LOAD_CORE)})
            with serving(there, "--log-level", "warn") as (_, port):
                count, missed, slowest = measure_lists(engine, port, made)
            os.sched_setaffinity(0, range(os.cpu_count()))
            show("job_lists", f"{engine}: {count - len(missed)} of {count} lists reach both goals; "
                              f"slowest p99 {slowest:.1f} ms")


def publications():
    """POST and DELETE of publications, durable, each connection another user's with jobs of their own."""
    runs = []
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        where, made = fill(folder)
        lines = "".join(f"{each['api_key']} {' '.join(each['jobs'])}\n" for each in made["publishers"])
        with serving(where, "--log-level", "warn") as (process, port):
            def counted():
                return (cpu_seconds(process.pid), metric(port, "callboard_store_writes_total"),
                        metric(port, "callboard_store_commits_total"))

            for _ in range(ROUNDS + 1):
                before = counted()
                out = subprocess.run(pinned(LOAD_CORE, BUILD / "publish_load", port, SECONDS), input=lines,
                                     stdout=subprocess.PIPE, text=True, check=True).stdout
                cpu, writes, commits = (now - then for now, then in zip(counted(), before))
                runs.append((*map(float, out.split()), cpu / writes * 1e6, writes / commits))
    rate, p99, own, cpu, group = (statistics.median(values) for values in zip(*runs[1:]))  # the first one warms
    show("publications", f"{rate:.0f} durable publications and ends of them per second ({len(made['publishers'])} users, "
                         f"{cpu:.0f} us of CPU each, groups of {group:.0f}, p99 {p99:.0f} ms, load generator {own:.0%} of its "
                         f"core; {disk})")


MEASURES = {"http": http, "post_sqlite": post_sqlite, "post_postgres": post_postgres,
            "job_lists": job_lists, "publications": publications, "refresh": refresh,
            "bearer": bearer, "throttle": throttle,
            "throttled_request": throttled_request, "too_many": too_many, "shared_limits": shared_limits,
            "fairness": fairness,
            "sign_in": sign_in, "memory": memory, "start": start,
            "build": build}
MEASURES |= candidates.MEASURES | webhooks.MEASURES | reports.MEASURES

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MEASURES)
    for name in wanted:
        if name not in MEASURES:
            sys.exit(f"there is no measure {name}; there are: {' '.join(MEASURES)}")
    for name in wanted:
        MEASURES[name]()
