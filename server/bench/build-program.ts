// Builds a program of the bench or of a trial, as the server is built. From source, the loader would name each small function
// anew at every call, which is a large part of a bid's cost.
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle, packagesOutside } from "../packages-outside.mjs";

const server = fileURLToPath(new URL("..", import.meta.url));

/**
 * `entry` is relative to the package. `use` gets the program's path; afterwards the program and its source map are
 * removed.
 */
export const withBuiltProgram = async <T>(entry: string, use: (program: string) => Promise<T>): Promise<T> => {
  // The program stands beside the built server, so that it finds the package's dependencies and the bundles of the
  // server's threads.
  const outfile = path.join(server, `dist/bench-${path.basename(entry, ".ts")}-${process.pid}.mjs`);
  await build({
    ...bundle,
    absWorkingDir: server,
    entryPoints: [entry],
    outfile,
    plugins: [packagesOutside],
  });
  try {
    return await use(outfile);
  } finally {
    await Promise.all([outfile, `${outfile}.map`].map((file) => rm(file, { force: true })));
  }
};
