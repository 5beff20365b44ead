"""The measures of jobs: new ones on both engines, lists, publications."""
import json
import statistics
import subprocess
import tempfile
import time

from harness import (BUILD, LOAD_CORE, PROGRAM, ROUNDS, SECONDS, SERVER_CORE, DiskWatch, Reader, callboard, copy_to_postgres,
                     cpu_seconds, create_postgres_database, load, metric, needs_postgres, on_load_core, pinned,
                     post_job_script, serving, show)

JOBS = 100_000  # of a company with many


# --- new jobs

def post_sqlite():
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        ratios, ours, bare, groups = [], [], [], []
        for number in range(ROUNDS):
            with callboard("--log-level", "warn") as (_, port, key):
                _, rate, p99, _ = load(port, "/jobs", script=post_job_script(folder, key))
                group = metric(port, "callboard_store_writes_total") / metric(port, "callboard_store_commits_total")
            subprocess.run([PROGRAM, "migrate", "--data-dir", f"{folder}/bare{number}"], check=True, stdout=subprocess.DEVNULL)
            out = subprocess.run(pinned(SERVER_CORE, BUILD / "bare_sqlite", f"{folder}/bare{number}/callboard.db",
                                        max(1, round(group)), SECONDS, "jobs"), capture_output=True, text=True, check=True).stdout
            ours.append(rate), bare.append(float(out)), groups.append(group), ratios.append(rate / float(out))
    show("post_sqlite", f"{statistics.median(ratios):.2f} of a bare loop ({statistics.median(ours):.0f} against "
                        f"{statistics.median(bare):.0f} jobs/s, groups of {statistics.median(groups):.0f}, "
                        f"p99 {p99:.0f} ms; {disk})")


@needs_postgres
def post_postgres():
    connections = 16
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        ratios, ours, bare = [], [], []
        for _ in range(ROUNDS):
            with callboard("--log-level", "warn", "--database-connections", connections,
                           database=create_postgres_database("bench_ours")) as (_, port, key):
                _, rate, p99, _ = load(port, "/jobs", script=post_job_script(folder, key))
            out = subprocess.run(pinned(SERVER_CORE, BUILD / "bare_postgres", create_postgres_database("bench_bare"), connections,
                                        SECONDS), capture_output=True, text=True, check=True).stdout
            ours.append(rate), bare.append(float(out)), ratios.append(rate / float(out))
    show("post_pg", f"{statistics.median(ratios):.2f} of bare libpq ({statistics.median(ours):.0f} against "
                    f"{statistics.median(bare):.0f} jobs/s, {connections} connections, p99 {p99:.0f} ms; {disk})")


# --- a company with many jobs

def fill(folder):
    """A company with many jobs in a new SQLite database: the flags for commands on it, and what is in it."""
    out = subprocess.run([BUILD / "fill_jobs", f"{folder}/data", str(JOBS)], stdout=subprocess.PIPE, text=True,
                         check=True).stdout
    return ["--data-dir", f"{folder}/data"], json.loads(out)


def list_filters(made):
    """Filters of the list of jobs, by name: for most parameters one that matches many jobs and one that matches few."""
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
    """The path of the last page, by the cursor that the page before it gives, or None if there is one page only; and how many
    jobs there are. The page before it is found by its offset, so that not all of them have to be read."""
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


@needs_postgres
def job_lists():
    """GET /jobs of a company with many jobs: median, p99 and longest of the first and of the last page."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        where, made = fill(folder)
        url = create_postgres_database("bench_lists")
        copy_to_postgres(folder, url)
        for engine, there in {"sqlite": where, "postgresql": [*where, "--database", url]}.items():
            with serving(there, "--log-level", "warn") as (_, port), on_load_core():
                count, missed, slowest = measure_lists(engine, port, made)
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
    rate, p99, own, cpu, group = (statistics.median(values) for values in zip(*runs[1:]))  # the first one warms up
    show("publications", f"{rate:.0f} durable publications and ends of them per second ({len(made['publishers'])} users, "
                         f"{cpu:.0f} us of CPU each, groups of {group:.0f}, p99 {p99:.0f} ms, load generator {own:.0%} of its "
                         f"core; {disk})")
