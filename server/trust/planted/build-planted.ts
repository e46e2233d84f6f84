// Builds the server with a planted fault: replaces some code of one function, in the bundle only. It fails if the function
// or the code in it is not there exactly once, so that no fault is lost unnoticed.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { packagesOutside } from "../../packages-outside.mjs";
import { type Patch, plant } from "./plant.ts";

const server = fileURLToPath(new URL("../..", import.meta.url));
export const plantedFolder = path.join(server, "dist-planted");

/**
 * All builds in a process share one storage. Each storage that was ever used costs every promise of the process time, until
 * its end: with sixty of them, a tenth of all.
 */
const OWN_STORAGE = "new AsyncLocalStorage<() => Origin>()";
const SHARED_STORAGE = `((globalThis as { plantedOrigins?: AsyncLocalStorage<() => Origin> }).plantedOrigins ??= ${OWN_STORAGE})`;

export type BuildServer = typeof import("../../src/app/build-server.ts")["buildServer"];

/** Resolves with the path of the built program. Without patches it is the unchanged server. */
export const buildPlanted = async (name: string, patches: readonly Patch[]): Promise<string> => {
  const file = path.join(plantedFolder, `${name}-${process.pid}.mjs`);
  await bundle("src/main.ts", file, patches);
  return file;
};

/** Resolves with the function that builds such a server in this process. */
export const loadPlanted = async (name: string, patches: readonly Patch[]): Promise<BuildServer> =>
  (await importPlanted<{ buildServer: BuildServer }>("src/app/build-server.ts", name, patches)).buildServer;

/** Resolves with a module that has the faults, and so have all modules that it imports. */
export const importPlanted = async <Module>(
  entry: string,
  name: string,
  patches: readonly Patch[],
): Promise<Module> => {
  // In node_modules, because the tests' loader leaves code there to Node.
  const file = path.join(server, "node_modules/.cache/jara-planted", `${name}-${process.pid}.mjs`);
  await bundle(entry, file, patches);
  const module = (await import(/* @vite-ignore */ file)) as Module;
  await rm(file);
  return module;
};

const bundle = async (entry: string, outfile: string, patches: readonly Patch[]): Promise<void> => {
  const left = new Set(patches);
  await build({
    absWorkingDir: server,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
    // The path from which the bundle resolves files: as if it were in `dist`.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.join(server, "dist/main.js")).href) },
    plugins: [
      packagesOutside,
      {
        name: "plant",
        setup: (on) => {
          on.onLoad({ filter: /server\/src\/platform\/lib\/origin\.ts$/ }, async ({ path: file }) => {
            const contents = await readFile(file, "utf8");
            if (!contents.includes(OWN_STORAGE)) throw new Error(`${OWN_STORAGE} is not in ${file}`);
            return { contents: contents.replace(OWN_STORAGE, SHARED_STORAGE), loader: "ts" };
          });
          on.onLoad({ filter: /server\/src\/.*\.ts$/ }, async ({ path: file }) => {
            const own = patches.filter((patch) => file === path.join(server, "src", patch.file));
            if (own.length === 0) return undefined;
            let contents = await readFile(file, "utf8");
            for (const patch of own) {
              contents = plant(contents, patch);
              left.delete(patch);
            }
            return { contents, loader: "ts" };
          });
        },
      },
    ],
  });
  const [lost] = left;
  if (!lost) return;
  await rm(outfile);
  throw new Error(`a fault cannot be planted: ${lost.file} is not part of the server`);
};
