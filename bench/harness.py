"""Shared by all measures: pinned processes, the server, its peers and databases, requests, load generators and figures."""
import base64
import contextlib
import functools
import itertools
import json
import os
import pathlib
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
PROGRAM = BUILD / "callboard"
SERVER_CORE, LOAD_CORE = "0", "1"
TICKS = os.sysconf("SC_CLK_TCK")
ROUNDS = 5
LIMITS_OFF = ["--customer-requests", 0, "--customer-concurrency", 0, "--publication-requests", 0, "--token-requests", 0,
              "--token-requests-per-address", 0, "--page-requests", 0, "--static-file-requests", 0,
              "--posting-requests", 0, "--applications-per-address", 0, "--applications-per-posting", 0]
SECONDS = 3
LOGS = BUILD / "bench-logs"  # of the servers that were measured
SERVER_LOGS = {}  # by port

JOB = {"title": "Line Cook", "industry": {"id": "restaurants"}, "function": {"id": "production"},
       "experienceLevel": {"id": "entry_level"}, "location": {"countryCode": "us", "city": "Atlanta"},
       "jobAd": {"sections": {"jobDescription": {"text": "<p>You cook on the line.</p>"}}}}


# --- processes

def pinned(core, *command):
    return ["taskset", "-c", core, *map(str, command)]


@contextlib.contextmanager
def on_load_core():
    """Runs this process on the core of the load, because it is the measuring client."""
    os.sched_setaffinity(0, {int(LOAD_CORE)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, range(os.cpu_count()))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process):
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2) as probe:
            if probe.getsockname() != probe.getpeername():  # a socket can connect to itself on a free port
                return
        if process.poll() is not None:
            sys.exit(f"{process.args[3]} did not start")
        time.sleep(0.002)


def cpu_seconds(pid):
    """User and system time of a process and its children."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own = (int(fields[11]) + int(fields[12])) / TICKS
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(cpu_seconds(child) for child in children)


def cpu_of_all(pid):
    """User and system time of a server that ends processes of its own now and then, such as PostgreSQL, with all of them."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    total = sum(map(int, fields[11:15])) / TICKS  # with those that have ended
    for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(OSError):  # it has just ended
            total += cpu_seconds(child)
    return total


def anonymous_memory(pid):
    return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) * 1024


def drop_successful_requests(log):
    """Removes successful requests, which are most of a log; the rest is kept for diagnosis."""
    kept = log.with_suffix(".kept")
    with log.open(errors="replace") as lines, kept.open("w") as out:
        out.writelines(line for line in lines if not re.search(r"event=request .*status=[23]\d\d", line))
    kept.replace(log)


def log_tail(port):
    """The end of the log of the server at this port."""
    if port not in SERVER_LOGS:
        return ""
    lines = SERVER_LOGS[port].read_text(errors="replace").splitlines()
    kept = [line for line in lines if not re.search(r"event=request .*status=[23]\d\d", line)]
    return "\n".join([f"--- {SERVER_LOGS[port]}", *kept[-20:]])


@contextlib.contextmanager
def running(command, port):
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}-{port}.log"
    with log.open("w") as out:
        out.write(" ".join(map(str, command)) + "\n")
        out.flush()
        process = subprocess.Popen(command, stdout=out, stderr=out)
    SERVER_LOGS[port] = log
    try:
        wait_for_port(port, process)
        yield process
    finally:
        process.terminate()
        process.wait()
        drop_successful_requests(log)


# --- the server and its peers

@contextlib.contextmanager
def serving(where, *flags, under=(), limits=LIMITS_OFF, core=SERVER_CORE):
    """A server on the server's core with an existing database: its process and its port."""
    port = free_port()
    command = pinned(core, *under, PROGRAM, "serve", "--workers", 1, "--listen", f"127.0.0.1:{port}", *where, *limits,
                     *flags)
    with running(command, port) as process:
        yield process, port


@contextlib.contextmanager
def demo_server(*flags, database=None, under=(), limits=LIMITS_OFF):
    """A server on the server's core with demo data in a new database: its process, its port, the output of
    `callboard demo`, and the flags for other commands on that database. It can run under another program, such as
    valgrind."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        where = ["--data-dir", f"{folder}/data"] + (["--database", database] if database else [])
        demo = subprocess.run([PROGRAM, "demo", "--json", *where], capture_output=True, text=True, check=True)
        with serving(where, *flags, under=under, limits=limits) as (process, port):
            yield process, port, json.loads(demo.stdout), where


@contextlib.contextmanager
def callboard(*flags, **options):
    """The same: its process, its port and an API key."""
    with demo_server(*flags, **options) as (process, port, demo, _):
        yield process, port, demo["api_key"]


@contextlib.contextmanager
def nginx(locations, more=""):
    """nginx on the server's core, one worker, answering each path with fixed bytes; `more` is added to the http block."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        port = free_port()
        rules = "".join(f"location {path} {{ default_type application/json; {headers} {answer} }}\n"
                        for path, (headers, answer) in locations.items())
        config = pathlib.Path(folder) / "nginx.conf"
        config.write_text(f"""
            worker_processes 1; pid {folder}/pid; error_log {folder}/error; daemon off;
            events {{ worker_connections 20000; }}
            http {{
              access_log off; keepalive_requests 1000000000; keepalive_timeout 300;
              client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
              uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e; {more}
              server {{ listen 127.0.0.1:{port}; {rules} }}
            }}""")
        with running(pinned(SERVER_CORE, "nginx", "-c", config, "-p", folder), port) as process:
            yield process, port


