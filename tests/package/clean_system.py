"""A minimal Debian in a folder, made without network from files of this machine: the essential packages, those that are
named, and all that they depend on, in a dpkg database of its own. Nothing is mounted, and the host is not changed.
"""
import os
import pathlib
import re
import shutil
import subprocess

DATABASE = pathlib.Path("/var/lib/dpkg")
SKIPPED = re.compile(r"/usr/share/(doc|man|info|locale|i18n)/")
DEVICES = {"null": ("1", "3"), "zero": ("1", "5"), "random": ("1", "8"), "urandom": ("1", "9")}


class CannotBeMade(Exception):
    pass


def as_root(*command):
    """The command as root would run it; sudo is asked for no password."""
    return [*([] if os.geteuid() == 0 else ["sudo", "-n"]), *map(str, command)]


def require_root():
    if os.geteuid() != 0 and (not shutil.which("sudo") or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode):
        raise CannotBeMade("installing into a chroot needs root, or sudo without a password")


def installed_packages():
    """Name and virtual names of each installed package: (name, essential, dependencies)."""
    form = "${Package}\t${Essential}\t${db:Status-Status}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    packages = {}
    for line in subprocess.check_output(["dpkg-query", "-W", "-f", form], text=True).splitlines():
        name, essential, status, needs, provides = line.split("\t")
        if status == "installed":
            for each in [name, *names_in(provides)]:
                if each == name or each not in packages:
                    packages[each] = (name, essential == "yes", needs)
    return packages


def names_in(relation):
    return [re.match(r"[^\s(:]+", part.strip())[0] for part in relation.split(",") if part.strip()]


def with_dependencies(wanted):
    packages = installed_packages()
    waiting = [name for name, essential, _ in packages.values() if essential] + list(wanted)
    found = set()
    while waiting:
        alternatives = names_in(waiting.pop().replace("|", ","))
        known = next((each for each in alternatives if each in packages), None)
        if known is None:
            raise CannotBeMade(f"the package {' or '.join(alternatives)} is not installed on this machine")
        name, _, needs = packages[known]
        if name not in found:
            found.add(name)
            waiting += [part for part in needs.split(",") if part.strip()]
    return sorted(found)


class CleanSystem:
    def __init__(self, root, packages):
        require_root()
        self.root = pathlib.Path(root)
        names = with_dependencies(packages)
        try:
            self._fill(names)
        except BaseException:
            self.remove()
            raise

    def _fill(self, names):
        self._link_merged_folders()
        for path in sorted(set(subprocess.check_output(["dpkg-query", "-L", *names], text=True).splitlines())):
            if path.startswith("/") and path != "/." and not SKIPPED.match(path):
                self._copy(path)
        self._add_database(names)
        for folder, mode in (("dev", 0o755), ("tmp", 0o1777), ("run", 0o755), ("var/lib", 0o755)):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
            (self.root / folder).chmod(mode)
        for file in ("passwd", "group"):
            shutil.copyfile(f"/usr/share/base-passwd/{file}.master", self.root / "etc" / file)
        for name, numbers in DEVICES.items():
            self._as_root("mknod", "-m", "666", self.root / "dev" / name, "c", *numbers)
        self._as_root("chown", "-R", "root:root", self.root / "etc", self.root / "var")
        self.run("ldconfig")

    def run(self, *command):
        """Runs a command inside, as root, and returns what it prints."""
        done = subprocess.run(self.command(*command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}"
        return done.stdout

    def command(self, *command, user="root"):
        environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
        return as_root("/usr/sbin/chroot", f"--userspec={user}", self.root, *environment, *command)

    def remove(self):
        subprocess.run(as_root("rm", "-rf", self.root), check=True)

    def _as_root(self, *command):
        done = subprocess.run(as_root(*command), capture_output=True, text=True)
        if done.returncode:
            raise CannotBeMade(done.stderr.strip())

    def _link_merged_folders(self):
        (self.root / "usr").mkdir(parents=True)
        for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
            if os.path.islink(f"/{name}"):
                (self.root / name).symlink_to(os.readlink(f"/{name}"))
                (self.root / os.readlink(f"/{name}")).mkdir(exist_ok=True)

    def _copy(self, path):
        copy = self.root / path.lstrip("/")
        try:
            if os.path.islink(path):
                if not os.path.lexists(copy):
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    copy.symlink_to(os.readlink(path))
            elif os.path.isdir(path):
                copy.mkdir(parents=True, exist_ok=True)
            elif os.path.isfile(path) and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
                copy.chmod(os.stat(path).st_mode & 0o777)
        except PermissionError:
            pass  # readable by root only, such as keys: not needed

    def _add_database(self, names):
        database = self.root / DATABASE.relative_to("/")
        for folder in ("info", "updates", "triggers"):
            (database / folder).mkdir(parents=True, exist_ok=True)
        (database / "status").write_bytes(subprocess.check_output(["dpkg-query", "-s", *names]))
        for name in names:
            for listed in [*DATABASE.glob(f"info/{name}.list"), *DATABASE.glob(f"info/{name}:*.list")]:
                shutil.copyfile(listed, database / "info" / listed.name)
        shutil.copyfile(DATABASE / "info" / "format", database / "info" / "format")
