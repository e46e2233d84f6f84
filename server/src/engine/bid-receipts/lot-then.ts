// Finds the lot as it stood at a public version: from a state in memory, or from the auction's log if the command was
// answered long ago or by another node.
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { AuctionCreated, AuctionEvent } from "../../auction/events.ts";
import { create, evolve } from "../../auction/evolve.ts";
import type { AuctionState, Lot } from "../../auction/state.ts";
import { lotDocument } from "../../auction/view/lot-document.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { canonicalJson } from "../../platform/signing/canonical-json.ts";
import { sha256 } from "../../platform/signing/merkle.ts";
import type { LotThen } from "./statement.ts";

/** All fields of a state, besides its lot, that are in the lot's document. */
const terms = [
  "currency",
  "startingPriceMinor",
  "incrementMinor",
  "increments",
  "buyItNowMinor",
  "softClose",
  "rules",
] as const;

const hashed = new WeakMap<Lot, { readonly of: AuctionState; readonly hash: string }>();

/**
 * The hash of the lot's document. It is kept with the lot, because nearly all bids are on a lot that did not change.
 */
export const lotHashOf = (state: AuctionState): string => {
  const known = hashed.get(state.lot);
  if (known && terms.every((term) => known.of[term] === state[term])) return known.hash;
  const hash = sha256(canonicalJson(lotDocument(state))).toString("hex");
  hashed.set(state.lot, { of: state, hash });
  return hash;
};

export const lotNow = (state: AuctionState): LotThen => ({
  contentVersion: state.contentVersion,
  lotHash: lotHashOf(state),
  currency: state.currency,
});

/** The events that change the lot's document. They are few, whatever the number of bids. */
const ofDocument: readonly (AuctionCreated | AuctionEvent)["type"][] = [
  "AuctionCreated",
  "AuctionEdited",
  "LotRulesTaken",
  "IncrementsTaken",
  "AuctionWithdrawn",
];

interface Change {
  readonly version: number;
  readonly events: readonly (AuctionCreated | AuctionEvent)[];
  /** Epoch ms. */
  readonly at: number;
}

interface History {
  /** The newest version up to which the log was read. */
  readonly upTo: number;
  /** Each document with the version at which it begins, oldest first. */
  readonly documents: readonly (LotThen & { readonly from: number })[];
}

/**
 * Reads lots as they were at earlier versions. An auction's log is read again only for a version newer than those that
 * were read before, because reading a long log takes long.
 */
export const createLotsThen = ({ db }: Pick<Database, "db">) => {
  const histories = createBoundedCache<string, Promise<History>>(500);

  const read = async (auctionId: string, version: number): Promise<History> => {
    const { events, at } = auctionEvents;
    const isOfDocument = sql`${events}::text like any (${arrayLiteral(ofDocument.map((type) => `%${type}%`))}::text[])`;
    const rows = await db
      .select({ version: sql<number>`${auctionEvents.version}`, events: sql<Change["events"]>`${events}`, at })
      .from(auctionEvents)
      .where(and(eq(auctionEvents.auctionId, auctionId), isNotNull(auctionEvents.version), isOfDocument))
      .orderBy(asc(auctionEvents.revision));
    return { upTo: version, documents: documentsOf(rows) };
  };

  /** Null if the log cannot say, because the auction is older than its log. */
  return async (auctionId: string, version: number): Promise<LotThen | null> => {
    let history = histories.get(auctionId);
    if (!history || (await history).upTo < version) {
      history = read(auctionId, version);
      histories.set(auctionId, history);
      history.catch(() => histories.delete(auctionId));
    }
    return (await history).documents.findLast(({ from }) => from <= version) ?? null;
  };
};

const documentsOf = (rows: readonly Change[]): History["documents"] => {
  const documents: (LotThen & { from: number })[] = [];
  let state: AuctionState | null = null;
  for (const { version, events, at } of rows) {
    for (const event of events) {
      if (event.type === "AuctionCreated") state = create(event, at);
      else if (state && ofDocument.includes(event.type)) state = evolve(state, event);
    }
    if (state) documents.push({ from: version, ...lotNow(state) });
  }
  return documents;
};
