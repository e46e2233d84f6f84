// Runs Artillery with the sample scenario. Artillery is a package of its own (tools/artillery).
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../src/config.ts";

const program = path.join(projectRoot, "tools/artillery/node_modules/.bin/artillery");

export const hasArtillery = (): boolean => existsSync(program);

/**
 * Runs the scenario with two virtual users and returns Artillery's counters. `report`: the file for its report.
 */
export const runArtillery = async (
  env: { readonly SITE: string; readonly AUCTION: string },
  report: string,
): Promise<Readonly<Record<string, number>>> => {
  const short = JSON.stringify({ config: { phases: [{ duration: 1, arrivalCount: 2 }] } });
  const scenario = path.join(projectRoot, "docs/clients/artillery.yml");
  const args = ["run", "--quiet", "--output", report, "--overrides", short, scenario];
  const child = spawn(program, args, { env: { ...process.env, ...env, ARTILLERY_DISABLE_TELEMETRY: "true" } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (status !== 0) throw new Error(`Artillery ended with ${status}: ${said}`);
  const { aggregate } = JSON.parse(readFileSync(report, "utf8")) as { aggregate: { counters: Record<string, number> } };
  return aggregate.counters;
};
