"""The measures of webhooks: throughput, latency, both beside failing receivers, a backlog, recovery after an outage, the cost
of a subscriber for the change that causes the event, a flood of events, what is sent twice if the server is killed in it, and
what events cost the database at a steady rate. Server, database and receiver share the two cores."""
import contextlib
import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import harness
from harness import (BUILD, JOB, LOAD_CORE, PROGRAM, ROUNDS, SERVER_CORE, TICKS, DiskWatch, anonymous_memory, cpu_of_all,
                     cpu_seconds, create_postgres_database, free_port, load, needs_postgres, pinned, post_job_script,
                     postgres_server, running, send, serving)

DELIVERIES = int(os.environ.get("BENCH_DELIVERIES", 200_000))  # of a measure of throughput
BACKLOG = int(os.environ.get("BENCH_BACKLOG", 1_000_000))
SUBSCRIBERS = 20  # as many as one owner may have
JOBS_A_SECOND = 500  # each is two events
SECONDS = 20
BOTH_CORES = f"{SERVER_CORE},{LOAD_CORE}"
RATE_GOALS = {("sqlite", "http"): 8000, ("postgresql", "http"): 5000, ("sqlite", "https"): 4000, ("postgresql", "https"): 4000}
P50_GOAL, P99_GOAL, CLAIM_GOAL, RECOVERY_GOAL = 10, 50, 5, 20_000
FLOOD_EVENTS = 500
FLOOD_GOAL, REPEATS_GOAL = 150, 5  # median age of a delivery in milliseconds; sent twice after a kill
STEADY_EVENTS = 100  # per second
STEADY_GOAL = 1500  # microseconds of CPU of the database for an event and its delivery

HEALTHY = [f"/good{number}" for number in range(SUBSCRIBERS)]
FAILING = ["/dead0", "/dead1", "/fail0", "/fail1"]  # a tenth of all never answers, a tenth answers 500
MIXED_HEALTHY = HEALTHY[len(FAILING):]
MIXED = FAILING + MIXED_HEALTHY


def show(text, good=None):
    harness.show("webhooks", text + ("" if good is None else f": {'ok' if good else 'MISSED'}"))


# --- a receiver

class Sink:
    def __init__(self, process, ports, certificate):
        self.process, self.ports, self.certificate = process, ports, certificate

    def url(self, scheme, path):
        return f"{scheme}://127.0.0.1:{self.ports[scheme]}{path}"

    def get(self, path="/stats"):
        return json.load(urllib.request.urlopen(self.url("http", path)))


@contextlib.contextmanager
def receiver(folder):
    certificate, key = f"{folder}/certificate.pem", f"{folder}/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                   check=True, stderr=subprocess.DEVNULL)
    ports = {"http": free_port(), "https": free_port()}
    with running(pinned(BOTH_CORES, BUILD / "sink", *ports.values(), certificate, key), ports["https"]) as process:
        yield Sink(process, ports, certificate)


# --- a company with subscribers

