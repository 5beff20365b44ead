// Runs the unit tests: every *.test.ts, bundled into one module and run by one process.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
const file = join(out, "tests.mjs");
try {
    await build({
        stdin: { contents: testsIn(source).map((path) => `import ${JSON.stringify(path)};`).join("\n"), resolveDir: source },
        outfile: file,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node18",
        jsx: "automatic",
        jsxImportSource: "preact",
        sourcemap: "inline",
        logLevel: "warning",
    });
    process.exitCode = spawnSync(process.execPath, ["--enable-source-maps", file], { cwd: source, stdio: "inherit" }).status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
