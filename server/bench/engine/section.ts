// The bench section `engine`: bids per second through the engine, beside the bare statement and one transaction per
// bid. Runs comparison.ts in a process of its own, from built code as on a server. From source, the loader would name
// each small function anew at every call, which is a large part of a bid's cost.
import { fork } from "node:child_process";
import { once } from "node:events";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { withBuiltProgram } from "../build-program.ts";
import type { BenchOptions } from "../options.ts";

export const engineSection = async (options: BenchOptions): Promise<void> => {
  await withBuiltProgram("bench/engine/comparison.ts", async (program) => {
    const [code] = await once(fork(program, [JSON.stringify(options)], { execArgv: [...NODE_FLAGS] }), "exit");
    if (code !== 0) throw new Error(`the comparison ended with ${code}`);
  });
};