class Company:
    """A database of one engine with demo data, and subscriptions of its administrator."""

    def __init__(self, engine, folder, sink, scheme):
        self.folder, self.sink, self._scheme = tempfile.mkdtemp(dir=folder), sink, scheme
        self.postgres = create_postgres_database("bench_webhooks") if engine == "postgresql" else None
        self.where = ["--data-dir", f"{self.folder}/data"] + (["--database", self.postgres] if self.postgres else [])
        demo = subprocess.run([PROGRAM, "demo", "--json", *self.where], capture_output=True, text=True, check=True)
        self.demo = json.loads(demo.stdout)
        self.key = self.demo["api_key"]

    def serving(self, core=BOTH_CORES):
        # Plain http is allowed only to the inbox of a sandbox, which is at the public URL: that of the receiver.
        plain = ["--sandbox", "--public-url", self.sink.url("http", "")] if self._scheme == "http" else []
        return serving(self.where, "--log-level", "warn", "--webhook-allow-private", "--webhook-ca-file", self.sink.certificate,
                       *plain, core=core)

    def ask(self, port, method, path, body=None):
        headers = {"X-SmartToken": self.key, "Content-Type": "application/json"}
        url = f"http://127.0.0.1:{port}/webhooks-api/v201907/subscriptions{path}"
        data = None if body is None else json.dumps(body).encode()
        answer = send(urllib.request.Request(url, data, headers, method=method)).read()
        return json.loads(answer) if answer else None

    def subscribe(self, port, path):
        """An active subscription to the events of a new job, signed with a key; its id."""
        url = self.sink.url("https", path) if self._scheme == "https" else self.sink.url("http", f"/sandbox/inbox{path}")
        made = self.ask(port, "POST", "", {"callbackUrl": url, "events": ["job.created", "job.ad.created"]})["id"]
        self.ask(port, "POST", f"/{made}/secret-key", {})
        self.ask(port, "PUT", f"/{made}/activation", {})
        return made

    def sql(self, statement):
        """The first value of the result, if any."""
        if self.postgres:
            out = subprocess.run(["psql", "-qAt", self.postgres, "-c", statement], capture_output=True, text=True, check=True)
            return out.stdout.strip()
        with contextlib.closing(sqlite3.connect(f"{self.folder}/data/callboard.db", timeout=60, isolation_level=None)) as rows:
            row = rows.execute(statement).fetchone()
            return row and row[0]

    def number(self, statement):
        return int(self.sql(statement))

    def fill(self, count, state):
        subprocess.run([BUILD / "fill_deliveries", f"{self.folder}/data", self.postgres or "-", str(count), state], check=True)
        self.sql("VACUUM ANALYZE" if self.postgres else "ANALYZE")


def company_with(engine, folder, sink, paths, scheme="https"):
    company = Company(engine, folder, sink, scheme)
    with company.serving() as (_, port):
        company.ids = [company.subscribe(port, path) for path in paths]
    return company


# --- waiting

