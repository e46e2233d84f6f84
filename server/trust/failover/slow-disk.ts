// Simulates a slow disk: each sync of the primary's or of the synchronous standby's PostgreSQL takes 0.2 s, or no sync
// of the primary is answered while the fault lasts. etcd and Patroni are not slowed.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Member } from "../cluster/member.ts";
import type { ClusterPlan } from "../cluster/plan.ts";
import { CannotBeTried } from "../row.ts";
import { programsWith } from "./programs-with.ts";
import type { Scenario } from "./scenario.ts";

const SLOW_MS = 200;
/** Longer than the fault, so that the removal of the file ends the wait. */
const HANGING_MS = 60_000;
const SLOW_FOR_MS = 12_000;

const source = fileURLToPath(new URL("slow-sync.c", import.meta.url));
const libraryOf = ({ folder }: Pick<ClusterPlan, "folder">): string => path.join(folder, "slow-sync.so");
const delayFileOf = ({ folder }: Pick<Member, "folder">): string => path.join(folder, "slow-sync");

const compile = (plan: ClusterPlan): void => {
  mkdirSync(plan.folder, { recursive: true });
  try {
    execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-o", libraryOf(plan), source, "-ldl"], { stdio: "pipe" });
  } catch (error) {
    throw new CannotBeTried(`gcc could not compile slow-sync.c: ${error}`);
  }
  // PostgreSQL runs as another account.
  chmodSync(libraryOf(plan), 0o755);
};

const programsOf = (plan: ClusterPlan, index: number): string => {
  const member = plan.members[index];
  if (!member) throw new Error(`no member ${index}`);
  return programsWith(plan, `slow-${member.name}`, { LD_PRELOAD: libraryOf(plan), SLOW_SYNC: delayFileOf(member) });
};

export const slowDisk: Scenario = {
  name: "slow-disk",
  what: "a disk that takes 0.2 s for each sync (the primary's, the synchronous standby's), or answers no sync of the primary",
  tries: { full: 6, quick: 3 },
  site: { prepare: compile, programsOf },
  pausesMs: (index) => (index % 3 === 2 ? SLOW_FOR_MS - 1_000 : 0),
  attack: async ({ primary, standby, broken, index }) => {
    const file = delayFileOf(index % 3 === 1 ? standby : primary);
    broken();
    writeFileSync(file, String(index % 3 === 2 ? HANGING_MS : SLOW_MS), { mode: 0o644 });
    await sleep(SLOW_FOR_MS);
    rmSync(file);
  },
};
