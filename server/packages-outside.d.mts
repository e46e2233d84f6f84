import type { BuildOptions, Plugin } from "esbuild";

export const packagesOutside: Plugin;
export const notInstalledInside: Plugin;
export const bundle: Readonly<BuildOptions>;
