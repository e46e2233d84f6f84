// The version of this program, as package.json and the release's tag name it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../config.ts";

export const version: string = (
  JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as { version: string }
).version;
