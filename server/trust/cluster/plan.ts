// Plans the names, ports and folders of a cluster on this machine. Nothing is fixed, so that several clusters fit
// beside each other; the plan is kept in the cluster's folder for the command that removes it.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../src/platform/lib/free-port.ts";

export const ADDRESS = "127.0.0.1";

export interface MemberPlan {
  readonly name: string;
  readonly folder: string;
  /** Its PostgreSQL listens here. */
  readonly postgresPort: number;
  /** The others reach its PostgreSQL here: another port if there is a link in between that a test can cut. */
  readonly publicPort: number;
  readonly patroniPort: number;
  /** HAProxy asks its Patroni here. */
  readonly publicPatroniPort: number;
  /** The other Patronis reach its Patroni here. */
  readonly peerPatroniPort: number;
  readonly etcdClientPort: number;
  readonly etcdPeerPort: number;
  /** Its Patroni reaches the three members of etcd here. */
  readonly etcdPorts: readonly number[];
  readonly isBehindLinks?: true;
}

export interface ClusterPlan {
  readonly folder: string;
  readonly binaries: string;
  readonly members: readonly MemberPlan[];
  readonly primaryPort: number;
  readonly replicaPort: number;
  readonly redisPort: number;
  /** The nodes of this program that `pnpm cluster` starts. */
  readonly nodePorts: readonly number[];
  readonly superuserPassword: string;
  readonly replicationPassword: string;
  readonly ownerPassword: string;
  /** The account of the processes; null if they run as the caller. PostgreSQL refuses to run as root. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  /** Null: nothing is backed up. */
  readonly backups: Backups | null;
}

/** The repository of pgBackRest. On one machine it is a folder; three machines have it elsewhere. */
export interface Backups {
  readonly folder: string;
  readonly passphrase: string;
}

const NAMES = ["one", "two", "three"];
const NODES = 2;

export const planCluster = async (folder: string, hasBackups = false): Promise<ClusterPlan> => {
  const ports = Array.from({ length: NAMES.length * 4 + 3 + NODES });
  const free: number[] = [];
  for (const _ of ports) free.push(await freePort());
  const next = (): number => free.pop() ?? 0;
  const etcd = NAMES.map(() => ({ client: next(), peer: next() }));
  const secret = (): string => randomBytes(16).toString("hex");
  return {
    folder,
    binaries: postgresBinaries(),
    members: NAMES.map((name, index) => {
      const [postgresPort, patroniPort] = [next(), next()];
      return {
        name,
        folder: path.join(folder, name),
        postgresPort,
        publicPort: postgresPort,
        patroniPort,
        publicPatroniPort: patroniPort,
        peerPatroniPort: patroniPort,
        etcdClientPort: etcd[index]?.client ?? 0,
        etcdPeerPort: etcd[index]?.peer ?? 0,
        etcdPorts: etcd.map(({ client }) => client),
      };
    }),
    primaryPort: next(),
    replicaPort: next(),
    redisPort: next(),
    nodePorts: Array.from({ length: NODES }, next),
    superuserPassword: secret(),
    replicationPassword: secret(),
    ownerPassword: secret(),
    account: process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : null,
    backups: hasBackups ? { folder: path.join(folder, "backups"), passphrase: secret() } : null,
  };
};

/** The addresses for the program's settings. */
export const addressesOf = ({ primaryPort, replicaPort, redisPort, ownerPassword }: ClusterPlan) => ({
  primary: `postgres://jara:${ownerPassword}@${ADDRESS}:${primaryPort}/jara`,
  replica: `postgres://jara:${ownerPassword}@${ADDRESS}:${replicaPort}/jara`,
  redis: `redis://${ADDRESS}:${redisPort}`,
});

/** The programs that must be installed, and the package of each. */
const PROGRAMS = { patroni: "patroni", etcd: "etcd-server", haproxy: "haproxy", "redis-server": "redis-server" };

/** The packages that are missing on this machine. */
export const missingPackages = (withBackups = false): string[] => {
  const folders = (process.env.PATH ?? "").split(":").concat("/usr/sbin");
  const isThere = (program: string): boolean => folders.some((folder) => existsSync(path.join(folder, program)));
  const programs = withBackups ? { ...PROGRAMS, pgbackrest: "pgbackrest" } : PROGRAMS;
  const missing = Object.entries(programs).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  return postgresBinaries() === "" ? [...missing, "postgresql"] : missing;
};

/** Debian keeps the server's programs outside PATH, in one folder per version. */
const postgresBinaries = (): string => {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const newest = versions[0];
  return newest === undefined ? "" : path.join(debian, newest, "bin");
};

const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"]));
