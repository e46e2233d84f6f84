// The text of a leaf of the public log: canonical JSON, as readers hash it.
import type { Fact, FactValue } from "../../../auction/view/public-facts.ts";
import { toIso } from "../../../auction/view/to-public.ts";
import { canonicalJson } from "../../../platform/signing/canonical-json.ts";
import { sha256 } from "../../../platform/signing/merkle.ts";

/** Bundles of entries write the length of each in two bytes. */
const ENTRY_BYTES_MAX = 65_535;

export interface LeafFacts {
  readonly auctionId: string;
  readonly version: number;
  /** Epoch ms. */
  readonly at: number;
  readonly facts: readonly Fact[];
}

export const entryOf = ({ auctionId, version, at, facts }: LeafFacts): string => {
  const write = (written: readonly Fact[]): string =>
    canonicalJson({ at: toIso(at), auction: auctionId, facts: written, v: 1, version });
  const entry = write(facts);
  // A UTF-16 unit has three bytes at most.
  if (entry.length * 3 <= ENTRY_BYTES_MAX || Buffer.byteLength(entry) <= ENTRY_BYTES_MAX) return entry;
  return write(facts.map(withoutLongLists));
};

/** The first leaf of a log that follows another one: which checkpoint of the old log was published last, and why it ended. */
export const restartEntry = (at: number, previous: string, reason: string): string =>
  canonicalJson({ at: toIso(at), facts: [{ type: "log-restarted", previous, reason }], v: 1 });

const LONG = 100;

/**
 * A void of hundreds of bids does not fit: its lists become their number and the SHA-256 of their canonical JSON, so that
 * the log still binds to them.
 */
const withoutLongLists = (fact: Fact): Fact =>
  Object.fromEntries(
    Object.entries(fact).map(([field, value]) => [field, isLong(value) ? digestOf(value) : value]),
  ) as unknown as Fact;

const isLong = (value: FactValue): value is readonly FactValue[] => Array.isArray(value) && value.length > LONG;

const digestOf = (list: readonly FactValue[]): FactValue => ({
  count: list.length,
  sha256: sha256(canonicalJson(list)).toString("hex"),
});
