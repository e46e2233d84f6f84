// Makes the leaves of a batch of changes. Nearly all changes are bids, whose leaves are made from their rows alone. A
// leaf that says what a lot is needs the lot's state. Lots that a newer version of the program changed get no leaves
// here.
import { randomBytes } from "node:crypto";
import { areKnown } from "../../../auction/evolve.ts";
import type { AuctionState } from "../../../auction/state.ts";
import { lotDocument } from "../../../auction/view/lot-document.ts";
import {
  type FactsGiven,
  factsOf,
  isPublicAfter,
  needsLot,
  renewsReserve,
} from "../../../auction/view/public-facts.ts";
import type { Database } from "../../../platform/database/database.ts";
import { canonicalJson } from "../../../platform/signing/canonical-json.ts";
import {
  HOUSE,
  type Pair,
  reserveCommitment,
  SALT_BYTES,
  sellerCommitment,
} from "../../../platform/signing/commitments.ts";
import { leafHash, sha256 } from "../../../platform/signing/merkle.ts";
import type { Growth, Leaf, LotMark, SealedSeller } from "../append.ts";
import type { UnloggedLot, UnloggedRow } from "./find-changes.ts";
import { entryOf } from "./leaf.ts";
import { type Around, type Arounds, statesAround } from "./lot-states.ts";
import { hashesOfMedia } from "./media-hashes.ts";
import type { People } from "./people.ts";

export interface MadeLeaves extends Pick<Growth, "leaves" | "lots" | "secrets"> {
  /** Lots whose log cannot be replayed. Their changes are skipped. */
  readonly unreadable: readonly string[];
  /** Lots that a newer version of the program changed. Their changes are left to that version. */
  readonly newer: readonly string[];
  /** Epoch ms: the time of the oldest change; null without one. */
  readonly oldestAt: number | null;
}

/** One change, with what its facts need. */
interface Change {
  readonly auctionId: string;
  readonly row: UnloggedRow;
  /** The latest time of the lot's changes up to this one. Sorting by it never breaks the order of versions. */
  readonly orderAt: number;
  readonly wasPublic: boolean;
  readonly reserve: LotMark["reserve"];
  readonly seller: SealedSeller | null;
  readonly around: Around | null;
}

export const makeLeaves = async (
  database: Pick<Database, "db">,
  people: People,
  log: number,
  lots: readonly UnloggedLot[],
): Promise<MadeLeaves> => {
  const unreadable: string[] = [];
  const newer: string[] = [];
  const marks: LotMark[] = [];
  const changes: Change[] = [];
  for (const { auctionId, rows } of lots) if (!areKnown(rows)) newer.push(auctionId);
  const seen = lots.filter(({ auctionId }) => !newer.includes(auctionId)).map(withVisibility);
  const states = await statesAround(
    database,
    seen.flatMap(({ lot, replayed }) =>
      replayed.length > 0 ? [{ auctionId: lot.auctionId, revisions: replayed }] : [],
    ),
  );
  for (const one of seen) {
    const { auctionId } = one.lot;
    const { found: arounds, isNewer } = states.get(auctionId) ?? { found: new Map(), isNewer: false };
    if (isNewer) newer.push(auctionId);
    else if (arounds.size < one.replayed.length) {
      unreadable.push(auctionId);
      marks.push(passedOver(one.lot));
    } else {
      const found = changesOf(one, arounds);
      changes.push(...found.changes);
      marks.push(found.mark);
    }
  }
  changes.sort((a, b) => a.orderAt - b.orderAt);
  const media = await hashesOfMedia(
    database,
    changes.flatMap(({ around }) => around?.after.lot.media.map(({ url }) => url) ?? []),
  );
  const { of, made } = await people.commitmentsOf(log, changes.flatMap(peopleIn));
  const leaves = changes.flatMap((change): Leaf[] => {
    const facts = factsOf(change.row.events, change.wasPublic, {
      ...givenFor(change, (url) => media.get(url) ?? null),
      person: (userId) => of({ auctionId: change.auctionId, userId }),
    });
    if (!facts) return [];
    const { auctionId, row } = change;
    const entry = entryOf({ auctionId, version: row.version, at: row.at, facts });
    return [{ auctionId, version: row.version, entry, hash: leafHash(entry) }];
  });
  const oldestAt = changes.reduce<number | null>((oldest, { row }) => Math.min(oldest ?? row.at, row.at), null);
  return { leaves, lots: marks, secrets: made, unreadable, newer, oldestAt };
};

