// Replays the lots of one log from its entries, in their order.
import { parseCheckpoint } from "@jara/proof/checkpoint";
import { type Entry, type Leaf, type LogRestarted, parseEntry } from "@jara/proof/leaf";
import { LotReplay } from "@jara/proof/lot/replay-lot";
import type { Findings } from "./findings.ts";

interface ReadLog {
  readonly number: number;
  readonly origin: string;
  /** The lots whose entries are kept. */
  readonly kept: ReadonlySet<string>;
  /** The lots that are replayed; if it is left out, all. */
  readonly replayed?: ReadonlySet<string>;
}

export class LotsOfLog {
  readonly lots = new Map<string, LotReplay>();
  readonly entries = new Map<string, Leaf[]>();
  readonly #log: ReadLog;
  readonly #findings: Findings;

  constructor(log: ReadLog, findings: Findings) {
    this.#log = log;
    this.#findings = findings;
  }

  take(index: number, bytes: Uint8Array): void {
    const entry = parseEntry(bytes);
    if (typeof entry === "string") this.#findings.fault(`Entry ${index} of ${this.#log.origin}: ${entry}`);
    else if (isRestart(entry)) this.#takeRestart(index, entry);
    else this.#takeLeaf(entry);
  }

  #takeLeaf(leaf: Leaf): void {
    if (this.#log.replayed?.has(leaf.auction) === false) return;
    let lot = this.lots.get(leaf.auction);
    if (!lot) {
      lot = new LotReplay(leaf.auction);
      this.lots.set(leaf.auction, lot);
    }
    lot.add(leaf);
    if (!this.#log.kept.has(leaf.auction)) return;
    const kept = this.entries.get(leaf.auction);
    if (kept) kept.push(leaf);
    else this.entries.set(leaf.auction, [leaf]);
  }

  #takeRestart(index: number, { restart }: LogRestarted): void {
    const { number, origin } = this.#log;
    if (index !== 0 || number === 1) {
      this.#findings.fault(`Entry ${index} of ${origin} says that the log begins anew, in the middle of it.`);
      return;
    }
    const previous = parseCheckpoint(restart.previous);
    const to = previous ? `${previous.origin} with ${previous.size} entries` : "one that it does not name";
    this.#findings.notice(`The log ${origin} was begun anew after ${to}. Reason: ${restart.reason}`);
  }
}

const isRestart = (entry: Entry): entry is LogRestarted => "restart" in entry;
