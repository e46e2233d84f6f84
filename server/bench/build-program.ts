// Builds a program of the bench, as the server is built. From source, the loader would name each small function anew at every
// call, which is a large part of a bid's cost.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { packagesOutside } from "../packages-outside.mjs";

const server = fileURLToPath(new URL("..", import.meta.url));

/** `entry` is relative to the package. Resolves to the program's path; the caller removes it and its source map. */
export const buildProgram = async (entry: string): Promise<string> => {
  // Inside the package, so that it finds the package's dependencies.
  const outfile = path.join(server, `dist/bench-${path.basename(entry, ".ts")}-${process.pid}.mjs`);
  await build({
    absWorkingDir: server,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    logLevel: "warning",
    // The path from which the bundle resolves files.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.join(server, "bench/databases.ts")).href) },
    plugins: [packagesOutside],
  });
  return outfile;
};
