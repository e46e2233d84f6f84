// Starts and removes a cluster of three machines on this one: etcd, PostgreSQL under Patroni, HAProxy, Redis and
// perhaps pgBackRest, from the files of deploy/cluster. All of it lies in one folder, whose removal leaves nothing
// behind.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { makeRepository } from "./backups.ts";
import { etcdOf, type ProgramsOf, writeFiles } from "./files.ts";
import { type Member, type MemberState, memberOf } from "./member.ts";
import { ADDRESS, type ClusterPlan } from "./plan.ts";
import { gone, pidIn, signal, startDaemon, withDescendants } from "./processes.ts";
import { deployFolder } from "./templates.ts";

const STARTS_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 15_000;
const LOOKS_EVERY_MS = 50;
const DATABASE_TRIES = 5;
const SWITCHOVER = path.join(deployFolder, "switchover.py");

export interface Cluster {
  readonly plan: ClusterPlan;
  readonly members: readonly Member[];
  /** The primary, by its own word; null while there is none. */
  primary(): Promise<Member | null>;
  /** Resolves when there are a primary, a synchronous standby and another standby, all on one timeline. */
  healthy(withinMs?: number): Promise<Member>;
  /** Makes the synchronous standby the primary, as an operator does. Resolves to what `switchover.py` reports. */
  switchover(): Promise<string>;
  states(): Promise<readonly (MemberState | null)[]>;
}

/** Writes the files and starts everything. Resolves when the program may connect. */
export const startCluster = async (plan: ClusterPlan, programsOf?: ProgramsOf): Promise<Cluster> => {
  writeFiles(plan, programsOf);
  const cluster = clusterOf(plan);
  for (const member of cluster.members) member.startEtcd();
  for (const member of cluster.members) member.start();
  const { folder, account, redisPort } = plan;
  startDaemon({ command: "haproxy", args: ["-db", "-f", "haproxy.cfg"], folder, name: "haproxy", account });
  const redis = ["--port", String(redisPort), "--bind", ADDRESS, "--save", "", "--appendonly", "no"];
  startDaemon({ command: "redis-server", args: redis, folder, name: "redis", account });
  await makeDatabase(cluster);
  if (plan.backups) await makeRepository(plan, await cluster.healthy());
  return cluster;
};

/** A cluster whose processes another program has started. */
export const clusterOf = (plan: ClusterPlan): Cluster => {
  const members = plan.members.map((member) => memberOf(plan, member, etcdOf(plan, member)));
  const states = () => Promise.all(members.map((member) => member.state()));
  const healthy = async (withinMs = STARTS_WITHIN_MS): Promise<Member> => {
    for (const until = performance.now() + withinMs; ; await sleep(LOOKS_EVERY_MS)) {
      const all = await states();
      const primary = members[all.findIndex((one) => one?.role === "primary" || one?.role === "master")];
      if (primary && isWhole(all)) return primary;
      if (performance.now() > until) throw new Error(`the cluster is not whole: ${JSON.stringify(all)}`);
    }
  };
  return {
    plan,
    members,
    states,
    healthy,
    primary: async () => {
      const all = await states();
      return members[all.findIndex((one) => one?.role === "primary" || one?.role === "master")] ?? null;
    },
    switchover: async () => {
      const patroni = `http://${ADDRESS}:${plan.members[0]?.patroniPort}`;
      const { stdout } = await promisify(execFile)("python3", [SWITCHOVER, patroni]);
      return stdout.trim();
    },
  };
};

const isWhole = (all: readonly (MemberState | null)[]): boolean =>
  all.every((one) => one?.state === "running") &&
  all.filter((one) => one?.isSync).length === 1 &&
  new Set(all.map((one) => one?.timeline)).size === 1;

/** Ends every process of the cluster and deletes its folder. `tidy`: what comes in between, such as an unmount. */
export const removeCluster = async (plan: ClusterPlan, tidy?: (plan: ClusterPlan) => void): Promise<void> => {
  const pids = processesOf(plan);
  signal(pids, "SIGCONT");
  signal(pids, "SIGKILL");
  if (!(await gone(pids, ENDS_WITHIN_MS))) throw new Error(`processes that do not end: ${pids.join(", ")}`);
  // Patroni may have started PostgreSQL in between.
  signal(processesOf(plan), "SIGKILL");
  tidy?.(plan);
  rmSync(plan.folder, { recursive: true, force: true, maxRetries: 5 });
};

/** For an exit handler, which cannot wait. */
export const removeClusterNow = (plan: ClusterPlan, tidy?: (plan: ClusterPlan) => void): void => {
  signal(processesOf(plan), "SIGKILL");
  signal(processesOf(plan), "SIGKILL");
  tidy?.(plan);
  rmSync(plan.folder, { recursive: true, force: true, maxRetries: 5 });
};

/** Every process that a file in the cluster's folder names, with what it started. */
const processesOf = ({ folder, members }: ClusterPlan): number[] => {
  const files = [folder, ...members.map((member) => member.folder)]
    .filter((where) => existsSync(where))
    .flatMap((where) => readdirSync(where).flatMap((name) => (name.endsWith(".pid") ? [path.join(where, name)] : [])));
  files.push(...members.map((member) => path.join(member.folder, "postgres/postmaster.pid")));
  return files.flatMap((file) => {
    const pid = pidIn(file);
    return pid === null ? [] : withDescendants(pid);
  });
};

/** The program's own role and database, as an operator makes them once. */
const makeDatabase = async (cluster: Cluster): Promise<void> => {
  const { binaries, superuserPassword, ownerPassword } = cluster.plan;
  const input = `select 'create role jara login password ''${ownerPassword}'''
      where not exists (select from pg_roles where rolname = 'jara') \\gexec
    select 'create database jara owner jara' where not exists (select from pg_database where datname = 'jara') \\gexec`;
  for (let tries = 1; ; tries += 1) {
    const { postgresPort } = await cluster.healthy();
    const psql = ["-h", ADDRESS, "-p", String(postgresPort), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-q"];
    try {
      const env = { PATH: process.env.PATH ?? "", PGPASSWORD: superuserPassword };
      // Not synchronously, because the links between the machines may be in this process.
      const running = promisify(execFile)(path.join(binaries, "psql"), psql, { env });
      running.child.stdin?.end(input);
      await running;
      return;
    } catch (error) {
      // A busy machine may change its primary in its first seconds.
      if (tries === DATABASE_TRIES) throw error;
    }
  }
};

/** The plan of a cluster that runs in this folder; null if there is none. */
export const planIn = (folder: string): ClusterPlan | null => {
  const file = path.join(folder, "cluster.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ClusterPlan) : null;
};
