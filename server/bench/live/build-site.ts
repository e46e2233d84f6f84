// Builds the site, because the bench measures the built server.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const buildSite = (): void => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts/build.mjs")], { stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
};
