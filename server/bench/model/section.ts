// `pnpm bench model`: calibrates the model, measures three scenarios, foretells them, and says what larger ones need.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { hasRedis } from "../../test/support/throwaway-redis.ts";
import { buildSite } from "../live/build-site.ts";
import type { BenchOptions } from "../options.ts";
import { onOwnPostgres } from "../own-postgres.ts";
import { measureNodes } from "../scale/nodes.ts";
import { measureReconnect } from "../scale/reconnect.ts";
import { hasPostgres } from "../throwaway-postgres.ts";
import { calibrate } from "./calibrate.ts";
import type { Costs } from "./costs.ts";
import { foretellNodes, foretellStorm } from "./foretell.ts";
import { printLargeAudience, printLargeBidding, printLargeStorms } from "./large.ts";

/** The model may be wrong by this part. */
const WITHIN = 0.2;
const SIMULATED_MS = 4_000;

export const modelSection = async ({ quick }: BenchOptions): Promise<void> => {
  if (!existsSync("/proc/self/schedstat") || !hasPostgres() || !hasRedis()) {
    return console.log("The model is left out: it needs Linux, PostgreSQL's server programs and Redis.");
  }
  buildSite();
  const costs = await calibrate(quick);
  console.log("The model's constants, µs of processor time if the name does not say otherwise\n");
  for (const [name, value] of Object.entries(costs))
    console.log(`    ${name.padEnd(22)}${value.toFixed(4).padStart(12)}`);
  await measureAndForetell(costs, quick);
  printLargeBidding(costs, quick ? 400 : 2_000);
  printLargeAudience(costs);
  printLargeStorms(costs);
  console.log("");
};

const measureAndForetell = async (costs: Costs, quick: boolean): Promise<void> => {
  const cores = availableParallelism();
  const count = quick ? 2_000 : 10_000;
  const nodes = await onOwnPostgres(({ field }) => measureNodes(field, quick ? 2 : 5, quick ? 1_500 : 3_000));
  const storm = await onOwnPostgres(({ field }) => measureReconnect(field, count));
  const { one, three } = foretellNodes(costs, cores, SIMULATED_MS);
  const back = foretellStorm(costs, cores, count);

  const heads = ["foretold", "measured", "ratio"].map((it) => it.padStart(10)).join("");
  console.log(`\n${"Foretold and measured".padEnd(58)}${heads}`);
  if (nodes) {
    compare("one hot auction, one node, bids answered/s", one.perSecond, nodes.one, 0);
    compare("one hot auction, three nodes, bids answered/s", three.perSecond, nodes.three, 0);
    compare("three nodes / one node", three.perSecond / one.perSecond, nodes.three / nodes.one, 2);
    compare("of these accepted, one node", one.accepted, nodes.acceptedOfOne, 2);
    compare("of these accepted, three nodes", three.accepted, nodes.acceptedOfThree, 2);
  }
  compare(`${count.toLocaleString("en")} connections lost: half are back after, s`, back.halfMs / 1000, storm.half, 1);
  compare("99 in a hundred are back after, s", back.p99Ms / 1000, storm.p99, 1);
  compare("all are back after, s", back.allMs / 1000, storm.all, 1);
};

const compare = (what: string, foretold: number, measured: number, digits: number): void => {
  const ratio = foretold / measured;
  const isOff = ratio < 1 - WITHIN || ratio > 1 + WITHIN;
  const cells = [foretold.toFixed(digits), measured.toFixed(digits), ratio.toFixed(2)].map((it) => it.padStart(10));
  console.log(`    ${what.padEnd(54)}${cells.join("")}${isOff ? "   off by more than 20%" : ""}`);
};
