// Options of esbuild for the server's programs: what goes into a bundle, and which packages stay outside.
import { readFileSync } from "node:fs";

/** For esbuild: what every program of the server has in common, also one of the bench. */
export const bundle = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
};

/** For esbuild: the server's own code and the shared contract go into the bundle, packages stay in node_modules. */
export const packagesOutside = {
  name: "packages-stay-outside",
  setup(on) {
    on.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@jara/") ? undefined : { path, external: true },
    );
  },
};

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const isInstalled = (path) =>
  path.startsWith("node:") || Object.keys(dependencies).some((name) => path === name || path.startsWith(`${name}/`));

/** Serves a program of another package that runs beside the server: packages that the server does not install go in too. */
export const notInstalledInside = {
  name: "only-installed-packages-stay-outside",
  setup(on) {
    on.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@jara/") || !isInstalled(path) ? undefined : { path, external: true },
    );
  },
};
