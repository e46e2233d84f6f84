// `pnpm cluster up|down|status`: a cluster of PostgreSQL, and nodes of this program on it, on this machine alone.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../../src/config.ts";
import { freePort, isAnswering } from "../../src/tools/child-process.ts";
import { builtServer } from "../site/node.ts";
import { clusterOf, planIn, removeCluster, startCluster } from "./cluster.ts";
import { addressesOf, type ClusterPlan, missingPackages, planCluster } from "./plan.ts";
import { startDaemon } from "./processes.ts";

const folder = path.resolve(process.env.CLUSTER_DIR ?? path.join(projectRoot, ".cluster"));
const NODES = 2;
const STARTS_WITHIN_MS = 90_000;

const help = `pnpm cluster up       three PostgreSQL under Patroni, three etcd, HAProxy, Redis, ${NODES} nodes of this program
pnpm cluster status   which machine is the primary
pnpm cluster down     ends all of it and deletes its folder (${folder}; CLUSTER_DIR chooses another)`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Starts the program's nodes, each on a free port, and returns their addresses. */
const startNodes = async (plan: ClusterPlan): Promise<string[]> => {
  const { primary, redis } = addressesOf(plan);
  const ports: number[] = [];
  for (let index = 0; index < NODES; index += 1) ports.push(await freePort());
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const [index, port] of ports.entries()) {
    startDaemon({
      command: process.execPath,
      args: [builtServer],
      folder: plan.folder,
      name: `jara-${index + 1}`,
      account: null,
      env: {
        HOST: "127.0.0.1",
        PORT: String(port),
        PUBLIC_URL: urls[0] ?? "",
        DATABASE_URL: primary,
        REDIS_URL: redis,
        DATA_DIR: path.join(plan.folder, "data"),
        JWT_SECRET: plan.superuserPassword + plan.ownerPassword,
        SEED: "demo",
      },
    });
    for (const until = Date.now() + STARTS_WITHIN_MS; !(await isAnswering(`${urls[index]}/health/ready`)); ) {
      if (Date.now() > until) throw new Error(`node ${index + 1} did not start; see ${plan.folder}`);
      await sleep(50);
    }
  }
  return urls;
};

const up = async (): Promise<void> => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install these first: ${missing.join(" ")} (Debian's names).`);
  if (planIn(folder)) throw new Error(`A cluster is in ${folder} already. Remove it with: pnpm cluster down`);
  const plan = await planCluster(folder);
  try {
    say("Starting etcd, PostgreSQL under Patroni, HAProxy and Redis …");
    await startCluster(plan);
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

const commands: Readonly<Record<string, () => Promise<void>>> = {
  up,
  status,
  down: async () => {
    await removeCluster(found());
    say("Removed.");
  },
};

const command = commands[process.argv[2] ?? ""];
if (!command) {
  say(help);
  process.exitCode = 2;
} else {
  await command().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