def basic_authorization(name, secret):
    return "Basic " + base64.b64encode(f"{name}:{secret}".encode()).decode()


@contextlib.contextmanager
def oidc_provider(chains):
    """oidc-provider on the server's core: its process, its port, its client's Authorization header, and refresh tokens."""
    port = free_port()
    process = subprocess.Popen(pinned(SERVER_CORE, "node", ROOT / "bench/oidc_provider/server.mjs", port, chains),
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        made = json.loads(process.stdout.readline())
        yield process, port, basic_authorization(made["client_id"], made["client_secret"]), made["tokens"]
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


# --- databases

def needs_postgres(measure):
    """Decorates a measure that needs PostgreSQL: starts a server that writes durably, and there this program again with
    that measure, whose name must be that of its function."""
    @functools.wraps(measure)
    def run():
        if "TEST_POSTGRES_URL" in os.environ:
            return measure()
        environment = {**os.environ, "CALLBOARD": str(PROGRAM), "POSTGRES_OPTIONS": ""}
        subprocess.run([ROOT / "tools/with-postgres", sys.executable, ROOT / "bench/run.py", measure.__name__], check=True,
                       env=environment)
    return run


def create_postgres_database(name):
    """The URL of a new database that has the schema and no rows."""
    server = os.environ["TEST_POSTGRES_URL"]
    subprocess.run(["psql", "-q", server, "-c", f"DROP DATABASE IF EXISTS {name}", "-c",
                    f"CREATE DATABASE {name} TEMPLATE callboard_template"], check=True, stderr=subprocess.DEVNULL)
    return server.rsplit("/", 1)[0] + "/" + name


def postgres_server(data_directory):
    """The process id of the server."""
    return int(pathlib.Path(data_directory, "postmaster.pid").read_text().split()[0])


def copy_to_postgres(folder, url):
    """Copies all rows, except those of the search index, to a PostgreSQL database that has the schema. It is vacuumed, as
    autovacuum would do soon."""
    rows = sqlite3.connect(f"{folder}/data/callboard.db")
    tables = [name for name, in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
              if name != "schema_file" and not name.startswith(("sqlite_", "candidate_text"))]

    def lines(table, columns):
        quoted = ", ".join(f"CASE WHEN {c} IS NULL THEN '\\N' ELSE replace(replace({c}, '\\', '\\\\'), char(10), '\\n') END"
                           for c in columns)
        return ("\t".join(map(str, row)) + "\n" for row in rows.execute(f"SELECT {quoted} FROM {table}"))

    script = subprocess.Popen(["psql", "-q", "-v", "ON_ERROR_STOP=1", url], stdin=subprocess.PIPE, text=True)
    script.stdin.write("SET session_replication_role = replica;\n")  # foreign keys are not checked
    script.stdin.write(f"TRUNCATE {', '.join(tables)} CASCADE;\n")
    for table in tables:
        columns = [row[1] for row in rows.execute(f"PRAGMA table_info({table})")]
        script.stdin.write(f"COPY {table} ({', '.join(columns)}) FROM STDIN;\n")
        script.stdin.writelines(lines(table, columns))
        script.stdin.write("\\.\n")
    script.stdin.write("VACUUM ANALYZE;\n")
    script.communicate()
    if script.returncode != 0:
        sys.exit("the rows could not be copied")


# --- requests

def call(port, path, key=None, body=None):
    headers = {"X-SmartToken": key} if key else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(body).encode()
    return send(urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers))


def send(request):
    """Sends a request that must succeed and returns the answer."""
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        port = urllib.parse.urlsplit(request.full_url).port
        sys.exit(f"{request.get_method()} {request.full_url}: {error.code} {error.read().decode(errors='replace')}\n"
                 f"{log_tail(port)}")


def metric(port, name):
    return float(re.search(rf"^{name} (\S+)", call(port, "/metrics").read().decode(), re.M)[1])


