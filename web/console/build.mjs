// Bundles the console: node build.mjs OUTDIR writes OUTDIR/index.html and OUTDIR/assets/*, with the hash of the content
// in every name. Fails if the first view is larger than the limit.
import { build } from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const kLimit = 150 * 1024;  // bytes of the first view, compressed
const source = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
    console.error("usage: node build.mjs OUTDIR");
    process.exit(2);
}

const assets = join(resolve(out), "assets");
rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const result = await build({
    absWorkingDir: source,
    entryPoints: { console: "main.tsx", style: "styles/console.css" },
    outdir: assets,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome111", "firefox113", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
});

const outputs = result.metafile.outputs;
const entry = (name) => Object.keys(outputs).find((file) => outputs[file].entryPoint === name);
const script = entry("main.tsx");
const style = entry("styles/console.css");

// What the browser loads before the first screen: the entry, what it imports statically, and the start screen.
function withImports(file, found = new Set()) {
    if (found.has(file)) return found;
    found.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === "import-statement" && outputs[path]) withImports(path, found);
    return found;
}

const preloaded = [...withImports(script)].filter((file) => file !== script);
const start = Object.keys(outputs).find((file) => outputs[file].entryPoint?.startsWith("today/"));
const firstView = new Set([...withImports(script), style, ...(start ? withImports(start) : [])]);
const read = (file) => readFileSync(resolve(source, file));
const url = (file) => `/console/assets/${basename(file)}`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Callboard</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${url(style)}">
${preloaded.map((file) => `<link rel="modulepreload" href="${url(file)}">\n`).join("")}<script type="module" src="${url(script)}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;
writeFileSync(join(resolve(out), "index.html"), page);

const size = [...firstView].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, gzipSync(page).length);
const all = Object.keys(outputs).length;
console.log(`console: ${all} files in ${relative(process.cwd(), assets) || "."}; first view ${(size / 1024).toFixed(1)} KB compressed in ${firstView.size} files (limit ${kLimit / 1024} KB)`);
if (size > kLimit) {
    console.error("console: the first view is too large");
    process.exit(1);
}
