// Writes the files of a cluster on this machine, filled in from deploy/cluster.
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { ADDRESS, type Backups, type ClusterPlan, type MemberPlan } from "./plan.ts";
import { filledIn } from "./templates.ts";

/** The folder of PostgreSQL's programs on the i-th machine, if they differ. */
export type ProgramsOf = (plan: ClusterPlan, index: number) => string;

export const etcdOf = (plan: ClusterPlan, member: MemberPlan): Record<string, string> => {
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

export const writeFiles = (plan: ClusterPlan, programsOf: ProgramsOf = ({ binaries }) => binaries): void => {
  const { folder, members, account, backups } = plan;
  const owned = (where: string): void => {
    mkdirSync(where, { recursive: true, mode: 0o755 });
    if (account) chownSync(where, account.uid, account.gid);
  };
  owned(folder);
  writeFileSync(path.join(folder, "cluster.json"), JSON.stringify(plan, null, 2), { mode: 0o600 });
  for (const [index, member] of members.entries()) {
    owned(member.folder);
    writeOwned(plan, patroniFile(member), patroniOf(plan, member, programsOf(plan, index)));
    if (!backups) continue;
    owned(path.join(member.folder, "pgbackrest"));
    writeOwned(plan, pgbackrestFile(member), pgbackrestOf(member, backups));
  }
  if (backups) owned(backups.folder);
  writeOwned(plan, path.join(folder, "haproxy.cfg"), haproxyOf(plan));
};

/** Lets the next start of an empty cluster restore the backup, instead of making an empty database. */
export const writeRestoring = (plan: ClusterPlan, options: string): void => {
  for (const member of plan.members) {
    writeOwned(plan, patroniFile(member), patroniOf(plan, member, plan.binaries, options));
  }
};

const patroniFile = ({ folder }: MemberPlan): string => path.join(folder, "patroni.yml");

/** The file of pgBackRest's settings on this machine. */
export const pgbackrestFile = ({ folder }: MemberPlan): string => path.join(folder, "pgbackrest.conf");

const writeOwned = ({ account }: ClusterPlan, file: string, text: string): void => {
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
};

/** `restoring`: what pgBackRest restores, if the cluster is empty. Null: an empty database is made. */
const patroniOf = (plan: ClusterPlan, member: MemberPlan, programs: string, restoring: string | null = null): string =>
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
    ARCHIVE_MODE: plan.backups ? "on" : "off",
    ARCHIVE_TIMEOUT: plan.backups ? ARCHIVE_TIMEOUT : 0,
    PGBACKREST: plan.backups ? `pgbackrest --config=${pgbackrestFile(member)} --stanza=jara` : "false",
    BOOTSTRAP_METHOD: restoring === null ? "initdb" : "pgbackrest",
    RESTORE_OPTIONS: restoring ?? "--type=default",
    SYSTEM_USER: plan.account ? "postgres" : userInfo().username,
    ETCD_HOSTS: member.etcdPorts.map((port) => `${ADDRESS}:${port}`).join(","),
    SHARED_BUFFERS: "64MB",
    SUPERUSER_PASSWORD: plan.superuserPassword,
    REPLICATION_PASSWORD: plan.replicationPassword,
  }).replace("\netcd:\n", member.isBehindLinks ? USE_LINKS : "\netcd:\n");

/** The guide gives it so. */
const ARCHIVE_TIMEOUT = "10s";

const pgbackrestOf = (member: MemberPlan, backups: Backups): string =>
  filledIn("pgbackrest.conf", {
    DATA_DIR: member.folder,
    POSTGRES_PORT: member.postgresPort,
    BACKUP_DIR: backups.folder,
    BACKUP_PASSPHRASE: backups.passphrase,
  });

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
