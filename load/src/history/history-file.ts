// A history as a file with one JSON value per line: the head, each command, and what each watcher received. A text that
// many watchers received is stored once and referred to by its number.

import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Mistake } from "../mistake.ts";
import type { Call, History, Seen, Watching } from "./history.ts";

type Head = Pick<
  History,
  "held" | "clock" | "since" | "staffMayBid" | "reservesMoney" | "maxUnpaidWins" | "takesDeposits"
>;
type Begins = Head & { readonly jara: "load history 1" };
type Line =
  | Begins
  | { readonly call: Call }
  | { readonly data: unknown }
  | { readonly watcher: number; readonly versions: readonly (readonly [auctionId: string, version: number])[] }
  /** About the watcher last named. The `data` of an event is the number of a `data` line; the first is 0. */
  | { readonly seen: Seen };

function* linesOf({ calls, watching, ...head }: History): Generator<Line> {
  yield { jara: "load history 1", ...head };
  for (const call of calls) yield { call };
  const numbers = new Map<unknown, number>();
  for (const { watcher, seen, versions } of watching) {
    yield { watcher, versions: [...versions] };
    for (const one of seen) {
      if (one.kind !== "event") {
        yield { seen: one };
        continue;
      }
      if (!numbers.has(one.data)) {
        numbers.set(one.data, numbers.size);
        yield { data: one.data };
      }
      yield { seen: { ...one, data: numbers.get(one.data) } };
    }
  }
}

/** Only the owner may read the file, because it says whose bids were whose. */
export const writeHistory = async (file: string, history: History): Promise<void> => {
  const out = createWriteStream(file, { mode: 0o600 });
  for (const line of linesOf(history)) {
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
};

/** Throws a Mistake if the file is not a history. */
export const readHistory = async (file: string): Promise<History> => {
  const no = new Mistake(`${file} is not a history; make one with \`pnpm load … --history ${file}\`.`);
  let begins: Begins | null = null;
  const calls: Call[] = [];
  const watching: (Watching & { readonly seen: Seen[] })[] = [];
  const events: unknown[] = [];
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const text of lines) {
      const line = JSON.parse(text) as Line;
      if (!begins) {
        if (!("jara" in line) || line.jara !== "load history 1") throw no;
        begins = line;
      } else if ("call" in line) calls.push(line.call);
      else if ("data" in line) events.push(line.data);
      else if ("watcher" in line) watching.push({ watcher: line.watcher, seen: [], versions: new Map(line.versions) });
      else if ("seen" in line) {
        const { seen } = line;
        watching.at(-1)?.seen.push(seen.kind === "event" ? { ...seen, data: events[seen.data as number] } : seen);
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw no;
    if (error instanceof Error && "code" in error) throw new Mistake(`${file} cannot be read: ${error.message}`);
    throw error;
  }
  if (!begins) throw no;
  const { jara: _, ...head } = begins;
  return { calls, watching, ...head };
};
