"""The measures of candidates: lists, searches, new ones, moves, and the cost of requests as the database grows."""
import contextlib
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time

from harness import (BUILD, JOB, LOAD_CORE, PROGRAM, ROUNDS, SECONDS, SERVER_CORE, DiskWatch, Reader, anonymous_memory, call,
                     callboard, copy_to_postgres, cpu_per_request, cpu_seconds, create_postgres_database, load, metric,
                     needs_postgres, on_load_core, pinned, serving, show)

CANDIDATES = int(os.environ.get("BENCH_CANDIDATES", 1_000_000))
FEW_CANDIDATES = 10_000
DEEP_PAGE = 1000
LIST_GOAL, SEARCH_GOAL, MOVES_GOAL, MEMORY_GOAL = 20, 50, 5000, 200

PERSON = {"firstName": "Grace", "lastName": "Hopper", "email": "grace.hopper.NUMBER@mail.example",
          "phoneNumber": "+1 404 555 0100",
          "location": {"country": "United States", "countryCode": "us", "region": "Georgia", "city": "Atlanta"},
          "tags": ["night shift", "relocates"],
          "education": [{"institution": "University of Leeds", "degree": "Bachelor", "major": "Business Administration",
                         "endDate": "2019"}],
          "experience": [{"title": "Senior Store Manager", "company": "Harbour Foods",
                          "description": "served customers at the counter and trained new colleagues"},
                         {"title": "Line Cook", "company": "Bright Kitchens",
                          "description": "planned shifts and ordered what the kitchen needed"}]}


# --- a company with many candidates

