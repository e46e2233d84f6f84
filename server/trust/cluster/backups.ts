// Makes pgBackRest's repository of a cluster on this machine, and backups of its primary.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pgbackrestFile } from "./files.ts";
import type { ClusterPlan, MemberPlan } from "./plan.ts";

/** Makes the repository. Resolves when a file of the log has reached it. */
export const makeRepository = async (plan: ClusterPlan, primary: MemberPlan): Promise<void> => {
  await pgbackrest(plan, primary, ["stanza-create"]);
  await pgbackrest(plan, primary, ["check"]);
};

/** `full`: everything. `incr`: what has changed since the backup before. */
export type BackupType = "full" | "incr";

export const backUp = async (plan: ClusterPlan, primary: MemberPlan, type: BackupType): Promise<void> => {
  await pgbackrest(plan, primary, [`--type=${type}`, "backup"]);
};

/** Returns pgBackRest's description of the repository. */
export const backupsOf = async (plan: ClusterPlan, member: MemberPlan): Promise<string> =>
  await pgbackrest(plan, member, ["info"]);

/** Returns its output. Rejects with what it says if it fails. */
const pgbackrest = async ({ account }: ClusterPlan, member: MemberPlan, args: readonly string[]): Promise<string> => {
  const config = [`--config=${pgbackrestFile(member)}`, "--stanza=jara"];
  const env = { PATH: process.env.PATH ?? "", HOME: member.folder };
  try {
    const options = { env, cwd: member.folder, ...account };
    const { stdout } = await promisify(execFile)("pgbackrest", [...config, ...args], options);
    return stdout;
  } catch (error) {
    // Its complaints are on its standard output.
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`pgbackrest ${args.join(" ")} failed: ${stdout}${stderr}`.trim() || message);
  }
};
