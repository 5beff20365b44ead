#!/usr/bin/env python3
"""Mails reach a real SMTP server (aiosmtpd) over TLS: one that wants a password, refuses, asks to come again, hangs and dies.

    mail_test.py PROGRAM
"""
import email
import email.policy
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

PROGRAM = sys.argv[1]
TIME_LIMIT = 60  # seconds until something that must happen counts as missing
USER, PASSWORD = "callboard", "s3cret-of-the-mail-server"


def require(condition, what):
    if not condition:
        sys.exit(f"mail_test: {what}")


def eventually(condition, what):
    until = time.monotonic() + TIME_LIMIT
    while not (result := condition()):
        require(time.monotonic() < until, f"it never happened: {what}")
        time.sleep(0.02)
    return result


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class MailServer:
    """Keeps the mails, by the local part of the recipient, which also chooses how they are treated."""

    def __init__(self, folder, port):
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        if not certificate.exists():
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                            certificate], check=True, stderr=subprocess.DEVNULL)
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(certificate, key)
        self.certificate, self._port = certificate, port
        self.mails, self.attempts, self.released = {}, {}, threading.Event()
        self.start()

    def start(self):
        self._controller = Controller(self, hostname="localhost", port=self._port, ssl_context=self._context,
                                      authenticator=self.authenticate, auth_required=True, auth_require_tls=False,
                                      ready_timeout=TIME_LIMIT)
        self._controller.start()

    def stop(self):
        self._controller.stop()

    def authenticate(self, server, session, envelope, mechanism, data):
        fits = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=fits, handled=fits)

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        self.attempts[name] = self.attempts.get(name, 0) + 1
        if name == "unknown":
            return "550 no such user"
        if name == "grey" and self.attempts[name] == 1:
            return "451 come again later"
        if name == "slow":
            await server.loop.run_in_executor(None, self.released.wait, TIME_LIMIT)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        self.mails.setdefault(name, []).append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 accepted"


class Server:
    def __init__(self, folder, smtp_url, *flags):
        self._where = ["--data-dir", str(folder)]
        self._flags = ["--sandbox", "--smtp-from", "callboard@example.test", *flags]
        self._environment = {**os.environ, "CALLBOARD_SMTP_URL": smtp_url}
        self._log = pathlib.Path(tempfile.mkstemp(suffix=".log")[1])
        self._key = json.loads(self.command("demo", "--json"))["api_key"]
        self.start()

    def command(self, *arguments):
        return subprocess.run([PROGRAM, *arguments, *self._where], capture_output=True, text=True, check=True).stdout

    def start(self):
        with self._log.open("a") as log:
            self._process = subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", *self._where, *self._flags],
                                             stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment)
        line = self._process.stdout.readline()
        require(line.startswith("listening on "), f"the server did not start: {self.log()}")
        self._address = line.removeprefix("listening on ").strip()

    def log(self):
        return self._log.read_text()

    def kill(self):
        self._process.kill()
        self._process.wait()

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self._address + path, None if body is None else json.dumps(body).encode(),
                                         {"X-SmartToken": self._key, "Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=TIME_LIMIT) as answer:
            return json.loads(answer.read() or b"null")

    def advance(self, duration):
        self.ask("POST", "/sandbox/clock", {"advance": duration})

    def invite(self, name, first_name="Grace"):
        user = self.ask("POST", "/user-api/v201804/users",
                        {"email": f"{name}@example.test", "firstName": first_name, "lastName": "Hopper", "systemRole": {"id": "STANDARD"}})
        self.ask("POST", f"/user-api/v201804/users/{user['id']}/activation-email")

    def mail_to(self, name):
        listed = json.loads(self.command("mail", "list", "--json"))["items"]
        return next(mail for mail in listed if mail["to"] == f"{name}@example.test")


def arrives(mails, name):
    return eventually(lambda: mails.mails.get(name), f"a mail to {name} arrives")[0]


def content_of(mail):
    parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
    require(sorted(parts) == ["text/html", "text/plain"], f"the mail has the parts {sorted(parts)}")
    return parts


def main():
    with tempfile.TemporaryDirectory() as name:
        folder, port = pathlib.Path(name), free_port()
        mails = MailServer(folder, port)
        url = f"smtps://{USER}:{PASSWORD}@localhost:{port}"

        server = Server(folder / "data", url, "--smtp-ca-file", str(mails.certificate))

        # Somebody else's text stays text, in the headers and in HTML.
        server.invite("new", "Ev\u0131l <b>Bcc: x@example.test</b>")
        mail = arrives(mails, "new")
        parts = content_of(mail)
        link = re.search(r"http://\S+", parts["text/plain"]).group()
        require(link in parts["text/html"] and "<b>Bcc" not in parts["text/html"], "the HTML part has the link and no foreign markup")
        require(mail["Bcc"] is None and str(mail["To"]) == "new@example.test", f"the recipient is {mail['To']}")
        require(urllib.request.urlopen(link).status == 200, "the link of the mail opens a page")

        # Refused for good.
        server.invite("unknown")
        eventually(lambda: server.mail_to("unknown")["status"] == "FAILED", "a mail to an unknown recipient is given up")
        require("550" in server.mail_to("unknown")["failure"], "the reason of the failure is kept")

        # To come again, and then the same mail.
        server.invite("grey")
        eventually(lambda: server.mail_to("grey")["attempts"] == 1, "the first attempt fails")
        server.advance("2m")
        arrives(mails, "grey")
        eventually(lambda: server.mail_to("grey")["status"] == "SENT", "the second attempt succeeds")

        # A server that hangs holds up one mail only.
        server.invite("slow")
        eventually(lambda: mails.attempts.get("slow"), "the mail server has the recipient")
        server.invite("quick")
        arrives(mails, "quick")
        require("slow" not in mails.mails, "the mail server still hangs")
        mails.released.set()
        arrives(mails, "slow")

        # A mail server that is gone, and a server that dies after the change was committed.
        mails.stop()
        server.invite("later")
        server.kill()
        mails.start()
        server.start()
        server.advance("10m")
        arrives(mails, "later")
        require(len({mail["Message-ID"] for mail in mails.mails["later"]}) == 1, "a repeated mail has the same Message-ID")

        # A mail server that cannot show who it is gets nothing.
        server.kill()
        server = Server(folder / "other", url)
        server.invite("careful")
        eventually(lambda: "certificate" in server.mail_to("careful").get("failure", ""), "the certificate is refused")
        require("careful" not in mails.mails, "the mail waits")
        server.kill()

        for file in [*folder.rglob("*"), server._log]:
            if file.is_file():
                require(PASSWORD.encode() not in file.read_bytes(), f"{file} has the password of the mail server")
                require(link.rsplit("=", 1)[-1].encode() not in file.read_bytes(), f"{file} has the link of a mail")
        mails.stop()


main()