@contextlib.contextmanager
def filled_database(count):
    """The folder of a database with so many candidates, and the output of fill_candidates. Filling takes minutes: where
    BENCH_DATA names a folder, the database is kept there, and measures get a copy."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-", dir=os.environ.get("BENCH_DATA")) as folder:
        kept = pathlib.Path(os.environ.get("BENCH_DATA", folder)) / f"candidates-{count}"
        if not (kept / "made.json").exists():
            shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True)
            made = subprocess.run([BUILD / "fill_candidates", kept / "data", str(count)], stdout=subprocess.PIPE, check=True)
            (kept / "made.json").write_bytes(made.stdout)
        if "BENCH_DATA" in os.environ:
            shutil.copytree(kept / "data", f"{folder}/data")
        yield folder if "BENCH_DATA" in os.environ else kept, json.loads((kept / "made.json").read_text())


# Converts words of the SQLite search table to a tsvector: each word with its position; the word of the company (#), which is
# between the profile and the location, is omitted; words of the location only (@) have no position.
def as_tsvector(words):
    return " ".join(f"'{word}'" if word.startswith("@") else f"'{word}':{place}"
                    for place, word in enumerate(words.split(), 1) if not word.startswith("#"))


def copy_all_to_postgres(folder, url):
    """Copies all rows to a PostgreSQL database; those of the search index are converted."""
    copy_to_postgres(folder, url)
    rows = sqlite3.connect(f"{folder}/data/callboard.db")
    script = subprocess.Popen(["psql", "-q", "-v", "ON_ERROR_STOP=1", url], stdin=subprocess.PIPE, text=True)
    script.stdin.write("DROP INDEX candidate_text_by_word, candidate_text_by_company_and_word;\n"  # created again below, which is faster
                       "COPY candidate_text (company_id, candidate_id, rowid, words) FROM STDIN;\n")
    script.stdin.writelines(f"{company}\t{candidate}\t{number}\t{as_tsvector(words)}\n"
                            for company, candidate, number, words in rows.execute(
                                "SELECT e.company_id, e.candidate_id, e.number, t.words FROM candidate_text_entry e "
                                "JOIN candidate_text t ON t.rowid = e.number ORDER BY e.number"))
    script.stdin.write("\\.\n"
                       "SELECT setval(pg_get_serial_sequence('candidate_text', 'rowid'), max(rowid)) FROM candidate_text;\n"
                       "SET maintenance_work_mem = '1GB';\n"
                       "CREATE INDEX candidate_text_by_word ON candidate_text USING gin (words) WITH (fastupdate = off);\n"
                       "CREATE INDEX candidate_text_by_company_and_word ON candidate_text USING gin "
                       "((words || array_to_tsvector(ARRAY['#' || company_id]))) WITH (fastupdate = off);\n"
                       "VACUUM ANALYZE;\n")
    script.communicate()
    if script.returncode != 0:
        raise SystemExit("the words could not be copied")


# --- lists and searches

def time_before(made, days):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(made["now"] / 1000 - days * 86400))


def list_filters(made):
    """Filters of the list of candidates, by name; most of them alone and with updatedAfter."""
    single = {"none": "", "jobId, wanted by many": f"jobId={made['big_job']}", "jobId": f"jobId={made['job']}",
              "status, common": "status=NEW", "status, rare": "status=OFFERED",
              "jobId of many, status": f"jobId={made['big_job']}&status=NEW",
              "jobId of many, rare status": f"jobId={made['big_job']}&status=OFFERED",
              "jobId, status": f"jobId={made['job']}&status=NEW"}
    since = {f"{name}, updatedAfter": f"{condition}&updatedAfter={time_before(made, 700)}".lstrip("&")
             for name, condition in single.items()}
    recent = {"updatedAfter, recent": f"updatedAfter={time_before(made, 1)}",
              "updatedAfter, half": f"updatedAfter={time_before(made, 365)}"}
    several = {"3 jobs": "&".join(f"jobId={job}" for job in made["jobs"]),
               "2 statuses, common": "status=NEW&status=IN_REVIEW", "2 statuses, rare": "status=OFFERED&status=HIRED",
               "tag, common": f"tag={made['common_tag']}", "tag, rare": f"tag={made['rare_tag']}"}
    return single | since | recent | several


def searches(made):
    """Keyword searches, by name."""
    words = {name: word.replace(" ", "+") for name, word in made["words"].items()}
    return {"q, common": f"q={words['common']}", "q, usual": f"q={words['usual']}", "q, rare": f"q={words['rare']}",
            "q, in all": "q=example", "q, in none": "q=zebrafish", "q, phrase": f"q=%22{words['phrase']}%22",
            "q, two common": f"q={words['common']}+{words['other_common']}",
            "q, common and rare": f"q={words['common']}+{words['rare']}",
            "location": "location=Leeds", "q and location": f"q={words['common']}&location=Leeds",
            "q, common, of a job": f"q={words['common']}&jobId={made['job']}",
            "q, rare, status": f"q={words['rare']}&status=NEW",
            "q, common, updatedAfter": f"q={words['common']}&updatedAfter={time_before(made, 365)}"}


def deep_page(reader, path, seconds=60):
    """The path of the 1,000th page, or of the last before it, and which that is; cursor after cursor."""
    number, here, until = 1, path, time.perf_counter() + seconds
    while number < DEEP_PAGE and time.perf_counter() < until:
        cursor = json.loads(reader.get(here)[1])["nextPageId"]
        if cursor is None:
            break
        number, here = number + 1, f"{path}&pageId={cursor}"
    return number, here


def measure_lists(family, user, reader, conditions, goal):
    """Prints a line for each list; those that miss the goal, and the slowest 99th percentile."""
    missed, slowest = [], 0
    for name, condition in conditions.items():
        path = "/candidates?limit=100" + (f"&{condition}" if condition else "")
        total = json.loads(reader.get(path)[1])["totalFound"]
        number, deep = deep_page(reader, path)
        pages = {"first": reader.times(path)} | ({f"page {number}": reader.times(deep)} if number > 1 else {})
        medians = [p50 for p50, _, _ in pages.values()]
        good = all(p99 < goal for _, p99, _ in pages.values()) and medians[-1] <= 2 * medians[0]
        figures = ", ".join(f"{page} {p50:.1f} / {p99:.1f} / {longest:.1f}" for page, (p50, p99, longest) in pages.items())
        show(family, f"{user:13} {name:36} {total:7}: {figures} ms: {'ok' if good else 'MISSED'}")
        slowest = max(slowest, *(p99 for _, p99, _ in pages.values()))
        missed += [] if good else [f"{user} {name}"]
    return missed, slowest


def postgres_copy(folder):
    url = create_postgres_database("bench_candidates")
    copy_all_to_postgres(folder, url)
    return url


@needs_postgres
def candidate_lists():
    """GET /candidates: median, p99 and longest of the first and of the 1,000th page, for an administrator and for a
    STANDARD user with 20 jobs."""
    with filled_database(CANDIDATES) as (folder, made):
        where = ["--data-dir", f"{folder}/data"]
        engines = {"sqlite": lambda: where, "postgresql": lambda: [*where, "--database", postgres_copy(folder)]}
        for engine in os.environ.get("BENCH_ENGINES", "sqlite postgresql").split():
            missed, slowest = [], {}
            with serving(engines[engine](), "--log-level", "warn") as (process, port), on_load_core():
                for user, key in {"administrator": made["api_key"], "standard": made["standard_key"]}.items():
                    for kind, conditions, goal in (("lists", list_filters(made), LIST_GOAL),
                                                   ("searches", searches(made), SEARCH_GOAL)):
                        found = measure_lists("candidates", f"{engine:10} {user}", Reader(port, key), conditions, goal)
                        missed += found[0]
                        slowest[f"{kind} of {user}"] = found[1]
                memory = anonymous_memory(process.pid) / 1e6
            figures = ", ".join(f"{name} {p99:.1f} ms" for name, p99 in slowest.items())
            show("candidates", f"{engine}: {len(missed)} miss a goal; slowest p99: {figures}; RssAnon {memory:.0f} MB")


# --- new candidates

def post_candidate_script(folder, key):
    """A script for wrk that posts the same person with another e-mail address each time."""
    script = pathlib.Path(folder) / "post_candidate.lua"
    script.write_text(f"""local number = 0
