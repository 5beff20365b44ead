// Runs the unit tests: bundles every *.test.ts and gives the result to node --test.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = dirname(fileURLToPath(import.meta.url));

function testsIn(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name === "node_modules") return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? testsIn(path) : /\.test\.tsx?$/.test(entry.name) ? [path] : [];
    });
}

const out = mkdtempSync(join(tmpdir(), "console-tests-"));
try {
    const { metafile } = await build({
        entryPoints: testsIn(source),
        outdir: out,
        outbase: source,
        outExtension: { ".js": ".mjs" },
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node18",
        jsx: "automatic",
        jsxImportSource: "preact",
        sourcemap: "inline",
        metafile: true,
        logLevel: "warning",
    });
    const files = Object.keys(metafile.outputs).map((file) => resolve(file));
    const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
    process.exitCode = run.status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
