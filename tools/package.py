#!/usr/bin/env python3
"""Builds the packages of a release from a program that is built already: package.py PROGRAM FOLDER [KIND...]

The kinds are deb, dbgsym, tar and oci; by default all. The version is the one that the program prints. Times in the
packages are SOURCE_DATE_EPOCH, by default the time of the program, so that the same program makes the same packages.
"""
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

from oci_image import write_image

PROJECT = pathlib.Path(__file__).resolve().parents[1]
KINDS = ("deb", "dbgsym", "tar", "oci")
COMPLETIONS = {"bash": "bash-completion/completions/callboard", "zsh": "zsh/vendor-completions/_callboard",
               "fish": "fish/vendor_completions.d/callboard.fish"}
# Besides the shared libraries: users are created with passwd, callbacks need certificates, reports time zones.
OTHER_DEPENDENCIES = "passwd, ca-certificates, tzdata"


def output_of(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def write(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)


def compressed(text):
    return gzip.compress(text.encode(), 9, mtime=0)


class Release:
    def __init__(self, program, folder, work):
        self.program, self.folder, self.work = program, folder, work
        self.version = output_of(program, "version").strip()
        self.architecture = output_of("dpkg", "--print-architecture").strip()
        self.time = int(os.environ.get("SOURCE_DATE_EPOCH") or program.stat().st_mtime)
        self.stripped = work / "debian" / "callboard" / "usr" / "bin" / "callboard"  # where dpkg-shlibdeps wants it
        notes = output_of("readelf", "-n", program)
        self.build_id = re.search(r"Build ID: ([0-9a-f]+)", notes)[1]

    def strip(self):
        self.stripped.parent.mkdir(parents=True)
        subprocess.run(["objcopy", "--strip-all", self.program, self.stripped], check=True)
        self.stripped.chmod(0o755)

    def file_name(self, kind):
        return self.folder / {
            "deb": f"callboard_{self.version}_{self.architecture}.deb",
            "dbgsym": f"callboard-dbgsym_{self.version}_{self.architecture}.deb",
            "tar": f"callboard-{self.version}-linux-{self.architecture}.tar.gz",
            "oci": f"callboard-{self.version}-oci-{self.architecture}.tar",
        }[kind]

    def settings_file(self):
        """The example with the data directory of the package."""
        example = (PROJECT / "packaging" / "callboard.toml").read_text()
        text, count = re.subn(r"(?m)^# data-dir = .*$", 'data-dir = "/var/lib/callboard"', example)
        assert count == 1, "packaging/callboard.toml has no data-dir"
        return text

    def add_shared_files(self, share):
        """The manual page and the completions, at their places below /usr/share."""
        write(share / "man" / "man1" / "callboard.1.gz", compressed(output_of(self.program, "manual")))
        for shell, place in COMPLETIONS.items():
            write(share / place, output_of(self.program, "completion", shell))

    # --- Debian packages

    def control(self, root, name, fields):
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        lines = {"Package": name, "Version": self.version, "Architecture": self.architecture,
                 "Maintainer": "Callboard <callboard@localhost>", "Installed-Size": size, **fields}
        write(root / "DEBIAN" / "control", "".join(f"{key}: {value}\n" for key, value in lines.items()))

    def build_deb(self, root, kind, *options):
        for folder in root.rglob("*"):
            if folder.is_dir():
                folder.chmod(0o755)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.time)}
        output_of("dpkg-deb", "--root-owner-group", *options, "--build", root, self.file_name(kind), env=environment)

    def libraries(self):
        """The packages of the shared libraries, with their least versions."""
        (self.work / "debian" / "callboard" / "DEBIAN").mkdir()  # the mark of a package's folder
        write(self.work / "debian" / "control", "Source: callboard\n\nPackage: callboard\nArchitecture: any\n")
        found = output_of("dpkg-shlibdeps", "--warnings=1", "-O", self.stripped, cwd=self.work)
        return found.strip().removeprefix("shlibs:Depends=")

    def make_deb(self):
        root = self.work / "deb"
        write(root / "usr/bin/callboard", self.stripped.read_bytes(), 0o755)
        write(root / "usr/lib/systemd/system/callboard.service", (PROJECT / "packaging/callboard.service").read_bytes())
        write(root / "etc/callboard/callboard.toml", self.settings_file())
        self.add_shared_files(root / "usr/share")
        documents = root / "usr/share/doc/callboard"
        write(documents / "changelog.gz", compressed((PROJECT / "CHANGELOG.md").read_text()))
        write(documents / "copyright", (PROJECT / "packaging/copyright").read_bytes())
        self.control(root, "callboard", {
            "Section": "net", "Priority": "optional", "Depends": f"{self.libraries()}, {OTHER_DEPENDENCIES}",
            "Suggests": "postgresql, postgresql-client, redis-server",
            "Description": "self-hosted recruiting platform API\n"
                           " Jobs, candidates, applications, offers, webhooks and reports behind an HTTP API, in\n"
                           " one program that stores its data in SQLite or PostgreSQL."})
        write(root / "DEBIAN/conffiles", "/etc/callboard/callboard.toml\n")
        for script in ("postinst", "prerm", "postrm"):
            write(root / "DEBIAN" / script, (PROJECT / "packaging" / script).read_bytes(), 0o755)
        self.build_deb(root, "deb")

    def make_dbgsym(self):
        root = self.work / "dbgsym"
        place = root / "usr/lib/debug/.build-id" / self.build_id[:2] / f"{self.build_id[2:]}.debug"
        place.parent.mkdir(parents=True)
        subprocess.run(["objcopy", "--only-keep-debug", "--compress-debug-sections", self.program, place], check=True)
        place.chmod(0o644)
        self.control(root, "callboard-dbgsym", {
            "Section": "debug", "Priority": "optional", "Depends": f"callboard (= {self.version})",
            "Description": "debug symbols for callboard"})
        self.build_deb(root, "dbgsym", "-Znone")  # the sections are compressed already

    # --- others

    def as_release(self, entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = self.time
        return entry

    def make_tar(self):
        name = f"callboard-{self.version}-linux-{self.architecture}"
        root = self.work / name
        write(root / "bin/callboard", self.stripped.read_bytes(), 0o755)
        self.add_shared_files(root / "share")
        for source in ("LICENSE", "CHANGELOG.md", "packaging/callboard.service", "packaging/callboard.toml"):
            write(root / pathlib.Path(source).name, (PROJECT / source).read_bytes())
        with open(self.file_name("tar"), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            with tarfile.open(fileobj=packed, mode="w") as archive:
                archive.add(root, name, filter=self.as_release)

    def make_oci(self):
        write_image(self.stripped, self.version, self.architecture, self.time, self.file_name("oci"))


def main(program, folder, *kinds):
    if set(kinds) - set(KINDS):
        sys.exit(f"package.py: the kinds are {', '.join(KINDS)}")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        release = Release(pathlib.Path(program).resolve(), folder.resolve(), pathlib.Path(work))
        release.strip()
        for kind in kinds or KINDS:
            release.file_name(kind).unlink(missing_ok=True)
            getattr(release, f"make_{kind}")()
            print(os.path.relpath(release.file_name(kind)))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
