// The command lines of the server's programs as they are built for production (`build-first.ts` builds them).
import path from "node:path";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { projectRoot } from "../../src/config.ts";

/** Arguments for node. */
export const builtProgram = (name: "main" | "jara" | "load-participants"): readonly string[] => [
  ...NODE_FLAGS,
  path.join(projectRoot, "server/dist", `${name}.js`),
];