class CpuUsage:
    """CPU time since its construction: of the server, of the receiver, and of all processes on both cores."""

    def __init__(self, process, sink):
        self._process, self._sink = process, sink
        self._before = self._now()

    def _now(self):
        fields = [int(field) for field in pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        idle = fields[3] + fields[4]
        return cpu_seconds(self._process.pid), cpu_seconds(self._sink.process.pid), (sum(fields) - idle) / TICKS, time.time()

    def each(self, count):
        server, sink, busy, seconds = (now - then for now, then in zip(self._now(), self._before))
        return (f"{server / count * 1e6:.0f} us of CPU each in the server, {sink / count * 1e6:.0f} in the receiver, "
                f"{busy / count * 1e6:.0f} in all, both cores {busy / seconds / 2:.0%} busy")


def arrivals(sink, count, timeout=60):
    """Waits until so many have arrived: the times, and how many had arrived then."""
    seen = []
    while not seen or seen[-1][1] < count:
        came = sink.get()["acknowledged"]
        if not seen or came > seen[-1][1]:
            seen.append((time.time(), came))
        elif time.time() - seen[-1][0] > timeout:
            sys.exit(f"only {came} of {count} arrived")
        time.sleep(0.1)
    return seen


def rate_between(seen, low, high):
    """Arrivals per second between two shares of all."""
    count = seen[-1][1]
    first = next(each for each in seen if each[1] >= low * count)
    last = next(each for each in seen if each[1] >= high * count)
    return (last[1] - first[1]) / max(last[0] - first[0], 1e-9)


def wait_until_stored(company, deliveries):
    """Waits until the outcome of every delivery is stored: the queue is empty and every call is in the log."""
    until = time.time() + 60
    while company.number("SELECT count(*) FROM delivery") > 0:
        if time.time() > until:
            sys.exit("some deliveries are never done")
        time.sleep(0.1)
    logged = company.number("SELECT count(*) FROM callback WHERE status = 'successful'")
    if logged < deliveries:
        sys.exit(f"only {logged} of {deliveries} calls stand in the log")


# --- measures

def throughput(engine, folder, sink):
    """What is due is sent, signed, each with its row in the log."""
    for scheme in ("http", "https"):
        company = company_with(engine, folder, sink, HEALTHY, scheme)
        company.fill(DELIVERIES, "due")
        sink.get("/reset")
        with DiskWatch() as disk, company.serving() as (process, _):
            busy = CpuUsage(process, sink)
            seen = arrivals(sink, DELIVERIES)
            spent = busy.each(DELIVERIES)
            memory = anonymous_memory(process.pid) / 1e6
            wait_until_stored(company, DELIVERIES)
        rate, stats = rate_between(seen, 0.1, 0.95), sink.get()
        show(f"{engine} {scheme}: {rate:.0f} durable signed deliveries/s ({len(HEALTHY)} subscribers, {stats['repeats']} twice, "
             f"{spent}, RssAnon {memory:.0f} MB; {disk})", rate >= RATE_GOALS[engine, scheme])


def paced(company, port, jobs_a_second, seconds=SECONDS):
    """Creates jobs at that rate; jobs per second, p50 and p99 of creating one."""
    out = subprocess.run(pinned(BOTH_CORES, BUILD / "paced_load", port, jobs_a_second, seconds), stdout=subprocess.PIPE,
                         input=f"{company.key}\n{json.dumps(JOB)}\n", text=True, check=True).stdout
    return [float(word) for word in out.split()]


def warm_up(company, port, jobs_a_second):
    paced(company, port, jobs_a_second, seconds=3)
    time.sleep(1)
    company.sink.get("/reset")


def latency(engine, folder, sink):
    """From the beginning of the transaction to the request at the receiver, over https, while jobs are created."""
    company = company_with(engine, folder, sink, HEALTHY[:1])
    with DiskWatch() as disk, company.serving() as (process, port):
        warm_up(company, port, JOBS_A_SECOND)
        busy = CpuUsage(process, sink)
        rate, p50, p99 = paced(company, port, JOBS_A_SECOND)
        expected = 2 * JOBS_A_SECOND * SECONDS
        arrivals(sink, expected)
        stats, spent = sink.get(), busy.each(expected)
    good = stats["p50"] <= P50_GOAL and stats["p99"] <= P99_GOAL
    show(f"{engine}: at {2 * rate:.0f} events/s a request is there {stats['p50']:.1f} ms (p50), {stats['p99']:.1f} ms (p99) "
         f"after its transaction began (creating a job {p50:.1f} and {p99:.1f} ms; {spent}; {disk})", good)


def failing_receivers(engine, folder, sink):
    """Latency and throughput of healthy subscribers beside those that do not answer, or with 500."""
    p99, rates = {}, {}
    healthy = DELIVERIES * len(MIXED_HEALTHY) // len(MIXED)
    for name, paths in {"alone": MIXED_HEALTHY, "beside": MIXED}.items():
        company = company_with(engine, folder, sink, paths)
        with company.serving() as (_, port):
            jobs_a_second = JOBS_A_SECOND / len(MIXED)
            warm_up(company, port, jobs_a_second)
            paced(company, port, jobs_a_second)
            arrivals(sink, round(2 * jobs_a_second * SECONDS) * len(MIXED_HEALTHY))
            p99[name] = sink.get()["p99"]
        company = company_with(engine, folder, sink, paths)
        company.fill(healthy * len(paths) // len(MIXED_HEALTHY), "due")
        sink.get("/reset")
        with company.serving():
            rates[name] = rate_between(arrivals(sink, healthy), 0.1, 0.95)
    stats = sink.get()
    show(f"{engine}: beside a tenth that never answers and a tenth that answers 500 the healthy ones wait "
         f"{p99['beside'] / p99['alone']:.2f} times as long (p99 {p99['beside']:.1f} against {p99['alone']:.1f} ms) and get "
         f"{rates['beside'] / rates['alone']:.2f} as much ({rates['beside']:.0f} against {rates['alone']:.0f}/s; meanwhile "
         f"{stats['failed']} answered 500, {stats['ignored']} never)",
         p99["beside"] <= 2 * p99["alone"] and rates["beside"] >= 0.9 * rates["alone"])


def claim_time(company, claims=2000):
    """Median and 99th percentile of claiming due deliveries, in milliseconds, and how many were claimed."""
    out = subprocess.run([BUILD / "claim_load", f"{company.folder}/data", company.postgres or "-", str(claims)],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    p50, p99, _, _, taken = map(float, out.split())
    return p50, p99, int(taken)


def backlog(engine, folder, sink):
    """A million due deliveries are sent at the same rate as a few."""
    company = company_with(engine, folder, sink, HEALTHY)
    company.fill(BACKLOG, "due")
    p50, p99, taken = claim_time(company)
    left = BACKLOG - taken
    sink.get("/reset")
    with DiskWatch() as disk, company.serving() as (process, _):
        began = time.time()
        busy = CpuUsage(process, sink)
        seen = arrivals(sink, left)
        spent, memory = busy.each(left), anonymous_memory(process.pid) / 1e6
        wait_until_stored(company, left)
    rates = [rate_between(seen, low, high) for low, high in ((0.01, 0.1), (0.45, 0.55), (0.9, 0.99))]
    goal = RATE_GOALS[engine, "https"]
    show(f"{engine}: a backlog of {BACKLOG}: {' / '.join(f'{rate:.0f}' for rate in rates)} deliveries/s at its beginning, middle "
         f"and end, the first {seen[0][0] - began:.1f} s after the start; a claim {p50:.1f} and {p99:.1f} ms (p50, p99; {spent}, "
         f"RssAnon {memory:.0f} MB; {disk})", min(rates) >= goal and p99 <= CLAIM_GOAL)


def recovery(engine, folder, sink):
    """Failed deliveries are queued again, while the first of them are already sent."""
    company = company_with(engine, folder, sink, HEALTHY[:1])
    company.fill(BACKLOG, "given-up")
    with DiskWatch() as disk, company.serving() as (_, port):
        since, path = "2020-01-01T00:00:00.000Z", f"/{company.ids[0]}/recovery"
        began = time.perf_counter()
        counted = company.ask(port, "POST", path, {"since": since, "dryRun": True})["deliveries"]
        counting = time.perf_counter() - began
        sink.get("/reset")
        began = time.perf_counter()
        queued = company.ask(port, "POST", path, {"since": since})["deliveries"]
        took = time.perf_counter() - began
        sent = sink.get()["acknowledged"]
    if not counted == queued == BACKLOG:
        sys.exit(f"{counted} counted and {queued} queued of {BACKLOG}")
    show(f"{engine}: recovery queues {queued / took:.0f} deliveries/s ({queued} in {took:.1f} s, {sent} were sent meanwhile; "
         f"counted in {counting:.2f} s; {disk})", queued / took >= RECOVERY_GOAL)


def outbox(engine, folder, sink):
    """The cost of a subscriber for POST /jobs. The subscriber never answers, so that sending is not measured."""
    connections = 64 if engine == "sqlite" else 16
    figures = {"without": [], "with": []}
    for _ in range(ROUNDS):
        for name, runs in figures.items():
            company = company_with(engine, folder, sink, ["/dead"] if name == "with" else [])
            script = post_job_script(company.folder, company.key)
            with company.serving(core=SERVER_CORE) as (process, port):
                load(port, "/jobs", connections=connections, seconds=1, script=script)
                before = cpu_seconds(process.pid)
                requests, rate, _, _ = load(port, "/jobs", connections=connections, script=script)
                cpu = (cpu_seconds(process.pid) - before) / requests * 1e6
                *_, alone = load(port, "/jobs", connections=1, script=script)
            runs.append((rate, cpu, alone))
    plain, subscribed = ([statistics.median(values) for values in zip(*figures[name])] for name in ("without", "with"))
    show(f"{engine}: with a subscriber {subscribed[0] / plain[0]:.2f} as many jobs/s ({subscribed[0]:.0f} against {plain[0]:.0f}; "
         f"{subscribed[1]:.0f} against {plain[1]:.0f} us of CPU in the server; alone {subscribed[2]:.2f} against "
         f"{plain[2]:.2f} ms)",
         subscribed[0] >= 0.9 * plain[0])


def accept_flood(company, port):
    """A load that creates jobs, two events each, as fast as they are accepted; its output is the rate."""
    share = 1024  # of a second, in which all of them are asked for: the numbers are exact
    command = pinned(BOTH_CORES, BUILD / "paced_load", port, FLOOD_EVENTS // 2 * share, 1 / share)
    accepting = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    accepting.stdin.write(f"{company.key}\n{json.dumps(JOB)}\n")
    accepting.stdin.close()
    return accepting


def flood(engine, folder, sink):
    """Events are accepted as fast as possible, for many subscribers: the age of a delivery, from the event to the request.
    Then the server is killed in such floods: what is sent twice."""
    company = company_with(engine, folder, sink, HEALTHY)
    deliveries = FLOOD_EVENTS * len(HEALTHY)
    ages, rates, spent = [], [], []
    with DiskWatch() as disk, company.serving() as (process, port):
        warm_up(company, port, JOBS_A_SECOND / len(HEALTHY))
        wait_until_stored(company, 0)
        for _ in range(ROUNDS):
            sink.get("/reset")
            busy = CpuUsage(process, sink)
            accepting = accept_flood(company, port)
            rates.append(2 * float(accepting.stdout.read().split()[0]))
            accepting.wait()
            arrivals(sink, deliveries)
            spent.append(busy.each(deliveries))
            ages.append(sink.get()["p50"])
            wait_until_stored(company, 0)
    age = statistics.median(ages)
    show(f"{engine}: {FLOOD_EVENTS} events to {len(HEALTHY)} subscribers, accepted at {statistics.median(rates):.0f}/s: median age "
         f"of a delivery {age:.0f} ms ({min(ages):.0f} to {max(ages):.0f}; {spent[-1]}; {disk})", age <= FLOOD_GOAL)
    show_repeats(engine, company, sink, deliveries)


def show_repeats(engine, company, sink, deliveries):
    repeats = []
    of_jobs = "SELECT count(*) FROM event WHERE name IN ('job.created', 'job.ad.created')"
    for number in range(ROUNDS):
        sink.get("/reset")
        before = company.number(of_jobs)
        with company.serving() as (process, port):
            accepting = accept_flood(company, port)
            while sink.get()["acknowledged"] < deliveries * (number + 1) / (ROUNDS + 2):
                time.sleep(0.02)
            process.kill()
            process.wait()
            accepting.kill()
            accepting.wait()
        with company.serving():  # which sends the rest
            wait_until_stored(company, 0)
        stats, accepted = sink.get(), company.number(of_jobs) - before
        if stats["acknowledged"] - stats["repeats"] != accepted * len(HEALTHY):
            sys.exit(f"{accepted} events became {stats}")
        repeats.append(stats["repeats"])
    median = statistics.median(repeats)
    show(f"{engine}: killed in such a flood {ROUNDS} times, {median:.0f} deliveries were sent twice in the median "
         f"({', '.join(map(str, sorted(repeats)))})", median <= REPEATS_GOAL)


def steady(engine, folder, sink):
    """CPU time of all processes of the database for an event at a steady rate, without subscribers and with some."""
    if engine != "postgresql":
        return  # which has processes of its own
    cost = {}
    for number in (0, 1, len(HEALTHY)):
        company = company_with(engine, folder, sink, HEALTHY[:number])
        database = postgres_server(company.sql("SHOW data_directory"))
        with DiskWatch() as disk, company.serving() as (_, port):
            warm_up(company, port, STEADY_EVENTS / 2)
            before = cpu_of_all(database)
            rate, _, _ = paced(company, port, STEADY_EVENTS / 2)
            if number:
                arrivals(sink, STEADY_EVENTS * SECONDS * number)
                time.sleep(0.1)  # until the results are written
            cost[number] = (cpu_of_all(database) - before) / (STEADY_EVENTS * SECONDS) * 1e6
    most = len(HEALTHY)
    show(f"{engine}: at {2 * rate:.0f} events/s the database takes {cost[1]:.0f} us of CPU for an event and its delivery, "
         f"{cost[0]:.0f} without subscribers, {cost[most]:.0f} with {most} ({(cost[most] - cost[0]) / most:.0f} for each delivery; "
         f"{disk})", cost[1] <= STEADY_GOAL)


PARTS = {"throughput": throughput, "latency": latency, "failing_receivers": failing_receivers, "backlog": backlog,
         "recovery": recovery, "outbox": outbox, "flood": flood, "steady": steady}


@needs_postgres
def webhooks():
    """All of it, or the parts that BENCH_WEBHOOKS names, on both engines or those that BENCH_ENGINES names."""
    for part in os.environ.get("BENCH_WEBHOOKS", " ".join(PARTS)).split():
        for engine in os.environ.get("BENCH_ENGINES", "sqlite postgresql").split():
            with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, receiver(folder) as sink:
                PARTS[part](engine, folder, sink)
