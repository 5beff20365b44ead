"""Configuring the program needs the packages of `./dev run` and nothing else.

Every package that only tests, benchmarks or checks need is hidden from CMake and pkg-config; the rest must suffice. With
tests enabled, configuring must fail: otherwise nothing was hidden.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
OTHER_COMMANDS = ("test", "sanitize", "bench", "check")


def packages(command):
    return set(subprocess.check_output([PROJECT / "dev", "packages", command], text=True).split())


def files_of(package):
    listed = subprocess.run(["dpkg-query", "-L", package], capture_output=True, text=True)
    return listed.stdout.splitlines() if listed.returncode == 0 else []


def pkg_config_folders():
    path = subprocess.check_output(["pkg-config", "--variable", "pc_path", "pkg-config"], text=True).strip()
    return [pathlib.Path(folder) for folder in path.split(":")]


class Configure(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        hidden = set.union(*map(packages, OTHER_COMMANDS)) - packages("run")
        self.files = [file for package in sorted(hidden) for file in files_of(package)]

    def without_cmake_packages(self):
        names = {match[1] for file in self.files if (match := re.search(r"/cmake/[^/]+/([^/]+?)(?:-c|C)onfig\.cmake$", file))}
        self.assertIn("GTest", names)
        return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in sorted(names)]

    def without_pkg_config_modules(self):
        shown = self.folder / "pkgconfig"
        shown.mkdir(exist_ok=True)
        hidden = {pathlib.Path(file).name for file in self.files if file.endswith(".pc")}
        for module in (file for folder in pkg_config_folders() for file in folder.glob("*.pc")):
            link = shown / module.name
            if module.name not in hidden and not link.exists():
                link.symlink_to(module)
        return {**os.environ, "PKG_CONFIG_LIBDIR": str(shown)}

    def configure(self, *options):
        return subprocess.run(["cmake", "--preset", "release", "-B", self.folder / "build", *self.without_cmake_packages(), *options],
                              cwd=PROJECT, env=self.without_pkg_config_modules(), capture_output=True, text=True)

    def test_the_program_needs_only_its_own_packages(self):
        outcome = self.configure()
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertNotRegex((self.folder / "build" / "build.ninja").read_text(), "gtest|gmock|benchmark")

    def test_hidden_packages_are_out_of_reach(self):
        outcome = self.configure("-DCALLBOARD_TESTS=ON")
        self.assertNotEqual(outcome.returncode, 0)
        self.assertIn("GTest", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
