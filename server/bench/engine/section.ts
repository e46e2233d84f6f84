// Part (a) of the bench, in a process of its own, from built code as on a server. From source, the loader would name
// each small function anew at every call, which is a large part of a bid's cost.
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { packagesOutside } from "../../packages-outside.mjs";
import type { BenchOptions } from "../options.ts";

const server = fileURLToPath(new URL("../..", import.meta.url));

export const engineSection = async (options: BenchOptions): Promise<void> => {
  const program = await buildContest();
  try {
    const [code] = await once(fork(program, [JSON.stringify(options)], { execArgv: [...NODE_FLAGS] }), "exit");
    if (code !== 0) throw new Error(`the contest ended with ${code}`);
  } finally {
    await rm(program, { force: true });
  }
};

const buildContest = async (): Promise<string> => {
  // Inside the package, so that it finds the package's dependencies.
  const outfile = path.join(server, `dist/bench-engine-${process.pid}.mjs`);
  await build({
    absWorkingDir: server,
    entryPoints: ["bench/engine/contest.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
    // The path from which the bundle resolves files.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.join(server, "bench/databases.ts")).href) },
    plugins: [packagesOutside],
  });
  return outfile;
};
