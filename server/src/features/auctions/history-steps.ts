// Reads the steps of a lot's history that are not in its log, because the lot itself did not change: its copies, the terms of
// its seller, the handover, and what the seller was paid. Each was recorded elsewhere. A lot has few of them.
import { toMajor } from "@jara/shared/money";
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuctionState } from "../../auction/state.ts";
import { type LoggedKind, relistedSentence } from "../../auction/view/history.ts";
import { money } from "../../auction/view/history-words.ts";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { agreements, consignments } from "../../platform/database/schema/sellers.ts";
import { copiesOf } from "./copies-queries.ts";

export interface Step {
  /** Names it among the steps of its lot. */
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
  readonly entry: HistoryEntry;
}

type Lot = Pick<AuctionState, "id">;
type Reader = (database: Database, lot: Lot) => Promise<Step[]>;

interface Told {
  readonly key: string;
  readonly at: number;
  readonly actor: HistoryEntry["actor"];
  readonly type: string;
  readonly summary: string;
  readonly details?: object;
}

const toStep = ({ key, at, actor, type, summary, details = {} }: Told): Step => ({
  key: `${type} ${key}`,
  at,
  entry: { revision: null, version: null, at: toIso(at), actor, type, summary, details: [{ type, ...details }] },
});

const relistings: Reader = async (database, { id }) =>
  (await copiesOf(database, id)).map(({ id: auctionId, at, by, reason }) =>
    toStep({
      key: auctionId,
      at,
      actor: by,
      type: "Relisted",
      summary: relistedSentence(by.username, reason),
      details: { auctionId, staffReason: reason },
    }),
  );

const proposer = alias(users, "proposer");

const terms: Reader = async ({ db }, { id }) => {
  const rows = await db
    .select({
      agreement: agreements,
      proposer: { id: proposer.id, username: proposer.username },
      seller: { id: users.id, username: users.username },
    })
    .from(consignments)
    .innerJoin(agreements, eq(agreements.offerId, consignments.offerId))
    .innerJoin(proposer, eq(proposer.id, agreements.proposedBy))
    .innerJoin(users, eq(users.id, agreements.sellerId))
    .where(eq(consignments.auctionId, id));
  return rows.flatMap(({ agreement, proposer: by, seller }) => {
    const { id: key, version, currency, startingPriceMinor, reserveMinor, proposedAt, acceptedAt } = agreement;
    const reserve = reserveMinor === null ? "no reserve" : `a reserve of ${money(reserveMinor, currency)}`;
    const of = { key, details: { version } };
    const proposed = toStep({
      ...of,
      at: proposedAt,
      actor: by,
      type: "TermsProposed",
      summary:
        `${by.username} proposed version ${version} of the terms to the seller ${seller.username}: ` +
        `a starting price of ${money(startingPriceMinor, currency)} and ${reserve}.`,
    });
    if (acceptedAt === null) return [proposed];
    const summary = `The seller ${seller.username} accepted version ${version} of the terms.`;
    return [proposed, toStep({ ...of, at: acceptedAt, actor: seller, type: "TermsAccepted", summary })];
  });
};

const handovers: Reader = async ({ db }, { id }) => {
  const rows = await db
    .select({
      id: adminActions.id,
      at: adminActions.at,
      action: adminActions.action,
      place: sql<string | null>`${adminActions.details} ->> 'place'`,
      hours: sql<string | null>`${adminActions.details} ->> 'hours'`,
      actor: { id: users.id, username: users.username },
    })
    .from(adminActions)
    .innerJoin(users, eq(users.id, adminActions.actorId))
    .where(and(eq(adminActions.auctionId, id), inArray(adminActions.action, ["lot ready", "lot handed over"])));
  return rows.map(({ id: key, at, action, place, hours, actor }) =>
    toStep({
      key,
      at,
      actor,
      ...(action === "lot ready"
        ? {
            type: "ReadyForPickup",
            summary: `${actor.username} made the lot ready for pickup at ${place}, ${hours}.`,
          }
        : { type: "HandedOver", summary: `${actor.username} handed the lot over to the buyer.` }),
    }),
  );
};

/** One change of what the seller has for a sale is one transaction, whose entries have one reference but for its end. */
const sellerPayments: Reader = async ({ db }, { id }) => {
  const change = sql<string>`regexp_replace(${ledgerEntries.reference}, '-[0-9]+$', '')`;
  const rows = await db
    .select({
      key: change,
      at: sql<number>`(extract(epoch from min(${ledgerEntries.createdAt})) * 1000)::float8`,
      amountMinor: sql<number>`sum(${ledgerEntries.amountMinor})::float8`,
      username: users.username,
    })
    .from(consignments)
    .innerJoin(users, eq(users.id, consignments.sellerId))
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.userId, consignments.sellerId), eq(ledgerEntries.auctionId, consignments.auctionId)),
    )
    .where(and(eq(consignments.auctionId, id), like(ledgerEntries.reference, "proceeds-%")))
    .groupBy(change, users.username);
  return rows.map(({ key, at, amountMinor, username }) => {
    const amount = money(Math.abs(amountMinor), "NGN");
    const isPaid = amountMinor >= 0;
    return toStep({
      key,
      at,
      actor: null,
      type: isPaid ? "SellerPaid" : "SellerPaymentTakenBack",
      summary: isPaid
        ? `The seller ${username} was paid ${amount}.`
        : `${amount} was taken back from the seller ${username}.`,
      details: { ngn: toMajor(amountMinor) },
    });
  });
};

const readers: Partial<Record<LoggedKind, readonly Reader[]>> = {
  status: [relistings, terms],
  payments: [handovers, sellerPayments],
};

/** Returns the steps, the oldest first. `kind`: only steps of this kind. */
export const stepsOf = async (database: Database, lot: Lot, kind?: LoggedKind): Promise<Step[]> => {
  const asked = kind === undefined ? Object.values(readers).flat() : (readers[kind] ?? []);
  const read = await Promise.all(asked.map((reader) => reader(database, lot)));
  return read.flat().sort((one, other) => one.at - other.at);
};
