#!/usr/bin/env python3
"""The alert rules and the dashboard in monitoring/: Prometheus accepts the rules, they fire when they should, and they
and the dashboard name only metrics and labels that a server has.

    monitoring_test.py PROGRAM
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[2]
RULES = PROJECT / "monitoring" / "alerts.yml"
DASHBOARD = PROJECT / "monitoring" / "grafana-dashboard.json"


def metrics_of(program):
    """The metrics page of a server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--log-level", "error",
                   "--redis", "redis://127.0.0.1:1", "--smtp-url", "smtp://127.0.0.1:1"]  # do not respond, but add their metrics
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                address = server.stdout.readline().strip().removeprefix("listening on ")
                with urllib.request.urlopen(address + "/metrics") as answer:
                    return answer.read().decode()
            finally:
                server.terminate()


def names_in(text):
    return set(re.findall(r"\bcallboard_[a-z_]+", text))


def check_names(page):
    known = set(re.findall(r"^# TYPE (\S+) (?!histogram)", page, re.M))
    known |= {f"{name}_{part}" for name in re.findall(r"^# TYPE (\S+) histogram", page, re.M)
              for part in ("bucket", "sum", "count")}
    dashboard = json.loads(DASHBOARD.read_text())
    used = names_in(RULES.read_text()) | names_in(json.dumps(dashboard))
    assert len(used) > 15, used
    assert used <= known, f"no server has {sorted(used - known)}"
    base = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used}
    missing = {re.sub(r"_(bucket|sum|count)$", "", name) for name in known} - base
    assert missing <= {"callboard_throttle_made_alone", "callboard_webhook_queue_reads_total"}, \
        f"nobody would see {sorted(missing)}"
    for label, value in re.findall(r'\b(outcome)="([a-z_]+)"', RULES.read_text()):
        assert f'{label}="{value}"' in page, f"no metric has {label}={value}"


def check_rules():
    subprocess.run(["promtool", "check", "rules", RULES], check=True)
    with tempfile.TemporaryDirectory() as folder:  # the test names the rules relative to itself
        shutil.copy(RULES, folder)
        test = shutil.copy(pathlib.Path(__file__).with_name("alerts_test.yml"), folder)
        subprocess.run(["promtool", "test", "rules", test], check=True)


def check_documentation():
    document = (PROJECT / "docs" / "operations.md").read_text()
    for file in ("monitoring/alerts.yml", "monitoring/grafana-dashboard.json"):
        assert file in document, f"docs/operations.md does not name {file}"


if __name__ == "__main__":
    check_rules()
    check_names(metrics_of(sys.argv[1]))
    check_documentation()
