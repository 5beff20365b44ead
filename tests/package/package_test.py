"""The packages of a release: what is in them, and that the Debian package can be installed in a clean system, started,
removed and purged. CALLBOARD is the program they are made from.
"""
import hashlib
import http.client
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

from clean_system import CannotBeMade, CleanSystem, as_root, require_root

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("CALLBOARD", PROJECT / "build/release/callboard")).resolve()
PACKAGED_FILES = (
    "/usr/bin/callboard", "/usr/lib/systemd/system/callboard.service", "/etc/callboard/callboard.toml",
    "/usr/share/man/man1/callboard.1.gz", "/usr/share/bash-completion/completions/callboard",
    "/usr/share/zsh/vendor-completions/_callboard", "/usr/share/fish/vendor_completions.d/callboard.fish",
    "/usr/share/doc/callboard/changelog.gz", "/usr/share/doc/callboard/copyright")


def output_of(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout


def fields_of(package):
    return dict(line.split(": ", 1) for line in output_of("dpkg-deb", "-f", package).splitlines() if ": " in line)


def setUpModule():
    global folder, package, symbols, tarball, image
    folder = pathlib.Path(unittest.enterModuleContext(tempfile.TemporaryDirectory()))
    folder.chmod(0o755)  # the user of the server goes through it
    made = output_of(sys.executable, PROJECT / "tools/package.py", PROGRAM, folder / "made")
    package, symbols, tarball, image = (pathlib.Path(os.path.abspath(line)) for line in made.splitlines())


class Server:
    """`callboard serve` by a command that ends with its options; stopped at the end."""

    def __init__(self, command):
        self.process = subprocess.Popen([*command, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)

    def __enter__(self):
        printed = ""
        for line in self.process.stdout:
            printed += line
            if match := re.match(r"listening on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(match[1])
                return self
        raise AssertionError(f"the server ended with {self.process.wait()}: {printed}")

    def __exit__(self, *_):
        # As root, because sudo runs as root, too, and passes the signal on.
        subprocess.run(as_root("kill", self.process.pid), check=True)
        self.rest = self.process.stdout.read()
        self.process.stdout.close()
        self.exit_code = self.process.wait()

    def status_of(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()


class Package(unittest.TestCase):
    def test_has_all_files_and_nothing_else(self):
        listed = output_of("dpkg-deb", "-c", package).splitlines()
        files = {line.split()[5].removeprefix(".") for line in listed if line.startswith("-")}
        self.assertEqual(files, set(PACKAGED_FILES))
        self.assertTrue(all(line.split()[1] == "root/root" for line in listed))

    def test_depends_on_the_libraries_of_the_program(self):
        fields = fields_of(package)
        self.assertEqual(fields["Version"], output_of(PROGRAM, "version").strip())
        self.assertRegex(fields["Depends"], r"\blibc6 \(>= [\d.]+\)")
        for library in ("libpq5", "libsqlite3-0", "libssl3", "libcurl4", "ca-certificates", "tzdata"):
            self.assertIn(library, fields["Depends"])

    def test_has_no_debug_information(self):
        output_of("dpkg-deb", "-x", package, folder / "extracted")
        program = folder / "extracted/usr/bin/callboard"
        self.assertNotIn(".debug_", output_of("readelf", "-SW", program))
        self.assertLess(program.stat().st_size, PROGRAM.stat().st_size)
        self.assertEqual(output_of(program, "version"), output_of(PROGRAM, "version"))

    def test_has_debug_symbols_where_debuggers_look_for_them(self):
        build_id = re.search(r"Build ID: ([0-9a-f]+)", output_of("readelf", "-n", PROGRAM))[1]
        output_of("dpkg-deb", "-x", symbols, folder / "symbols")
        file = folder / "symbols/usr/lib/debug/.build-id" / build_id[:2] / f"{build_id[2:]}.debug"
        self.assertIn(".debug_info", output_of("readelf", "-SW", file))
        self.assertIn(build_id, output_of("readelf", "-n", file))
        self.assertIn("callboard (= ", fields_of(symbols)["Depends"])

    def test_sets_only_the_data_directory(self):
        output_of("dpkg-deb", "-x", package, folder / "settings")
        lines = (folder / "settings/etc/callboard/callboard.toml").read_text().splitlines()
        self.assertEqual([line for line in lines if line and not line.startswith("#")], ['data-dir = "/var/lib/callboard"'])

    def test_has_a_unit_that_systemd_accepts(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("systemd-analyze is not installed")
        unit = folder / "callboard.service"
        text = (PROJECT / "packaging/callboard.service").read_text()
        unit.write_text(text.replace("ExecStart=/usr/bin/callboard", f"ExecStart={PROGRAM}"))
        verified = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
        self.assertEqual([line for line in verified.stderr.splitlines() if "callboard.service" in line], [])
        # 0 is no exposure, 10 (here 100) is none of the protections.
        checked = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=25", unit],
                                 capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


class InstalledPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        depends = [part.strip() for part in fields_of(package)["Depends"].split(",")]
        try:
            cls.system = CleanSystem(folder / "system", depends)
        except CannotBeMade as reason:
            raise unittest.SkipTest(f"no clean system can be made here: {reason}") from None
        cls.addClassCleanup(cls.system.remove)
        shutil.copyfile(package, cls.system.root / "callboard.deb")

    def owner_and_mode(self, path):
        return self.system.run("stat", "-c", "%U:%G %a", path).strip()

    def has(self, path):
        return subprocess.run(self.system.command("test", "-e", path)).returncode == 0

    def server(self):
        return Server(self.system.command("callboard", "serve", "--config", "/etc/callboard/callboard.toml",
                                          user="callboard:callboard"))

    # One test, because each step begins where the one before it ended.
    def test_can_be_installed_started_updated_removed_and_purged(self):
        self.system.run("dpkg", "-i", "/callboard.deb")  # also checks that the dependencies suffice
        for path in PACKAGED_FILES:
            self.assertTrue(self.has(path), path)
        self.assertRegex(self.system.run("getent", "passwd", "callboard"), r":/var/lib/callboard:/usr/sbin/nologin$")
        self.assertEqual(self.owner_and_mode("/var/lib/callboard"), "callboard:callboard 700")
        self.assertEqual(self.owner_and_mode("/etc/callboard/callboard.toml"), "root:callboard 640")
        self.assertEqual(self.owner_and_mode("/usr/bin/callboard"), "root:root 755")

        with self.server() as server:
            self.assertEqual(server.status_of("/healthz"), 200)
            self.assertEqual(server.status_of("/readyz"), 200)
        self.assertEqual(server.exit_code, 0, server.rest)
        self.assertEqual(self.owner_and_mode("/var/lib/callboard/callboard.db"), "callboard:callboard 600")

        self.system.run("sh", "-c", "echo 'workers = 1' >> /etc/callboard/callboard.toml")
        self.system.run("dpkg", "-i", "/callboard.deb")
        self.assertIn("workers = 1", self.system.run("cat", "/etc/callboard/callboard.toml"))
        self.assertEqual(self.owner_and_mode("/etc/callboard/callboard.toml"), "root:callboard 640")
        with self.server() as server:
            self.assertEqual(server.status_of("/readyz"), 200)

        self.system.run("dpkg", "--remove", "callboard")
        self.assertFalse(self.has("/usr/bin/callboard"))
        self.assertTrue(self.has("/var/lib/callboard/callboard.db"))
        self.assertTrue(self.has("/etc/callboard/callboard.toml"))

        self.system.run("dpkg", "--purge", "callboard")
        self.assertFalse(self.has("/var/lib/callboard"))
        self.assertFalse(self.has("/etc/callboard"))


class Tarball(unittest.TestCase):
    def test_has_the_program_and_its_documents(self):
        with tarfile.open(tarball) as archive:
            archive.extractall(folder / "tarball")
        root = next((folder / "tarball").iterdir())
        self.assertEqual(root.name, tarball.name.removesuffix(".tar.gz"))
        self.assertEqual(output_of(root / "bin/callboard", "version"), output_of(PROGRAM, "version"))
        for name in ("LICENSE", "CHANGELOG.md", "callboard.toml", "callboard.service", "share/man/man1/callboard.1.gz"):
            self.assertTrue((root / name).is_file(), name)


class Image(unittest.TestCase):
    def setUp(self):
        with tarfile.open(image) as archive:
            self.files = {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}
        index = json.loads(self.files["index.json"])
        self.manifest = json.loads(self.blob(index["manifests"][0]))
        self.config = json.loads(self.blob(self.manifest["config"]))

    def blob(self, descriptor):
        content = self.files["blobs/" + descriptor["digest"].replace(":", "/")]
        self.assertEqual(len(content), descriptor["size"])
        self.assertEqual("sha256:" + hashlib.sha256(content).hexdigest(), descriptor["digest"])
        return content

    def test_is_an_oci_layout(self):
        self.assertEqual(json.loads(self.files["oci-layout"])["imageLayoutVersion"], "1.0.0")
        self.assertEqual(self.config["config"]["Entrypoint"] + self.config["config"]["Cmd"], ["/usr/bin/callboard", "serve"])
        self.assertEqual(self.config["config"]["Volumes"], {"/var/lib/callboard": {}})
        self.assertNotIn(self.config["config"]["User"].split(":")[0], ("", "0", "root"))
        for layer, wanted in zip(self.manifest["layers"], self.config["rootfs"]["diff_ids"], strict=True):
            with tarfile.open(fileobj=io.BytesIO(self.blob(layer))) as archive:
                self.assertGreater(len(archive.getnames()), 2)
                archive.fileobj.seek(0)
                self.assertEqual("sha256:" + hashlib.sha256(archive.fileobj.read()).hexdigest(), wanted)

    def test_serves_as_its_user(self):
        try:
            require_root()
        except CannotBeMade as reason:
            self.skipTest(str(reason))
        root = folder / "image"
        root.mkdir()
        self.addCleanup(subprocess.run, as_root("rm", "-rf", root), check=True)
        for layer in self.manifest["layers"]:
            subprocess.run(as_root("tar", "-xzf", "-", "-C", root), input=self.blob(layer), check=True)
        entered = as_root("env", "-i", *self.config["config"]["Env"], "/usr/sbin/chroot", f"--userspec={self.config['config']['User']}", root)
        with Server([*entered, "/usr/bin/callboard", "serve"]) as server:
            self.assertEqual(server.status_of("/readyz"), 200)
        self.assertEqual(server.exit_code, 0, server.rest)


if __name__ == "__main__":
    unittest.main()
