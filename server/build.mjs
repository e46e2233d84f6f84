// Bundles the server's own code and the shared contract into dist/main.js; packages stay in node_modules.
import { build } from "esbuild";
import { packagesOutside } from "./packages-outside.mjs";

await build({
  entryPoints: [
    "src/main.ts",
    { in: "src/tools/operator/jara.ts", out: "jara" },
    { in: "src/tools/load/load-field.ts", out: "load-field" },
  ],
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  plugins: [packagesOutside],
});
