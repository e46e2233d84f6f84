// Opens a site on a cluster: three PostgreSQL under Patroni behind HAProxy, Redis, nodes of this program, and a proxy
// before the nodes.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../src/platform/database/database.ts";
import { type Cluster, removeCluster, removeClusterNow, startCluster } from "../cluster/cluster.ts";
import { addressesOf, type ClusterPlan, missingPackages, planCluster } from "../cluster/plan.ts";
import { CannotBeTried } from "../row.ts";
import { type NetworkLink, openNetworkLink } from "./network-link.ts";
import { builtServer, makeNode } from "./node.ts";
import { openSiteProxy } from "./proxy.ts";
import { nodeEnvironment, type PlayedSite } from "./site.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** The links of one machine, which a test can cut. */
export interface MachineLinks {
  /** From the others and from HAProxy to its PostgreSQL and its Patroni. */
  readonly inwards: readonly NetworkLink[];
  /** From its Patroni to etcd. */
  readonly outwards: readonly NetworkLink[];
  /** From the other Patronis to its Patroni. */
  readonly fromPeers: NetworkLink;
}

export interface ClusterSite extends PlayedSite {
  readonly cluster: Cluster;
  /** One for each member; empty without links. */
  readonly links: readonly MachineLinks[];
  /** The settings of the first node. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface ClusterSiteOptions {
  readonly nodes: number;
  /** The nodes' bundle, if it is not the program's own. */
  readonly entry?: string;
  /** True if there are links between the machines that can be cut. They cost time on every statement. */
  readonly hasLinks?: boolean;
  /** True if pgBackRest keeps backups of the cluster. */
  readonly hasBackups?: boolean;
  /** The extra environment of each node. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of PostgreSQL's programs on the i-th machine, for a clock that is wrong. */
  programsOf?(plan: ClusterPlan, index: number): string;
  /** Called with the plan before anything is started, for example to mount a small disk. */
  prepare?(plan: ClusterPlan): void;
  /** The reverse of `prepare`, when everything has ended and before the folder is deleted. */
  tidy?(plan: ClusterPlan): void;
}

/** Throws CannotBeTried where a package is missing. */
export const openClusterSite = async (options: ClusterSiteOptions): Promise<ClusterSite> => {
  const missing = missingPackages(options.hasBackups);
  if (missing.length > 0) throw new CannotBeTried(`these packages are not installed: ${missing.join(" ")}`);
  const bare = await planCluster(mkdtempSync(path.join(tmpdir(), "jara-cluster-")), options.hasBackups);
  const { plan, links } = options.hasLinks ? await withLinks(bare) : { plan: bare, links: [] };
  // Ctrl-C ends this process without `close`.
  const killed = (): void => removeClusterNow(plan, options.tidy);
  process.once("exit", killed);
  const undo: (() => unknown)[] = [
    () => process.off("exit", killed),
    () => removeCluster(plan, options.tidy),
    ...links.flatMap(({ inwards, outwards, fromPeers }) =>
      [...inwards, ...outwards, fromPeers].map((link) => () => link.close()),
    ),
  ];
  const close = async (): Promise<void> => {
    for (const step of undo.reverse()) await step();
  };
  try {
    options.prepare?.(plan);
    const cluster = await startCluster(plan, options.programsOf);
    const { primary, redis } = addressesOf(plan);
    const database = await openDatabase({ url: primary }, migrations);
    undo.push(() => database.close());
    const proxy = await openSiteProxy();
    const settingsOf = (index: number): Record<string, string> => ({
      ...nodeEnvironment(proxy, path.join(plan.folder, `node-${index}`)),
      DATABASE_URL: primary,
      REDIS_URL: redis,
      ...options.environment,
    });
    const nodes = await Promise.all(
      Array.from({ length: options.nodes }, (_, index) =>
        makeNode({ entry: options.entry ?? builtServer, environment: settingsOf(index) }),
      ),
    );
    undo.push(async () => {
      proxy.close();
      await Promise.all(nodes.map((node) => node.kill()));
    });
    await Promise.all(nodes.map((node) => node.start()));
    const lead = (): void => proxy.lead(nodes.filter((node) => node.isRunning()).map(({ port }) => port));
    lead();
    return { cluster, links, settings: settingsOf(0), proxy, nodes, database, lead, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The same plan with a link before each port by which the machines reach each other, except between the etcds. */
const withLinks = async (plan: ClusterPlan): Promise<{ plan: ClusterPlan; links: readonly MachineLinks[] }> => {
  const links: MachineLinks[] = [];
  const members: ClusterPlan["members"][number][] = [];
  for (const member of plan.members) {
    const toPostgres = await openNetworkLink(member.postgresPort);
    const toPatroni = await openNetworkLink(member.patroniPort);
    const fromPeers = await openNetworkLink(member.patroniPort);
    const toEtcd = await Promise.all(member.etcdPorts.map((port) => openNetworkLink(port)));
    links.push({ inwards: [toPostgres, toPatroni], outwards: toEtcd, fromPeers });
    members.push({
      ...member,
      publicPort: toPostgres.port,
      publicPatroniPort: toPatroni.port,
      peerPatroniPort: fromPeers.port,
      etcdPorts: toEtcd.map(({ port }) => port),
      isBehindLinks: true,
    });
  }
  return { plan: { ...plan, members }, links };
};
