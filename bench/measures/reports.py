"""The measures of reports: speed compared with the engines' own export, memory of making and downloading, time to the first
byte, and latency of other requests meanwhile."""
import contextlib
import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import harness
from harness import (BUILD, LOAD_CORE, PROGRAM, ROOT, ROUNDS, SERVER_CORE, DiskWatch, alternate, anonymous_memory, call,
                     cpu_seconds, create_postgres_database, needs_postgres, on_load_core, pinned, postgres_server, serving)

ROWS = int(os.environ.get("BENCH_REPORT_ROWS", 2_000_000))
CHANGES = 50  # of one application
BASE = "/reporting-api/v201804"
READS_A_SECOND, SECONDS = 1000, 10
RATE_GOAL, MEMORY_GOAL, FIRST_BYTE_GOAL, P99_GOAL = 0.7, 40, 100, 1.5

# The query of the built-in report STATUS_HISTORY. The engines export times as numbers, the report as dates.
SELECT = ("SELECT a.id, s.candidate_id, s.job_id, s.status, s.sub_status, s.changed_at "
          "FROM job_application a CROSS JOIN job_application_status_change s "
          "WHERE a.company_id = '{company}' AND s.company_id = a.company_id AND s.candidate_id = a.candidate_id "
          "AND s.job_id = a.job_id ORDER BY a.candidate_id, a.job_id, s.id")
COLUMNS = ["applicationId", "candidateId", "jobId", "status", "subStatus", "changedOn"]


def show(text, good=None):
    harness.show("reports", text + ("" if good is None else f": {'ok' if good else 'MISSED'}"))


# --- a company with a long history

