// The programs that tests start most often, each start with half of the processor time of the built ones: with all packages
// in one file, and with the code that an earlier process compiled. The source is the same. Tests of signals, of a
// restart and of the removal of a second factor start the programs as they are built (`built-program.ts`).
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { projectRoot } from "../../src/config.ts";

const sources = {
  main: "server/src/main.ts",
  jara: "server/src/tools/operator/jara.ts",
  "load-participants": "server/src/tools/load/load-participants.ts",
  "own-server": "server/src/tools/load/own-server.ts",
  "load-check": "server/src/tools/load/load-check.ts",
  load: "load/src/main.ts",
} as const;
export type QuickProgram = keyof typeof sources;

/** Names the folder of the bundle; `build-first.ts` sets it. */
const FOLDER = "TEST_QUICK_PROGRAMS";
const runner = path.join(import.meta.dirname, "run-quick-program.cjs");

/** Longer than any run of the tests that may still use it. */
const KEPT_MS = 3_600_000;

/** Arguments for node. */
export const quickProgram = (name: QuickProgram): readonly string[] => [
  // Without source maps, which the bundle does not have.
  ...NODE_FLAGS.filter((flag) => flag !== "--enable-source-maps"),
  runner,
  path.join(process.env[FOLDER] ?? "", "programs.cjs"),
  name,
];

/** A bundle is kept for the next run, in a folder named after all that it was made from. */
export const buildQuickPrograms = async (): Promise<void> => {
  const cache = path.join(projectRoot, "server/node_modules/.cache/jara-programs");
  const folder = path.join(cache, stamp());
  process.env[FOLDER] = folder;
  if (existsSync(folder)) return;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).map((name) => path.join(cache, name))) {
    if (Date.now() - statSync(old).mtimeMs > KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
  const making = mkdtempSync(path.join(cache, "making-"));
  const starts = Object.entries(sources).map(([name, file]) => `${JSON.stringify(name)}: () => import("./${file}"),`);
  await build({
    stdin: { contents: `({ ${starts.join("\n")} })[programName]();`, resolveDir: projectRoot },
    outfile: path.join(making, "programs.cjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    charset: "ascii",
    minifyWhitespace: true,
    // A bundle of this format has no place for `import()`; with `require` instead, nothing else is loaded than is asked for.
    supported: { "dynamic-import": false },
    // Programs of their own: machine code.
    external: ["@node-rs/*", "sharp"],
    logLevel: "error",
    plugins: [ownPlaces],
  });
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another run of the tests was quicker.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};

/** Files that a module looks for beside itself stay where they are. */
const ownPlaces: Plugin = {
  name: "own-places",
  setup: (on) => {
    on.onLoad({ filter: /\.[cm]?[jt]s$/ }, ({ path: file }) => {
      const text = readFileSync(file, "utf8");
      if (!/import\.meta\.url|__dirname/.test(text)) return undefined;
      const contents = text
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(path.dirname(file)));
      return { contents, loader: file.endsWith("ts") ? "ts" : "js" };
    });
  },
};

const stamp = (): string => {
  const hash = createHash("sha256").update(`${process.version} ${projectRoot}`);
  const folders = ["server/src", "shared/src", "load/src"].map((name) => path.join(projectRoot, name));
  const own = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of [...own.sort(), path.join(projectRoot, "pnpm-lock.yaml"), import.meta.filename, runner]) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
};