interface SeenLot {
  readonly lot: UnloggedLot;
  /** For each row: whether the lot was public before it. */
  readonly wasPublic: readonly boolean[];
  readonly isPublic: boolean;
  /** The revisions that need the lot's state. */
  readonly replayed: readonly number[];
}

const withVisibility = (lot: UnloggedLot): SeenLot => {
  let isPublic = lot.logged?.isPublic ?? false;
  const replayed: number[] = [];
  const wasPublic = lot.rows.map(({ events, revision }) => {
    const was = isPublic;
    if (needsLot(events, was)) replayed.push(revision);
    isPublic = isPublicAfter(events, was);
    return was;
  });
  return { lot, wasPublic, isPublic, replayed };
};

const changesOf = (
  { lot: { auctionId, logged, rows }, wasPublic: visibility, isPublic }: SeenLot,
  arounds: Arounds,
): { readonly changes: Change[]; readonly mark: LotMark } => {
  let { reserve, seller } = logged ?? { reserve: null, seller: null };
  let orderAt = Number.NEGATIVE_INFINITY;
  const changes = rows.map((row, n): Change => {
    const wasPublic = visibility[n] === true;
    const around = arounds.get(row.revision) ?? null;
    if (around && renewsReserve(row.events, wasPublic)) {
      const amountMinor = around.after.reserveMinor;
      reserve = amountMinor === null ? null : { amountMinor, salt: randomBytes(SALT_BYTES) };
    }
    if (around && !wasPublic) seller ??= sealSeller(auctionId, around.after);
    orderAt = Math.max(orderAt, row.at);
    return { auctionId, row, orderAt, wasPublic, reserve, seller, around };
  });
  const version = rows.at(-1)?.version ?? logged?.version ?? 0;
  return { changes, mark: { auctionId, version, isPublic, reserve, seller } };
};

/** The salt is random, so that the house has one too, and no two lots of a seller can be joined. */
const sealSeller = (auctionId: string, { seller, isConsigned }: AuctionState): SealedSeller => {
  const salt = randomBytes(SALT_BYTES);
  const userId = isConsigned ? seller.id : null;
  return { commitment: sellerCommitment(auctionId, userId ?? HOUSE, salt), made: { salt, userId } };
};

const passedOver = ({ auctionId, logged, rows }: UnloggedLot): LotMark => ({
  auctionId,
  version: rows.at(-1)?.version ?? 0,
  isPublic: false,
  reserve: logged?.reserve ?? null,
  seller: logged?.seller ?? null,
});

/** Finds the people whom the facts name, by making the facts once without commitments. */
const peopleIn = (change: Change): Pair[] => {
  const { auctionId, row, wasPublic } = change;
  const pairs: Pair[] = [];
  const person = (userId: string): string => {
    pairs.push({ auctionId, userId });
    return "";
  };
  factsOf(row.events, wasPublic, { ...givenFor(change, () => null), person });
  return pairs;
};

const givenFor = (
  { auctionId, row, reserve, seller, around }: Change,
  hashOf: (url: string) => string | null,
): Omit<FactsGiven, "person"> => ({
  isByClock: row.isByClock,
  seller: () => {
    if (!seller) throw new Error("a lot that opens without a commitment to its seller");
    return seller.commitment;
  },
  reserveAfter: () =>
    reserve && {
      commitment: reserveCommitment(auctionId, reserve.amountMinor, reserve.salt),
      amount: reserve.amountMinor,
      salt: Buffer.from(reserve.salt).toString("hex"),
    },
  lot: () => {
    if (!around) throw new Error("a change whose lot was not replayed");
    return {
      ...around,
      lotHash: sha256(canonicalJson(lotDocument(around.after))).toString("hex"),
      media: around.after.lot.media.map(({ url }) => ({ sha256: hashOf(url), url })),
    };
  },
});
