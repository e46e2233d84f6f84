// `pnpm bench model`: calibrates the model, measures three scenarios, predicts them, and says what larger ones need.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { hasRedis } from "../../test/support/throwaway-redis.ts";
import { buildSite } from "../live/build-site.ts";
import type { BenchOptions } from "../options.ts";
import { hasPostgres } from "../throwaway-postgres.ts";
import { printLargeAudience, printLargeBidding, printLargeStorms } from "./large.ts";
import type { MarketFigures } from "./market.ts";
import { predictNodes, predictStorm } from "./predict.ts";
import { type Measured, measureInRounds } from "./rounds.ts";

/** The model may be wrong by this part. */
const WITHIN = 0.2;
const SIMULATED_MS = 4_000;

export const modelSection = async ({ quick }: BenchOptions): Promise<void> => {
  if (!existsSync("/proc/self/schedstat") || !hasPostgres() || !hasRedis()) {
    return console.log("The model is left out: it needs Linux, PostgreSQL's server programs and Redis.");
  }
  buildSite();
  const measured = await measureInRounds(quick);
  const { costs } = measured;
  console.log("The model's constants, µs of processor time if the name does not say otherwise\n");
  for (const [name, value] of Object.entries(costs))
    console.log(`    ${name.padEnd(22)}${value.toFixed(4).padStart(12)}`);
  predict(measured);
  printLargeBidding(costs, quick ? 400 : 2_000);
  printLargeAudience(costs);
  printLargeStorms(costs);
  console.log("");
};

const predict = ({ costs, nodes, storm, connections }: Measured): void => {
  const cores = availableParallelism();
  const { one, three } = predictNodes(costs, cores, SIMULATED_MS);
  const back = predictStorm(costs, cores, connections);
  const heads = ["predicted", "measured", "ratio"].map((it) => it.padStart(10)).join("");
  console.log(`\n${"Predicted and measured".padEnd(58)}${heads}`);
  compare("one hot auction, one node, bids answered/s", one.perSecond, nodes.one, 0);
  compare("one hot auction, three nodes, bids answered/s", three.perSecond, nodes.three, 0);
  compare("three nodes / one node", three.perSecond / one.perSecond, nodes.three / nodes.one, 2);
  compare("of these accepted, one node", one.accepted, nodes.acceptedOfOne, 2);
  compare("of these accepted, three nodes", three.accepted, nodes.acceptedOfThree, 2);
  compare(
    `${connections.toLocaleString("en")} connections lost: half are back after, s`,
    back.halfMs / 1000,
    storm.half,
    1,
  );
  compare("99 in a hundred are back after, s", back.p99Ms / 1000, storm.p99, 1);
  compare("all are back after, s", back.allMs / 1000, storm.all, 1);

  console.log(`\n${"Processor time, µs".padEnd(58)}${heads}`);
  for (const part of ["nodes", "database", "clients"] as const) {
    const perBid = ({ busy, perSecond }: MarketFigures): number => (busy[part] * 1e6) / perSecond;
    compare(`${part}, a bid, one node`, perBid(one), nodes.spentOfOne[part], 0);
    compare(`${part}, a bid, three nodes`, perBid(three), nodes.spentOfThree[part], 0);
  }
  for (const part of ["node", "database", "clients"] as const) {
    compare(`${part}, a connection that comes back`, (back.busy[part] * 1000) / connections, storm.spent[part], 0);
  }
};

const compare = (what: string, predicted: number, measured: number, digits: number): void => {
  const ratio = predicted / measured;
  const isOff = ratio < 1 - WITHIN || ratio > 1 + WITHIN;
  const cells = [predicted.toFixed(digits), measured.toFixed(digits), ratio.toFixed(2)].map((it) => it.padStart(10));
  console.log(`    ${what.padEnd(54)}${cells.join("")}${isOff ? "   off by more than 20%" : ""}`);
};