local body = [[{json.dumps(PERSON)}]]
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-SmartToken"] = "{key}"
request = function()
  number = number + 1
  return wrk.format(nil, nil, nil, (body:gsub("NUMBER", number)))
end
""")
    return script


def counted(process, port):
    """CPU seconds of the server, its writes and its commits."""
    return cpu_seconds(process.pid), *(metric(port, f"callboard_store_{name}_total") for name in ("writes", "commits"))


def cpu_of(command, **options):
    """The output of a command, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def post_round(folder, what):
    """Candidates per second of a new server, and of the bare loop with groups of the same size: their ratio, each of them, the
    CPU time of each; p99; the size of groups; memory."""
    with callboard("--log-level", "warn") as (process, port, key):
        job = json.load(call(port, "/jobs", key, JOB))["id"]
        path = {"candidates": "/candidates", "applicants": f"/jobs/{job}/candidates"}[what]
        start = counted(process, port)
        requests, rate, p99, _ = load(port, path, script=post_candidate_script(folder, key))
        cpu, writes, commits = (now - then for now, then in zip(counted(process, port), start))
        memory = anonymous_memory(process.pid) / 1e6
    with tempfile.TemporaryDirectory(dir=folder) as bare:
        subprocess.run([PROGRAM, "migrate", "--data-dir", bare], check=True, stdout=subprocess.DEVNULL)
        out, bare_cpu = cpu_of(pinned(SERVER_CORE, BUILD / "bare_sqlite", f"{bare}/callboard.db",
                                      max(1, round(writes / commits)), SECONDS, what))
    bare_rate = float(out)
    return (rate / bare_rate, rate, bare_rate, cpu / requests * 1e6, bare_cpu / (bare_rate * SECONDS) * 1e6, p99,
            writes / commits, memory)


def candidate_posts():
    """Durable POST /candidates, and of candidates for a job, who are then searched for; SQLite, 64 connections."""
    for what in ("candidates", "applicants"):
        with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
            rounds = [post_round(folder, what) for _ in range(ROUNDS)]
        ratio, rate, bare, cpu, bare_cpu, p99, group, memory = (statistics.median(values) for values in zip(*rounds))
        show("post", f"{what}: {ratio:.2f} of a bare loop ({rate:.0f} against {bare:.0f} per second, {cpu:.0f} against "
                     f"{bare_cpu:.0f} us of CPU each, groups of {group:.0f}, p99 {p99:.0f} ms, RssAnon {memory:.0f} MB; {disk})")


