// The global setup of tests that start programs: builds what changed since the last build.
import { spawnSync } from "node:child_process";
import { projectRoot } from "../../src/config.ts";
import { buildQuickPrograms } from "./quick-programs.ts";

export default async (): Promise<void> => {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot, stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
  await buildQuickPrograms();
};
