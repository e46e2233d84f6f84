// Starts and stops the nodes of this program on a cluster of `pnpm cluster`.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAnswering } from "../../src/tools/child-process.ts";
import { builtServer } from "../site/node.ts";
import { addressesOf, type ClusterPlan } from "./plan.ts";
import { gone, pidIn, signal, startDaemon } from "./processes.ts";

const STARTS_WITHIN_MS = 90_000;
const STOPS_WITHIN_MS = 20_000;

const nameOf = (index: number): string => `jara-${index + 1}`;

/** Starts them, and returns their addresses when they are ready. */
export const startNodes = async (plan: ClusterPlan): Promise<string[]> => {
  const { primary, replica, redis } = addressesOf(plan);
  const urls = plan.nodePorts.map((port) => `http://127.0.0.1:${port}`);
  for (const [index, port] of plan.nodePorts.entries()) {
    startDaemon({
      command: process.execPath,
      args: [builtServer],
      folder: plan.folder,
      name: nameOf(index),
      account: null,
      env: {
        HOST: "127.0.0.1",
        PORT: String(port),
        PUBLIC_URL: urls[0] ?? "",
        DATABASE_URL: primary,
        DATABASE_READ_URL: replica,
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

/** Asks them to end, and ends them if they do not. */
export const stopNodes = async ({ folder, nodePorts }: ClusterPlan): Promise<void> => {
  const pids = nodePorts.flatMap((_, index) => pidIn(path.join(folder, `${nameOf(index)}.pid`)) ?? []);
  signal(pids, "SIGTERM");
  if (!(await gone(pids, STOPS_WITHIN_MS))) signal(pids, "SIGKILL");
};
