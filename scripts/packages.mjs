/** The folders of the workspace's packages, as pnpm-workspace.yaml lists them (check-dependencies.mjs compares the two). */
export const packages = ["shared", "server", "client", "load", "proof"];
