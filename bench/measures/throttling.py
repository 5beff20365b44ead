"""The measures of limits: the cost for a request, for a refusal, and for others while one user is refused."""
import json
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from harness import (LIMITS_OFF, LOAD_CORE, PROGRAM, ROUNDS, alternate, callboard, callgrind, cpu_per_request, demo_server,
                     free_port, instructions, load, log_tail, microbenchmark, nginx, on_load_core, pinned, running, show)


def throttle():
    show("throttle", f"{microbenchmark('throttle_hot_user'):.0f} ns to admit and release one busy user, "
                     f"{microbenchmark('throttle_million_users'):.0f} ns each of a million, who take "
                     f"{microbenchmark('throttle_million_users', 'MB'):.0f} MB")


def throttled_request():
    """The cost of limits for an admitted request."""
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
    """The first 429 of a caller who repeats a request; call() would exit at an error."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"X-SmartToken": key})
    while True:
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as answer:
            if answer.code == 429:
                return answer
            sys.exit(f"{path}: {answer.code} {answer.read().decode(errors='replace')}\n{log_tail(port)}")


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
                "nginx": lambda: cpu_per_request(theirs, their_port, path, key, refused=True),
                "ours": lambda: cpu_per_request(ours, port, path, key, refused=True)})
    show("too_many", f"{cpu['nginx'] / cpu['ours']:.2f} of nginx's limit_req for a 429 "
                     f"({cpu['ours']:.1f} against {cpu['nginx']:.1f} us of CPU)")


def fairness():
    """p99 of users who call now and then, while another one is refused as fast as it can call."""
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
            # At low priority: flood and measuring client share a core, and how they compete is not what is measured.
            command = ["nice", "-n", "19", *pinned(LOAD_CORE, "wrk", "-t1", "-c2", "-d10s", "-H",
                                                   f"X-SmartToken: {demo['api_key']}",
                                                   f"http://127.0.0.1:{port}/user-api/v201804/users/me")]
            flood = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            time.sleep(0.2)
            p99 = quiet()
            rates.append(float(re.search(r"Requests/sec:\s+([\d.]+)", flood.communicate()[0])[1]))
            return p99

        rates = []
        with on_load_core():
            p99 = alternate({"quiet": quiet, "flooded": flooded})
    show("fairness", f"{p99['flooded'] / p99['quiet']:.2f} of the p99 without, while another user makes "
                     f"{statistics.median(rates):.0f} requests/s ({p99['flooded']:.2f} against {p99['quiet']:.2f} ms)")


def shared_limits():
    """The cost of a round trip to Redis, with one slot acquired and released by each request."""
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
