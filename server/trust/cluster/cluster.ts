// A cluster of three machines on this one: etcd, PostgreSQL under Patroni, HAProxy and Redis, from the files of
// deploy/cluster. All of it lies in one folder, whose removal leaves nothing behind.
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Member, type MemberState, memberOf } from "./member.ts";
import { ADDRESS, type ClusterPlan, type MemberPlan } from "./plan.ts";
import { gone, pidIn, signal, startDaemon, withDescendants } from "./processes.ts";
import { filledIn } from "./templates.ts";

const STARTS_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 15_000;
const LOOKS_EVERY_MS = 50;
const DATABASE_TRIES = 5;

export interface Cluster {
  readonly plan: ClusterPlan;
  readonly members: readonly Member[];
  /** The primary, by its own word; null while there is none. */
  primary(): Promise<Member | null>;
  /** Resolves when there are a primary, a synchronous standby and another standby, all on one timeline. */
  healthy(withinMs?: number): Promise<Member>;
  /** Lets Patroni make another machine the primary. */
  switchover(from: Member, to: Member): Promise<void>;
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
  return cluster;
};

/** The folder of PostgreSQL's programs on the i-th machine, if they differ. */
type ProgramsOf = (plan: ClusterPlan, index: number) => string;

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
    switchover: async (from, to) => {
      const answer = await fetch(`http://${ADDRESS}:${from.patroniPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      });
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
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

const etcdOf = (plan: ClusterPlan, member: MemberPlan): Record<string, string> => {
  const members = plan.members.map(({ name, etcdPeerPort }) => `${name}=http://${ADDRESS}:${etcdPeerPort}`).join(",");
  const text = filledIn("etcd.env", {
    NODE: member.name,
    ADDRESS,
    DATA_DIR: member.folder,
    ETCD_CLIENT_PORT: member.etcdClientPort,
    ETCD_PEER_PORT: member.etcdPeerPort,
    ETCD_MEMBERS: members,
  });
  return Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
};

const writeFiles = (plan: ClusterPlan, programsOf: ProgramsOf = ({ binaries }) => binaries): void => {
  const { folder, members, account } = plan;
  const owned = (where: string): void => {
    mkdirSync(where, { recursive: true, mode: 0o755 });
    if (account) chownSync(where, account.uid, account.gid);
  };
  owned(folder);
  writeFileSync(path.join(folder, "cluster.json"), JSON.stringify(plan, null, 2), { mode: 0o600 });
  for (const [index, member] of members.entries()) {
    owned(member.folder);
    writeOwned(plan, path.join(member.folder, "patroni.yml"), patroniOf(plan, member, programsOf(plan, index)));
  }
  writeOwned(plan, path.join(folder, "haproxy.cfg"), haproxyOf(plan));
};

const writeOwned = ({ account }: ClusterPlan, file: string, text: string): void => {
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
};

const patroniOf = (plan: ClusterPlan, member: MemberPlan, programs: string): string =>
  filledIn("patroni.yml", {
    NODE: member.name,
    ADDRESS,
    NETWORK: `${ADDRESS}/32`,
    DATA_DIR: member.folder,
    BIN_DIR: programs,
    PATRONI_PORT: member.patroniPort,
    PATRONI_PUBLIC_PORT: member.peerPatroniPort,
    POSTGRES_PORT: member.postgresPort,
    POSTGRES_PUBLIC_PORT: member.publicPort,
    ETCD_HOSTS: member.etcdPorts.map((port) => `${ADDRESS}:${port}`).join(","),
    SHARED_BUFFERS: "64MB",
    SUPERUSER_PASSWORD: plan.superuserPassword,
    REPLICATION_PASSWORD: plan.replicationPassword,
  }).replace("\netcd:\n", member.isBehindLinks ? USE_LINKS : "\netcd:\n");

/** Otherwise Patroni asks etcd for the addresses of its members, and goes around the links. */
const USE_LINKS = "\netcd:\n  use_proxies: true\n";

const haproxyOf = ({ members, primaryPort, replicaPort }: ClusterPlan): string =>
  filledIn("haproxy.cfg", {
    ADDRESS,
    PRIMARY_PORT: primaryPort,
    REPLICA_PORT: replicaPort,
    ...Object.fromEntries(
      members.flatMap(({ name, publicPort, publicPatroniPort }, index) => [
        [`NODE_${index + 1}`, name],
        [`ADDRESS_${index + 1}`, ADDRESS],
        [`POSTGRES_PORT_${index + 1}`, publicPort],
        [`PATRONI_PORT_${index + 1}`, publicPatroniPort],
      ]),
    ),
  });

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
