/** For esbuild: the server's own code and the shared contract go into the bundle, packages stay in node_modules. */
export const packagesOutside = {
  name: "packages-stay-outside",
  setup(on) {
    on.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@jara/") ? undefined : { path, external: true },
    );
  },
};
