// Counts the people who watch each auction on other nodes, as each node last reported, without people who also watch on
// this node. A node that leaves or becomes silent counts as zero.
import { NAME_LENGTH } from "../viewers-here.ts";

/**
 * One auction's viewers on one node: the number of people, and their names one after the other. With very many people
 * it has only the names that sort before `below`, a random sample. A node of the previous version sends no names, so
 * its people count as different from ours.
 */
export type ViewersOfAuction = readonly [auctionId: string, count: number, names?: string, below?: string];

/** One node's report: all auctions that are watched there, or those that changed since its last report. */
export interface ViewersThere {
  readonly isAll: boolean;
  readonly counts: readonly ViewersOfAuction[];
}

export const nobodyThere: ViewersThere = { isAll: true, counts: [] };

/**
 * The most names sent for one auction, so that a crowd costs at most 12 kB a second. Above it, people on two nodes are
 * estimated to about 3%.
 */
const NAMES_SENT = 1_000;
/** Sorts after every name. */
const ALL = "~";

/** This node's report about an auction. */
export const viewersToSend = (
  auctionId: string,
  here: ReadonlyMap<string, number>,
  most = NAMES_SENT,
): ViewersOfAuction => {
  if (here.size <= most) return [auctionId, here.size, [...here.keys()].join("")];
  const share = Math.floor((most / here.size) * 0x1_0000_0000);
  const below = share.toString(16).padStart(8, "0");
  return [auctionId, here.size, [...here.keys()].filter((name) => name < below).join(""), below];
};

/** One auction's viewers on all other nodes. */
interface Together {
  readonly byNode: Map<string, ViewersOfAuction>;
  names: ReadonlySet<string>;
  /** How many of the names do not watch on this node. */
  others: number;
  /** How many people a name stands for: 1, or more where the names are a sample. */
  weight: number;
  unnamed: number;
}

export class ViewersElsewhere {
  readonly #byAuction = new Map<string, Together>();
  readonly #isHere: (auctionId: string, name: string) => boolean;

  constructor(isHere: (auctionId: string, name: string) => boolean) {
    this.#isHere = isHere;
  }

  /** The number of people who watch it on other nodes and not here. */
  of(auctionId: string): number {
    const together = this.#byAuction.get(auctionId);
    return together ? together.unnamed + Math.round(together.others * together.weight) : 0;
  }

  /** Call when a person began or stopped to watch on this node. */
  movedHere(auctionId: string, name: string, isHere: boolean): void {
    const together = this.#byAuction.get(auctionId);
    if (together?.names.has(name)) together.others += isHere ? -1 : 1;
  }

  /** Applies a node's report. Returns the auctions whose number changed. */
  received(node: string, { isAll, counts }: ViewersThere): string[] {
    const reported = new Map(counts.map((one) => [one[0], one]));
    if (isAll) {
      for (const [id, { byNode }] of this.#byAuction)
        if (byNode.has(node) && !reported.has(id)) reported.set(id, [id, 0]);
    }
    return [...reported.values()].flatMap((one) => (this.#put(node, one) ? [one[0]] : []));
  }

  #put(node: string, reported: ViewersOfAuction): boolean {
    const [auctionId, count, names] = reported;
    const together = this.#byAuction.get(auctionId) ?? {
      byNode: new Map<string, ViewersOfAuction>(),
      names: new Set<string>(),
      others: 0,
      weight: 1,
      unnamed: 0,
    };
    const known = together.byNode.get(node);
    if ((known?.[1] ?? 0) === count && known?.[2] === names) return false;
    const before = this.of(auctionId);
    if (count > 0) together.byNode.set(node, reported);
    else together.byNode.delete(node);
    if (together.byNode.size === 0) this.#byAuction.delete(auctionId);
    else {
      this.#byAuction.set(auctionId, together);
      this.#countAnew(auctionId, together);
    }
    return this.of(auctionId) !== before;
  }

  #countAnew(auctionId: string, together: Together): void {
    const all = [...together.byNode.values()];
    // Compare samples of different sizes only in the range that all of them cover.
    const [below = ALL] = all.map((one) => one[3] ?? ALL).sort();
    const names = new Set<string>();
    let people = 0;
    let named = 0;
    together.unnamed = 0;
    for (const [, count, text] of all) {
      const some = text === undefined ? [] : namesIn(text).filter((name) => name < below);
      if (some.length === 0) {
        together.unnamed += count;
        continue;
      }
      people += count;
      named += some.length;
      for (const name of some) names.add(name);
    }
    together.names = names;
    together.weight = named === 0 ? 1 : people / named;
    together.others = [...names].filter((name) => !this.#isHere(auctionId, name)).length;
  }
}

const namesIn = (text: string): string[] =>
  Array.from({ length: Math.floor(text.length / NAME_LENGTH) }, (_, i) =>
    text.slice(i * NAME_LENGTH, (i + 1) * NAME_LENGTH),
  );