# --- moves

def moves():
    """PUT of an application's status, durable, each connection another user's with applications of their own."""
    with filled_database(CANDIDATES) as (folder, made), DiskWatch() as disk:
        lines = "".join(f"{each['api_key']} {' '.join(each['applications'])}\n" for each in made["movers"])
        with serving(["--data-dir", f"{folder}/data"], "--log-level", "warn") as (process, port):
            runs = [move_round(process, port, lines) for _ in range(ROUNDS + 1)]
            memory = anonymous_memory(process.pid) / 1e6
    rate, p99, own, cpu, group = (statistics.median(values) for values in zip(*runs[1:]))  # the first one warms up
    show("moves", f"{rate:.0f} durable moves per second ({len(made['movers'])} users, {cpu:.0f} us of CPU each, groups of "
                  f"{group:.0f}, p99 {p99:.0f} ms, load generator {own:.0%} of its core, RssAnon {memory:.0f} MB; {disk}): "
                  f"{'ok' if rate >= MOVES_GOAL else 'MISSED'}")


def move_round(process, port, lines):
    start = counted(process, port)
    out = subprocess.run(pinned(LOAD_CORE, BUILD / "move_load", port, SECONDS), input=lines, stdout=subprocess.PIPE, text=True,
                         check=True).stdout
    cpu, writes, commits = (now - then for now, then in zip(counted(process, port), start))
    return *map(float, out.split()), cpu / writes * 1e6, writes / commits


# --- growth

def path_script(folder, name, paths):
    """A script for wrk that gets one path after another."""
    script = pathlib.Path(folder) / f"{name}.lua"
    listed = ",\n".join(f'"{path}"' for path in paths)
    script.write_text(f"""local paths = {{{listed}}}
local number = 0
request = function()
  number = number % #paths + 1
  return wrk.format(nil, paths[number])
end
""")
    return script


def requests_of(folder, made):
    """Arguments of cpu_per_request() by name. Lists are read one after another, as the API allows a user."""
    points = {"candidate": [f"/candidates/{each.split('/')[0]}" for each in made["sample"]],
              "application": [f"/candidates/{each}" for each in made["sample"]],
              "history": [f"/candidates/{each}/status/history" for each in made["sample"]]}
    lists = {"none": "", "status": "&status=NEW", "updatedAfter": f"&updatedAfter={time_before(made, 365)}",
             "jobId": f"&jobId={made['big_job']}", "q, rare": f"&q={made['words']['rare']}",
             "q, usual": f"&q={made['words']['usual']}", "q, common": f"&q={made['words']['common']}"}
    return ({f"point {name}": (paths[0], {"script": path_script(folder, name, paths)}) for name, paths in points.items()}
            | {f"list {name}": (f"/candidates?limit=100{condition}", {"connections": 1}) for name, condition in lists.items()})


def growth():
    """CPU time of requests with many candidates against the same with few, SQLite."""
    with (filled_database(FEW_CANDIDATES) as (few, of_few), filled_database(CANDIDATES) as (many, of_many),
          contextlib.ExitStack() as servers):
        asked = []
        for folder, made in ((few, of_few), (many, of_many)):
            process, port = servers.enter_context(serving(["--data-dir", f"{folder}/data"], "--log-level", "warn"))
            asked.append((process, port, made["api_key"], requests_of(folder, made)))
        for name in asked[0][3]:
            found = [[], []]
            for _ in range(ROUNDS):
                for figures, (process, port, key, requests) in zip(found, asked):
                    path, options = requests[name]
                    figures.append(cpu_per_request(process, port, path, key, **options))
            small, large = map(statistics.median, found)
            most = 1.2 if name.startswith("point") else 1.5
            show("growth", f"{name:20} {large / small:.2f} of the CPU with {FEW_CANDIDATES} candidates ({large:.0f} against "
                           f"{small:.0f} us): {'ok' if large <= most * small else 'MISSED'}")
        memory = anonymous_memory(asked[1][0].pid) / 1e6
    show("growth", f"RssAnon {memory:.0f} MB: {'ok' if memory < MEMORY_GOAL else 'MISSED'}")
