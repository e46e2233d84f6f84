// Deletes all data of a cluster, and restores it from pgBackRest's repository, as docs/high-availability.md describes
// it.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { writeRestoring } from "./files.ts";
import type { Member } from "./member.ts";
import { pidIn } from "./processes.ts";

const RESTORES_WITHIN_MS = 300_000;
const LOOKS_EVERY_MS = 20;
const KEPT_LINES = 100;

/** Ends PostgreSQL, Patroni and etcd on all machines without warning, and deletes what they stored. */
export const loseEverything = async ({ members }: Cluster): Promise<void> => {
  await Promise.all(members.flatMap((member) => [member.kill(), member.killEtcd()]));
  // Patroni may have started PostgreSQL in between.
  await Promise.all(members.map((member) => member.kill()));
  for (const { folder } of members) {
    for (const name of ["postgres", "etcd"]) rmSync(path.join(folder, name), { recursive: true, maxRetries: 5 });
  }
};

export interface Restored {
  /** The backup's files were copied so long after the start of etcd (ms). */
  readonly copiedMs: number;
  /** The log was replayed then, and the machine was the primary. */
  readonly primaryMs: number;
  /** Both standbys were copied then, and followed. */
  readonly wholeMs: number;
  /** The time of the last transaction that was restored: epoch ms of the database. Null if there is none after the backup. */
  readonly lastAt: number | null;
}

/** Restores an empty cluster. `to`: a moment as PostgreSQL reads it; null: the newest that the repository has. */
export const restoreCluster = async (cluster: Cluster, to: string | null): Promise<Restored> => {
  const target = to === null ? "--type=default" : `--type=time "--target=${to}" --target-action=promote`;
  writeRestoring(cluster.plan, target);
  const begun = new Map(cluster.members.map((member) => [member, logOf(member).length]));
  const newLines = (member: Member): string => logOf(member).slice(begun.get(member));
  const begunAt = performance.now();
  const since = (): number => performance.now() - begunAt;
  for (const member of cluster.members) {
    member.startEtcd();
    member.start();
  }
  let copiedMs: number | null = null;
  let primary: Member | null = null;
  while (!primary) {
    if (since() > RESTORES_WITHIN_MS) throw new Error("the cluster is not restored; see patroni.log of each machine");
    await sleep(LOOKS_EVERY_MS);
    if (!cluster.members.some(isRunning)) throw new Error(`nothing was restored: ${complaintsOf(cluster)}`);
    if (copiedMs === null && cluster.members.some((member) => RECOVERS.test(newLines(member)))) copiedMs = since();
    primary = await cluster.primary();
  }
  const primaryMs = since();
  await cluster.healthy(RESTORES_WITHIN_MS);
  const lastAt = lastTransactionIn(newLines(primary));
  return { copiedMs: copiedMs ?? primaryMs, primaryMs, wholeMs: since(), lastAt };
};

/** A Patroni whose restore fails ends. */
const isRunning = ({ folder }: Member): boolean => pidIn(path.join(folder, "patroni.pid")) !== null;

const complaintsOf = ({ members }: Cluster): string =>
  members
    .flatMap((member) => logOf(member).split("\n").slice(-KEPT_LINES))
    .filter((line) => /ERROR|FATAL/.test(line))
    .join("\n");

/** PostgreSQL writes into Patroni's log. */
const logOf = ({ folder }: Member): string => readFileSync(path.join(folder, "patroni.log"), "utf8");

const RECOVERS = /LOG: {2}starting (point-in-time|archive) recovery/;

/** The time of the last transaction of a recovery, by PostgreSQL's log (epoch ms, rounded up); null if there is none. */
export const lastTransactionIn = (log: string): number | null => {
  const [, day, time, fraction = "0", hours, minutes = "00"] = LAST_TRANSACTION.exec(log) ?? [];
  if (day === undefined) return null;
  return Date.parse(`${day}T${time}${hours}:${minutes}`) + Math.ceil(Number(`0.${fraction}`) * 1_000);
};

const LAST_TRANSACTION =
  /last completed transaction was at log time (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)(?::(\d\d))?/;
