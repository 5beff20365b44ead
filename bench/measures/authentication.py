"""The measures of authentication: refresh tokens, bearer tokens, signing in."""
import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import urllib.request
from http.client import HTTPConnection

from harness import (BUILD, LOAD_CORE, PROGRAM, ROUNDS, SECONDS, DiskWatch, alternate, basic_authorization, callgrind,
                     cpu_seconds, demo_server, instructions, load, metric, microbenchmark, oidc_provider, pinned, show)


class Browser:
    """A client of the web pages: one connection, its cookies, and the tokens of its forms."""

    def __init__(self, port):
        self._connection = HTTPConnection("127.0.0.1", port)
        self._cookies = {}

    def visit(self, path, **form):
        """Gets a page, or posts a form; the token of the page's form, and the Location of the answer."""
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


def authorize_application(port, demo, where, count):
    """Registers an application and lets a user authorize it so many times: its Authorization header, and the tokens of each
    time."""
    address = "http://127.0.0.1:1/callback"
    made = subprocess.run([PROGRAM, "app", "register", "--json", "--name", "Bench", "--redirect-uri", address, "--scope",
                           "user_me_read configuration_read", *where], capture_output=True, text=True, check=True)
    app = json.loads(made.stdout)
    allow = "/identity/oauth/allow?" + urllib.parse.urlencode(
        {"client_id": app["client_id"], "redirect_uri": address, "scope": "user_me_read configuration_read"})
    header = basic_authorization(app["client_id"], app["client_secret"])
    person = Browser(port)
    person.sign_in(demo["email"], demo["password"])
    person.visit(allow, token=person.visit(allow)[0], decision="authorize")
    tokens = []
    for _ in range(count):  # without a consent page: consent was given above
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(person.visit(allow)[1]).query)["code"][0]
        form = urllib.parse.urlencode({"grant_type": "authorization_code", "code": code}).encode()
        tokens.append(json.load(urllib.request.urlopen(urllib.request.Request(
            f"http://127.0.0.1:{port}/identity/oauth/token", form, {"Authorization": header}))))
    return header, tokens


class RefreshChains:
    """Chains of refresh tokens, which every run of the load generator continues."""

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
        header, tokens = authorize_application(port, demo, where, chains)
        ours = RefreshChains(process, port, "/identity/oauth/token", header, [each["refresh_token"] for each in tokens])
        peer = RefreshChains(their_process, their_port, "/token", *theirs)
        ours.rate(), peer.rate()  # warm up
        rates = alternate({"ours": ours.rate, "peer": peer.rate})
        group = metric(port, "callboard_store_writes_total") / metric(port, "callboard_store_commits_total")
    show("refresh", f"{rates['ours'] / rates['peer']:.1f} times oidc-provider in memory ({rates['ours']:.0f} durable against "
                    f"{rates['peer']:.0f} exchanges/s; ours: {ours}, groups of {group:.0f}; its: {peer}; {disk})")


def with_and_without_bearer(access_token):
    """Two requests that are refused alike, with 406: on a public route, and on one that authenticates the caller and
    checks the scopes before. Paths and headers."""
    html = "Accept: text/html"
    return {"open": ("/readyz", [html, f"X-Unused-Words: Bearer {'x' * len(access_token)}"]),
            "bearer": ("/configuration/company", [html, f"Authorization: Bearer {access_token}"])}


def bearer():
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        with demo_server("--log-level", "warn", under=callgrind(folder)) as (process, port, demo, where):
            _, [tokens] = authorize_application(port, demo, where, 1)
            count = {name: instructions(folder, process, port, path, [headers], 406)
                     for name, (path, headers) in with_and_without_bearer(tokens["access_token"]).items()}
    # callgrind's processor has no instructions for SHA-256, so that its count is an upper bound.
    show("bearer", f"{microbenchmark('bearer_authentication'):.0f} ns that a bearer token adds ({count['bearer']:.0f} against "
                   f"{count['open']:.0f} instructions for the request)")


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
            person = Browser(port)
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
