"""Writes an OCI image layout as a tar file, without a container engine.

The image has two layers: what the program needs (its shared libraries, CA certificates, time zones, a user), which
changes rarely, and the program itself.
"""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import time

USER_ID = 10001  # not a user of the host
DATA = "var/lib/callboard"
CERTIFICATES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
ZONES = pathlib.Path("/usr/share/zoneinfo")
MEDIA = "application/vnd.oci.image."


def shared_libraries(program):
    """The paths under which the loader finds them, and the loader."""
    listed = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    assert "not found" not in listed, listed
    return sorted(set(re.findall(r"(/\S+) \(0x", listed)))


class Layer:
    def __init__(self, when):
        self.when = when
        self.bytes = io.BytesIO()
        self.archive = tarfile.open(fileobj=self.bytes, mode="w")
        self.folders = set()

    def add(self, name, mode, content=b"", kind=tarfile.REGTYPE, owner=0, target=""):
        for parent in reversed(pathlib.PurePosixPath(name).parents):
            if str(parent) != "." and parent not in self.folders:
                self.folders.add(parent)
                self._add(str(parent), 0o755, kind=tarfile.DIRTYPE)
        self._add(name, mode, content, kind, owner, target)

    def add_folder(self, name, mode, owner=0):
        self.add(name, mode, kind=tarfile.DIRTYPE, owner=owner)
        self.folders.add(pathlib.PurePosixPath(name))

    def add_file(self, source, name, mode=0o644):
        self.add(name, mode, pathlib.Path(source).read_bytes())

    def _add(self, name, mode, content=b"", kind=tarfile.REGTYPE, owner=0, target=""):
        entry = tarfile.TarInfo(name)
        entry.mode, entry.size, entry.type, entry.mtime = mode, len(content), kind, self.when
        entry.uid = entry.gid = owner
        entry.linkname = target
        self.archive.addfile(entry, io.BytesIO(content))

    def finish(self):
        self.archive.close()
        return self.bytes.getvalue()


def system_layer(program, when):
    layer = Layer(when)
    for library in shared_libraries(program):
        layer.add_file(library, library.lstrip("/"), 0o755)
    layer.add_file(CERTIFICATES, str(CERTIFICATES).lstrip("/"))
    for file in sorted(path for path in ZONES.rglob("*") if path.is_file()):
        name = str(file).lstrip("/")
        if file.is_symlink() and not os.path.isabs(os.readlink(file)):
            layer.add(name, 0o777, kind=tarfile.SYMTYPE, target=os.readlink(file))
        else:
            layer.add_file(file, name)
    layer.add("etc/passwd", 0o644, f"root:x:0:0::/:/\ncallboard:x:{USER_ID}:{USER_ID}::/{DATA}:/\n".encode())
    layer.add("etc/group", 0o644, f"root:x:0:\ncallboard:x:{USER_ID}:\n".encode())
    layer.add("etc/nsswitch.conf", 0o644, b"hosts: files dns\n")
    layer.add_folder("tmp", 0o1777)
    return layer.finish()


def program_layer(program, when):
    layer = Layer(when)
    layer.add_file(program, "usr/bin/callboard", 0o755)
    layer.add_folder(DATA, 0o700, USER_ID)
    return layer.finish()


def write_image(program, version, architecture, when, destination):
    layers = [system_layer(program, when), program_layer(program, when)]
    blobs = {}

    def blob(content, media):
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        blobs[digest] = content
        return {"mediaType": MEDIA + media, "digest": digest, "size": len(content)}

    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))
    platform = {"architecture": architecture, "os": "linux"}
    config = {
        **platform, "created": created,
        "config": {"User": f"{USER_ID}:{USER_ID}", "Entrypoint": ["/usr/bin/callboard"], "Cmd": ["serve"],
                   "Env": ["PATH=/usr/bin", f"CALLBOARD_DATA_DIR=/{DATA}"], "WorkingDir": f"/{DATA}",
                   "Volumes": {f"/{DATA}": {}}, "ExposedPorts": {"8080/tcp": {}}, "StopSignal": "SIGTERM",
                   "Labels": {"org.opencontainers.image.title": "callboard",
                              "org.opencontainers.image.version": version,
                              "org.opencontainers.image.licenses": "Apache-2.0"}},
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(each).hexdigest() for each in layers]},
        "history": [{"created": created, "created_by": "libraries, certificates, time zones"},
                    {"created": created, "created_by": f"callboard {version}"}]}
    manifest = {"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json",
                "config": blob(json.dumps(config).encode(), "config.v1+json"),
                "layers": [blob(gzip.compress(each, 6, mtime=0), "layer.v1.tar+gzip") for each in layers]}
    described = {**blob(json.dumps(manifest).encode(), "manifest.v1+json"), "platform": platform,
                 # The second one is the name under which Docker, containerd and Podman load the image.
                 "annotations": {"org.opencontainers.image.ref.name": version,
                                 "io.containerd.image.name": f"localhost/callboard:{version}"}}
    index = {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": [described]}

    layout = Layer(when)
    layout.add("oci-layout", 0o644, b'{"imageLayoutVersion": "1.0.0"}')
    layout.add("index.json", 0o644, json.dumps(index).encode())
    for digest, content in sorted(blobs.items()):
        layout.add("blobs/" + digest.replace(":", "/"), 0o644, content)
    pathlib.Path(destination).write_bytes(layout.finish())
