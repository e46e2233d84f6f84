// Makes a folder of PostgreSQL's programs whose server has an environment of its own, such as a library loaded before
// all others.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ClusterPlan } from "../cluster/plan.ts";

/** `name` is the folder's, inside the cluster's own. No value may contain a space. */
export const programsWith = (
  { folder, binaries }: ClusterPlan,
  name: string,
  environment: Readonly<Record<string, string>>,
): string => {
  const programs = path.join(folder, name);
  mkdirSync(programs, { recursive: true });
  for (const program of readdirSync(binaries)) {
    if (program !== "postgres") symlinkSync(path.join(binaries, program), path.join(programs, program));
  }
  const settings = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const script = `#!/bin/sh\nexec env ${settings.join(" ")} ${path.join(binaries, "postgres")} "$@"\n`;
  writeFileSync(path.join(programs, "postgres"), script, { mode: 0o755 });
  return programs;
};
