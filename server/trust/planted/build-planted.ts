// Builds the server with a fault planted in it: some lines of its source replaced by others, in the bundle alone. Fails
// where a line that is to be replaced is not in its file exactly once, so that a fault cannot be lost unnoticed.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface Patch {
  /** In `server/src`. */
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const server = fileURLToPath(new URL("../..", import.meta.url));
/** As deep in the project as `dist`, where the server looks for its surroundings from. */
export const plantedFolder = path.join(server, "dist-planted");

/** Resolves with the bundle's path. Without patches it is the server as it is. */
export const buildPlanted = async (name: string, patches: readonly Patch[]): Promise<string> => {
  const left = new Set(patches);
  const outfile = path.join(plantedFolder, `${name}-${process.pid}.mjs`);
  await build({
    absWorkingDir: server,
    entryPoints: ["src/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
    plugins: [
      {
        name: "packages-stay-outside",
        setup: (on) => {
          on.onResolve({ filter: /^[^./]/ }, ({ path: named, kind }) =>
            kind === "entry-point" || named.startsWith("@jara/") ? undefined : { path: named, external: true },
          );
        },
      },
      {
        name: "plant",
        setup: (on) => {
          on.onLoad({ filter: /server\/src\/.*\.ts$/ }, async ({ path: file }) => {
            const own = patches.filter((patch) => file === path.join(server, "src", patch.file));
            if (own.length === 0) return undefined;
            let contents = await readFile(file, "utf8");
            for (const patch of own) {
              contents = replaced(contents, patch);
              left.delete(patch);
            }
            return { contents, loader: "ts" };
          });
        },
      },
    ],
  });
  const [lost] = left;
  if (lost) throw new Error(`the fault ${name} is not planted: ${lost.file} is not part of the server`);
  return outfile;
};

const replaced = (contents: string, { file, text, by }: Patch): string => {
  const times = contents.split(text).length - 1;
  if (times === 1) return contents.replace(text, () => by);
  throw new Error(`a fault cannot be planted: ${JSON.stringify(text)} is ${times} times in ${file}, not once`);
};