class Reader:
    """One client that reads with an API key on one connection."""

    def __init__(self, port, key):
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._key = key

    def get(self, path):
        """Milliseconds to the end of the answer, and the answer."""
        request = f"GET {path} HTTP/1.1\r\nHost: bench\r\nX-SmartToken: {self._key}\r\n\r\n".encode()
        began = time.perf_counter()
        self._socket.sendall(request)
        answer = self._socket.recv(1 << 20)
        while b"\r\n\r\n" not in answer:
            answer += self._socket.recv(1 << 20)
        head, body = answer.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"content-length: (\d+)", head.lower())[1])
        pieces, missing = [body], length - len(body)
        while missing > 0:
            pieces.append(self._socket.recv(1 << 20))
            missing -= len(pieces[-1])
        took = time.perf_counter() - began
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(f"{path}: {answer.decode()}")
        return took * 1000, b"".join(pieces)

    def times(self, path, most=300, seconds=10):
        """Of that many requests, or as many as there is time for: the median, the 99th percentile, the longest."""
        took, until = [], time.perf_counter() + seconds
        while len(took) < most and (len(took) < 20 or time.perf_counter() < until):
            took.append(self.get(path)[0])
        took.sort()
        return took[len(took) // 2], took[-1 - len(took) // 100], took[-1]


# --- load

# wrk only counts failed requests: this prints the first of them, with their bodies.
PRINT_FAILURES = """
local printed = 0
function response(status, headers, body)
  if status > 399 and printed < 5 then
    printed = printed + 1
    io.stderr:write("answered ", status, " ", body, "\\n")
  end
end
"""


def milliseconds(out, percentile):
    value, unit = re.search(rf"{percentile}%\s+([\d.]+)(us|ms|s)", out).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def load(port, path, key=None, connections=64, seconds=SECONDS, script=None, headers=(), refused=False):
    """Requests that wrk made, per second, and its p99 and p50 in milliseconds."""
    command = pinned(LOAD_CORE, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency")
    command += ["-H", f"X-SmartToken: {key}"] if key else []
    command += [part for header in headers for part in ("-H", header)]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write((pathlib.Path(script).read_text() if script else "") + ("" if refused else PRINT_FAILURES))
        file.flush()
        run = subprocess.run(command + ["-s", file.name, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True,
                             check=True)
    out = run.stdout
    if ("Non-2xx" in out) != refused or "Socket errors" in out:
        sys.exit(f"{out}\n{run.stderr}\n{log_tail(port)}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    return int(re.search(r"(\d+) requests in", out)[1]), rate, milliseconds(out, 99), milliseconds(out, 50)


def cpu_per_request(process, port, path, key=None, **options):
    """CPU microseconds of the server for one request."""
    before = cpu_seconds(process.pid)
    requests, *_ = load(port, path, key, seconds=2, **options)
    return (cpu_seconds(process.pid) - before) / requests * 1e6


def post_job_script(folder, key):
    script = pathlib.Path(folder) / "post.lua"
    script.write_text(f"""wrk.method = "POST"
wrk.body = [[{json.dumps(JOB)}]]
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-SmartToken"] = "{key}"
""")
    return script


# --- figures

def alternate(measures):
    """Runs the measures alternately, ROUNDS times; the median of each."""
    found = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


class DiskWatch:
    """Measures fdatasync meanwhile: durable figures of different runs can only be compared with its duration."""

    def __enter__(self):
        self._stop, self._times = threading.Event(), []
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self):
        with tempfile.NamedTemporaryFile() as file:
            while not self._stop.wait(0.05):
                file.write(b"x" * 4096)
                file.flush()
                began = time.perf_counter()
                os.fdatasync(file.fileno())
                self._times.append(time.perf_counter() - began)

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def __str__(self):
        return f"fdatasync p50 {statistics.median(self._times) * 1e6:.0f} us"


def callgrind(folder):
    return ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/callgrind"]


def instructions(folder, process, port, path, callers, status):
    """Instructions of the server, which runs under callgrind, for one request. Callers, given by their headers, alternate."""
    count = 1000
    requests = itertools.cycle("\r\n".join([f"GET {path} HTTP/1.1", "Host: bench", *headers, "", ""]).encode()
                               for headers in callers)

    def control(*words):
        subprocess.run(["callgrind_control", *words, str(process.pid)], check=True, capture_output=True)

    with socket.create_connection(("127.0.0.1", port)) as connection:
        def ask():
            connection.sendall(next(requests))
            assert connection.recv(4000).startswith(f"HTTP/1.1 {status}".encode())

        for _ in range(2 * len(callers) + 100):
            ask()
        control("--zero"), control("--instr=on")
        for _ in range(count):
            ask()
        control("--instr=off"), control("--dump")
    newest = max(pathlib.Path(folder).glob("callgrind.*"), key=lambda file: int(file.suffix[1:]))
    return int(re.search(r"^totals: (\d+)", newest.read_text(), re.M)[1]) / count


def microbenchmark(name, figure="cpu_time"):
    """CPU time in nanoseconds of a microbenchmark in bench/parts.cpp, or another of its figures."""
    out = subprocess.run(pinned(SERVER_CORE, BUILD / "parts", f"--benchmark_filter=^{name}$", "--benchmark_format=json",
                                f"--benchmark_repetitions={ROUNDS}"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=True).stdout
    return next(each[figure] for each in json.loads(out)["benchmarks"] if each.get("aggregate_name") == "median")


def show(name, text):
    print(f"{name:10} {text}", flush=True)