class Company:
    def __init__(self, engine, folder):
        self.folder = folder
        self.database = f"{folder}/data/callboard.db"
        self.postgres = create_postgres_database("bench_reports") if engine == "postgresql" else None
        self.where = ["--data-dir", f"{folder}/data"] + (["--database", self.postgres] if self.postgres else [])
        self._run("migrate")
        self._run("company", "add", "--name", "Bench", "--identifier", "bench")
        self._run("user", "add", "--company", "bench", "--email", "robin@bench.example", "--first-name", "Robin", "--last-name",
                  "Bench", "--role", "ADMINISTRATOR", "--password-stdin", input="a long enough password\n")
        made = self._run("credential", "create", "--company", "bench", "--kind", "api-key", "--json")
        self.key = json.loads(made)["api_key"]
        began = time.perf_counter()
        self._fill()
        self.id, self.job = self.value("SELECT id FROM company"), self.value("SELECT min(id) FROM job")
        show(f"{engine}: {ROWS} rows filled in {time.perf_counter() - began:.0f} s")

    def _run(self, *command, **options):
        return subprocess.run([PROGRAM, *command, *self.where], stdout=subprocess.PIPE, text=True, check=True, **options).stdout

    def _fill(self):
        numbers = {"applications": ROWS // CHANGES, "changes": CHANGES}
        script = ROOT / "bench/fill_history.sql"
        if self.postgres:
            given = [part for name, number in numbers.items() for part in ("-v", f"{name}={number}")]
            subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", *given, self.postgres, "-c",
                            "SET session_replication_role = replica",  # foreign keys are not checked
                            "-f", script, "-c", "VACUUM ANALYZE"], check=True)
        else:
            given = [f".parameter set :{name} {number}" for name, number in numbers.items()]
            given += ["PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA analysis_limit = 1000"]
            with script.open() as text:
                subprocess.run(["sqlite3", "-bail", *(part for each in given for part in ("-cmd", each)), self.database],
                               stdin=text, stdout=subprocess.DEVNULL, check=True)

    def value(self, statement):
        if self.postgres:
            out = subprocess.run(["psql", "-qAt", self.postgres, "-c", statement], capture_output=True, text=True, check=True)
            return out.stdout.strip()
        with contextlib.closing(sqlite3.connect(self.database)) as rows:
            return rows.execute(statement).fetchone()[0]

    @contextlib.contextmanager
    def serving(self, report_dir):
        with serving(self.where, "--log-level", "warn", "--reporting-interval", 0, "--report-dir", report_dir) as (process, port):
            yield Report(process, port, self.key, pathlib.Path(report_dir))

    def export(self):
        """Seconds that the engine's own export takes."""
        select = SELECT.format(company=self.id)
        command = (["psql", "-q", self.postgres, "-c", f"COPY ({select}) TO STDOUT (FORMAT csv)"] if self.postgres
                   else ["sqlite3", "-readonly", "-csv", self.database, select])
        began = time.perf_counter()
        subprocess.run(pinned(SERVER_CORE, *command), stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - began

    @contextlib.contextmanager
    def all_on_one_core(self):
        """Pins the PostgreSQL server, too: its work for our server and for psql counts."""
        if not self.postgres:
            yield
            return
        server = postgres_server(self.value("SHOW data_directory"))
        os.sched_setaffinity(server, {int(SERVER_CORE)})  # and those that it starts from now on
        try:
            yield
        finally:
            os.sched_setaffinity(server, range(os.cpu_count()))


class Report:
    """The built-in report about the history, on a running server."""

    def __init__(self, process, port, key, folder):
        self.process, self.port, self.key, self._folder = process, port, key, folder
        listed = self._json("/reports?limit=100")["content"]
        report = next(each for each in listed if each["rowEntityTypeId"] == "STATUS_HISTORY")
        if [column["dataPointId"] for column in report["columns"]] != COLUMNS:
            sys.exit("the report has other columns than the export that it is compared with")
        self._id = report["reportId"]

    def _json(self, path, body=None):
        return json.load(call(self.port, BASE + path, self.key, body))

    def make(self):
        """A new file: its id, and the seconds that it was RUNNING."""
        file = self._json(f"/reports/{self._id}/files", {})["reportFileId"]
        seen = {}
        while not {"COMPLETED", "FAILED"} & seen.keys():
            seen.setdefault(self._json(f"/files/{file}")["reportFileStatus"], time.perf_counter())
            time.sleep(0.02 if "RUNNING" in seen else 0.002)
        if "COMPLETED" not in seen:
            sys.exit("the report failed")
        return file, seen["COMPLETED"] - seen.get("RUNNING", seen["COMPLETED"])

    def delete_files(self):
        """Deletes all files, which would fill the disk."""
        for file in self._folder.iterdir():
            file.unlink()

    def making_time(self):
        seconds = self.make()[1]
        self.delete_files()
        return seconds

    def download_command(self, file, *more):
        return pinned(LOAD_CORE, "curl", "-sf", "-H", f"X-SmartToken: {self.key}", *more,
                      f"http://127.0.0.1:{self.port}{BASE}/files/{file}/data")

    def download(self, file, *more):
        """Milliseconds to the first byte, seconds to the last, and bytes."""
        form = "%{time_starttransfer} %{time_total} %{size_download}"
        out = subprocess.run(self.download_command(file, "-o", "/dev/null", "-w", form, *more), stdout=subprocess.PIPE, text=True,
                             check=True).stdout
        first, last, size = map(float, out.split())
        return first * 1000, last, size

    def count_lines(self, file):
        curl = subprocess.Popen(self.download_command(file), stdout=subprocess.PIPE)
        lines = sum(piece.count(b"\n") for piece in iter(lambda: curl.stdout.read(1 << 20), b""))
        curl.stdout.close()
        if curl.wait() != 0 or lines != ROWS + 1:
            sys.exit(f"{lines} lines of {ROWS + 1}")


class MemoryWatch:
    """Samples the anonymous memory of a process, in megabytes."""

    def __init__(self, process):
        self._pid, self._samples, self._stop = process.pid, [], threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def _watch(self):
        while not self._samples or not self._stop.wait(0.01):
            self._samples.append(anonymous_memory(self._pid) / 1e6)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def halves(self):
        """The maximum of the first half of the samples, and of the second."""
        middle = len(self._samples) // 2
        return max(self._samples[:middle + 1]), max(self._samples[middle:])


# --- measures

def rate(engine, company):
    """Rows per second of making the CSV, and of the engine's own export to /dev/null; all of it on one core. Files are
    made in memory, so that the disk does not count; then again on disk."""
    cpu = []
    with (tempfile.TemporaryDirectory(prefix="callboard-bench-", dir="/dev/shm") as memory_folder, company.all_on_one_core(),
          company.serving(memory_folder) as report):
        def ours():
            before = cpu_seconds(report.process.pid)
            seconds = report.making_time()
            cpu.append(cpu_seconds(report.process.pid) - before)
            return seconds

        ours(), company.export()  # warm up
        took = alternate({"ours": ours, "export": company.export})
    with DiskWatch() as disk, company.all_on_one_core(), company.serving(f"{company.folder}/reports") as report:
        durable = statistics.median(report.making_time() for _ in range(ROUNDS))
    ratio = took["export"] / took["ours"]
    peer = "COPY … TO STDOUT" if company.postgres else "sqlite3 -csv"
    show(f"{engine}: {ratio:.2f} of {peer} ({ROWS / took['ours']:.0f} against {ROWS / took['export']:.0f} rows/s, "
         f"{statistics.median(cpu) / ROWS * 1e6:.2f} us of CPU each in the server; {ROWS / durable:.0f} rows/s durable on disk; "
         f"{disk})", ratio >= RATE_GOAL)


def command_line(engine, company):
    """Rows per second of `callboard report run`, from its start to its end, against the engine's own export."""
    def run():
        with tempfile.TemporaryDirectory(prefix="callboard-bench-", dir="/dev/shm") as memory_folder:
            began = time.perf_counter()
            subprocess.run(pinned(SERVER_CORE, PROGRAM, "report", "run", "Status history", "--company", "bench", "--report-dir",
                                  memory_folder, *company.where), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            return time.perf_counter() - began

    with company.all_on_one_core():
        run(), company.export()  # warm up
        took = alternate({"run": run, "export": company.export})
    show(f"{engine}: callboard report run {took['export'] / took['run']:.2f} of the engine's own export ({ROWS / took['run']:.0f} "
         f"against {ROWS / took['export']:.0f} rows/s)")


def memory(engine, company):
    """Memory above that of an idle server while a report is made, sent and sent compressed; and the time to first byte."""
    with company.serving(f"{company.folder}/reports") as report:
        for _ in range(100):
            call(report.port, f"/jobs/{company.job}", report.key).read()
        idle = anonymous_memory(report.process.pid) / 1e6
        with MemoryWatch(report.process) as making:
            file, _ = report.make()
        report.count_lines(file)
        with MemoryWatch(report.process) as sending:
            _, seconds, size = report.download(file)
        with MemoryWatch(report.process) as compressing:
            report.download(file, "-H", "Accept-Encoding: gzip")
        first_bytes = [report.download(file)[0] for _ in range(ROUNDS)]
        report.delete_files()
    for what, watch in {"made": making, "sent": sending, "sent compressed": compressing}.items():
        first, second = watch.halves()
        show(f"{engine}: while {ROWS} rows are {what}, at most {max(first, second) - idle:.1f} MB above the {idle:.1f} MB of an idle "
             f"server ({first - idle:.1f} in the first half, {second - idle:.1f} in the second)",
             max(first, second) - idle <= MEMORY_GOAL)
    show(f"{engine}: the first byte of {size / 1e6:.0f} MB after {statistics.median(first_bytes):.1f} ms, at most "
         f"{max(first_bytes):.1f} ({size / seconds / 1e6:.0f} MB/s)", max(first_bytes) < FIRST_BYTE_GOAL)


@contextlib.contextmanager
def repeating(work):
    """Repeats the work in another thread meanwhile, with a lower priority than the client that measures."""
    stop, done = threading.Event(), []

    def repeat():
        os.setpriority(os.PRIO_PROCESS, 0, 19)  # on Linux of this thread, and of the processes that it starts
        while not stop.is_set():
            work()
        done.append(True)

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    if not done:
        sys.exit("the background work failed")


def other_requests(engine, company):
    """The 99th percentile of GET /jobs/{id} at a steady rate while a report is downloaded at full speed, and while one is
    being made; the server alone on one core: what starts the reports and asks whether they are ready is on the other one."""
    with company.serving(f"{company.folder}/reports") as report, on_load_core():
        file, _ = report.make()

        def p99():
            out = subprocess.run(pinned(LOAD_CORE, BUILD / "paced_load", report.port, READS_A_SECOND, SECONDS,
                                        f"/jobs/{company.job}"), stdout=subprocess.PIPE, input=f"{report.key}\n\n", text=True,
                                 check=True).stdout
            return float(out.split()[2])

        def while_sent():
            command = report.download_command(file, "-o", "/dev/null")
            with repeating(lambda: subprocess.run(command, check=True)):
                return p99()

        def while_made():
            with repeating(report.make):
                return p99()

        p99()  # warm up
        found = alternate({"alone": p99, "sent": while_sent, "made": while_made})
        report.delete_files()
    for what in ("sent", "made"):
        show(f"{engine}: GET /jobs/{{id}} at {READS_A_SECOND}/s while a report is {what}: p99 {found[what] / found['alone']:.2f} "
             f"times ({found[what]:.2f} against {found['alone']:.2f} ms)", found[what] <= P99_GOAL * found["alone"])


PARTS = {"rate": rate, "command_line": command_line, "memory": memory, "other_requests": other_requests}


@needs_postgres
def reports():
    """All of it, or the parts that BENCH_REPORTS names, on both engines or those that BENCH_ENGINES names."""
    for engine in os.environ.get("BENCH_ENGINES", "sqlite postgresql").split():
        with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
            company = Company(engine, folder)
            for part in os.environ.get("BENCH_REPORTS", " ".join(PARTS)).split():
                PARTS[part](engine, company)
