// Bundles the programs of outsiders, the verifier of the public log and the witness, into one file each. They need Node and
// nothing else, so that somebody who does not run the site can copy one file. `node build.mjs [folder]`: default dist.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

await build({
  absWorkingDir: here,
  entryPoints: [
    { in: "src/public-log/main.ts", out: "verify-log" },
    { in: "src/witness/main.ts", out: "witness" },
  ],
  outdir: process.argv[2] ?? "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
});
