// Before tests that start the built programs: builds what changed since the last build.
import { spawnSync } from "node:child_process";
import { projectRoot } from "../../src/config.ts";

export default (): void => {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot, stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
};
