// `pnpm cluster`: starts, backs up, restores and removes a cluster of PostgreSQL, with nodes of this program, on this
// machine alone.
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../../src/config.ts";
import { type BackupType, backUp, backupsOf } from "./backups.ts";
import { clusterOf, planIn, removeCluster, startCluster } from "./cluster.ts";
import { startNodes, stopNodes } from "./nodes.ts";
import { addressesOf, type ClusterPlan, missingPackages, planCluster } from "./plan.ts";
import { loseEverything, restoreCluster } from "./restore.ts";

const folder = path.resolve(process.env.CLUSTER_DIR ?? path.join(projectRoot, ".cluster"));

const help = `pnpm cluster up [--backups]   three PostgreSQL under Patroni, three etcd, HAProxy, Redis, two nodes of this program;
                              with --backups, pgBackRest keeps its log and makes a first backup
pnpm cluster status           which machine is the primary
pnpm cluster switchover       makes the synchronous standby the primary
pnpm cluster backup [incr]    another backup, full or of what has changed
pnpm cluster restore [time]   deletes the data of all machines and restores it: as of that time ("2026-11-25 14:03:07+00"),
                              or the newest that was archived
pnpm cluster down             ends all of it and deletes its folder (${folder}; CLUSTER_DIR chooses another)`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const up = async (_: readonly string[], hasBackups: boolean): Promise<void> => {
  const missing = missingPackages(hasBackups);
  if (missing.length > 0) throw new Error(`Install these first: ${missing.join(" ")} (Debian's names).`);
  if (planIn(folder)) throw new Error(`A cluster is in ${folder} already. Remove it with: pnpm cluster down`);
  const plan = await planCluster(folder, hasBackups);
  try {
    say("Starting etcd, PostgreSQL under Patroni, HAProxy and Redis …");
    const cluster = await startCluster(plan);
    if (hasBackups) await backUp(plan, await cluster.healthy(), "full");
    say("Starting the program …");
    const urls = await startNodes(plan);
    const { primary, replica, redis } = addressesOf(plan);
    const [first] = plan.members;
    say(
      `\nThe site       ${urls.join("  ")}\nThe primary    ${primary}\nA standby      ${replica}\nRedis          ${redis}`,
    );
    say(`Patroni        patronictl -c ${first?.folder}/patroni.yml list`);
    say("Remove it all  pnpm cluster down");
  } catch (error) {
    await removeCluster(plan);
    throw error;
  }
};

const found = (): ClusterPlan => {
  const plan = planIn(folder);
  if (!plan) throw new Error(`There is no cluster in ${folder}. Make one with: pnpm cluster up`);
  return plan;
};

const status = async (): Promise<void> => {
  const { members } = clusterOf(found());
  for (const member of members) {
    const state = await member.state();
    const words = state ? `${state.role}${state.isSync ? ", synchronous" : ""}, ${state.state}` : "does not answer";
    say(`${member.name.padEnd(6)} ${words}${state ? `, timeline ${state.timeline}` : ""}`);
  }
};

const switchover = async (): Promise<void> => {
  say(await clusterOf(found()).switchover());
};

const foundWithBackups = (): ClusterPlan => {
  const plan = found();
  if (!plan.backups) throw new Error("This cluster has no backups. Make one with: pnpm cluster up --backups");
  return plan;
};

const backup = async ([type = "full"]: readonly string[]): Promise<void> => {
  if (type !== "full" && type !== "incr") throw new Error("pnpm cluster backup [full|incr]");
  const plan = foundWithBackups();
  const primary = await clusterOf(plan).healthy();
  await backUp(plan, primary, type satisfies BackupType);
  say(await backupsOf(plan, primary));
};

const restore = async ([to]: readonly string[]): Promise<void> => {
  const plan = foundWithBackups();
  const cluster = clusterOf(plan);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  say("Ending the program, and deleting the data of all machines …");
  await stopNodes(plan);
  await loseEverything(cluster);
  say("Restoring …");
  const { copiedMs, primaryMs, wholeMs, lastAt } = await restoreCluster(cluster, to ?? null);
  const last = lastAt === null ? "" : `, the last transaction of ${new Date(lastAt).toISOString()}`;
  say(
    `The backup's files after ${seconds(copiedMs)}, the primary after ${seconds(primaryMs)}, both standbys after ${seconds(wholeMs)}${last}.`,
  );
  say("Starting the program, and making a full backup, because the ones before do not lead to what is written now …");
  say(`The site       ${(await startNodes(plan)).join("  ")}`);
  await backUp(plan, await cluster.healthy(), "full");
};

const commands: Readonly<Record<string, (args: readonly string[], hasBackups: boolean) => Promise<void>>> = {
  up,
  status,
  switchover,
  backup,
  restore,
  down: async () => {
    await removeCluster(found());
    say("Removed.");
  },
};

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  allowPositionals: true,
  options: { backups: { type: "boolean" } },
});
const command = commands[positionals[0] ?? ""];
if (!command) {
  say(help);
  process.exitCode = 2;
} else {
  await command(positionals.slice(1), values.backups ?? false).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
