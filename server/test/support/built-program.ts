// The server's programs as they are built and run in earnest. `build-first.ts` has built them.
import path from "node:path";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { projectRoot } from "../../src/config.ts";

/** Arguments for node. */
export const builtProgram = (name: "main" | "create-admin" | "load-field"): readonly string[] => [
  ...NODE_FLAGS,
  path.join(projectRoot, "server/dist", `${name}.js`),
];
