// Measures the model's constants and the scenarios in several rounds, and gives the medians, because the machine's
// speed changes within minutes.

import { median } from "../median.ts";
import { onOwnPostgres } from "../own-postgres.ts";
import { measureNodes, type NodesFigures, type SpentPerBid } from "../scale/nodes.ts";
import { measureReconnect, type ReconnectFigures } from "../scale/reconnect.ts";
import { calibrate } from "./calibrate.ts";
import type { Costs } from "./costs.ts";

const ROUNDS = 3;

export interface Measured {
  readonly costs: Costs;
  readonly nodes: NodesFigures;
  readonly storm: ReconnectFigures;
  /** Connections that the storm had. */
  readonly connections: number;
}

export const measureInRounds = async (quick: boolean): Promise<Measured> => {
  const connections = quick ? 2_000 : 10_000;
  const rounds: Measured[] = [];
  for (let i = 0; i < (quick ? 1 : ROUNDS); i++) {
    const costs = await calibrate(quick);
    const nodes = await onOwnPostgres((stage) => measureNodes(stage, quick ? 2 : 5, quick ? 1_500 : 3_000));
    if (!nodes) throw new Error("no Redis");
    const storm = await onOwnPostgres((stage) => measureReconnect(stage, connections));
    rounds.push({ costs, nodes, storm, connections });
  }
  return {
    costs: medians(rounds.map(({ costs }) => costs)),
    nodes: {
      ...medians(rounds.map(({ nodes: { spentOfOne: _, spentOfThree: __, ...figures } }) => figures)),
      spentOfOne: medians<SpentPerBid>(rounds.map(({ nodes }) => nodes.spentOfOne)),
      spentOfThree: medians<SpentPerBid>(rounds.map(({ nodes }) => nodes.spentOfThree)),
    },
    storm: {
      ...medians(rounds.map(({ storm: { spent: _, ...figures } }) => figures)),
      spent: medians(rounds.map(({ storm }) => storm.spent)),
    },
    connections,
  };
};

/** The median of each property. */
const medians = <T extends { readonly [Key in keyof T]: number }>(all: readonly T[]): T => {
  const [first] = all;
  if (!first) throw new Error("nothing was measured");
  const keys = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, median(all.map((one) => one[key]))])) as T;
};
