// Refuses a command on a lot whose sale asks for the acceptance of its terms, until the person has accepted them, and a
// command of a person who does not qualify as a bidder where the site or the sale asks for more. A
// draft of a sale asks for nothing, because bidders cannot read its terms. A published sale does not ask on a lot that
// opened before the publication. This code reads before the engine decides, so that no bid's statement grows. Terms
// that change at that moment count from the next command on.

import { asksAnything } from "@jara/shared/bidding-requirements";
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates, Minor } from "@jara/shared/money";
import { and, eq, sql } from "drizzle-orm";
import type { UserCommand } from "../../auction/commands.ts";
import type { AuctionState } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { maxBids } from "../../platform/database/schema/bids.ts";
import { commands } from "../../platform/database/schema/log.ts";
import { saleAcceptances, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { bidderChecksOf, type RequirementsInForce, whyMayNotBid } from "./bidder-checks.ts";
import { isLeftOut } from "./left-out.ts";

type Bidding = Extract<UserCommand, { type: "PlaceBid" | "SetMaxBid" | "ConfirmMaxBid" | "BuyItNow" }>;

/** True if the gate's answer is still true of the lot when the engine decides. */
type Precondition = (state: Pick<AuctionState, "startsAt" | "status">) => boolean;

/**
 * The engine checks the precondition under its fence; undefined: the answer is always true. A lot joins a sale only as a draft, and
 * gets another start when it opens, so each node notices by the start that what it remembers is out of date.
 */
type Passed = { readonly refused: ErrorBody } | { readonly precondition: Precondition | undefined };

interface TermsGate {
  pass(bidding: Bidding): Promise<Passed>;
  /** Looks at the lot again with the next command. */
  forget(auctionId: string): void;
}

/** A lot that asks for no terms. Its bids read nothing here unless bidders must qualify. */
interface KnownLot {
  readonly precondition: Precondition;
  /** The published sale whose requirements the lot has. */
  readonly saleId: string | null;
}

export interface GateDeps {
  readonly database: Pick<Database, "db">;
  readonly requirements: RequirementsInForce;
  readonly rates: () => ExchangeRates;
}

/** The number of lots that are known to ask for no terms. */
const KNOWN_LOTS = 20_000;

/**
 * Commands on one auction leave this gate in the order in which they arrived, because the first bid must be decided
 * first.
 */
export const createTermsGate = ({ database, requirements, rates }: GateDeps): TermsGate => {
  const asksNoTerms = createBoundedCache<string, KnownLot>(KNOWN_LOTS);
  /** The last command of each auction that still waits in this gate. */
  const last = new Map<string, Promise<unknown>>();

  const look = async (bidding: Bidding): Promise<Passed> => {
    const { auctionId } = bidding;
    const lot = await askedOf(database, bidding);
    // Let the engine refuse a lot that does not exist.
    if (!lot) return { precondition: undefined };
    const { startsAt } = lot;
    const saleId = lot.saleStatus === "published" && !lot.isLeftOut ? lot.saleId : null;
    const asksTerms = saleId !== null && lot.asksTerms === true;
    const isSameOpening: Precondition = (state) => state.startsAt === startsAt;
    // Remember neither a draft, which can still be put into a sale, nor a lot of a draft sale, nor a lot that opened
    // without a start, because it would not get another one.
    if (startsAt !== null && lot.status !== "draft" && !asksTerms && lot.saleStatus !== "draft")
      asksNoTerms.set(auctionId, { precondition: isSameOpening, saleId });
    const lacksTerms = asksTerms && !lot.isAccepted;
    const asked = requirements.of(saleId);
    // A repeated command gets its first answer.
    if (lot.isKnown || (!lacksTerms && !asksAnything(asked))) return { precondition: isSameOpening };
    // Let the engine refuse a lot that takes no bids, unless it opens meanwhile.
    if (lot.status !== "active") return { precondition: ({ status }) => status !== "active" };
    if (lacksTerms) return { refused: refusal("TERMS_NOT_ACCEPTED", { saleId: lot.saleId ?? "" }) };
    const checks = await bidderChecksOf(database, bidding.userId, saleId);
    // Let the engine refuse a person who may bid nowhere.
    if (!checks?.isEmailVerified) return { precondition: isSameOpening };
    const amountMinor = "amountMinor" in bidding ? bidding.amountMinor : lot.amountMinor;
    const offered = amountMinor === null ? null : { amountMinor, currency: lot.currency };
    const refused = whyMayNotBid(asked, checks, offered, rates());
    return refused ? { refused } : { precondition: isSameOpening };
  };
  const afterAnother = async (before: Promise<unknown> | undefined, answer: Promise<Passed>) => {
    // Wait for the command before, and ignore its error.
    await before?.catch(() => {});
    return await answer;
  };

  return {
    pass: (bidding) => {
      const { auctionId } = bidding;
      const before = last.get(auctionId);
      const known = asksNoTerms.get(auctionId);
      const asksNothing = known !== undefined && !asksAnything(requirements.of(known.saleId));
      // The engine refuses a text that is not a UUID.
      const isFree = asksNothing || !isUuid(auctionId);
      const free = { precondition: known?.precondition };
      if (isFree && !before) return Promise.resolve(free);
      const answer = isFree ? Promise.resolve(free) : look(bidding);
      // The caller gets this error from `mine`, perhaps later, so it must not count as unhandled here.
      answer.catch(() => {});
      const mine = afterAnother(before, answer);
      last.set(auctionId, mine);
      const forget = () => {
        if (last.get(auctionId) === mine) last.delete(auctionId);
      };
      mine.then(forget, forget);
      return mine;
    },
    forget: (auctionId) => {
      asksNoTerms.delete(auctionId);
    },
  };
};

const askedOf = async ({ db }: Pick<Database, "db">, bidding: Bidding) => {
  const { auctionId, userId, commandId } = bidding;
  const accepted = db
    .select({ at: saleAcceptances.acceptedAt })
    .from(saleAcceptances)
    .where(
      and(
        eq(saleAcceptances.saleId, sales.id),
        eq(saleAcceptances.userId, userId),
        eq(saleAcceptances.termsVersion, sales.termsVersion),
      ),
    );
  const known = db
    .select({ at: commands.createdAt })
    .from(commands)
    .where(and(eq(commands.userId, userId), eq(commands.commandId, commandId)));
  const maximum = db
    .select({ amountMinor: maxBids.amountMinor })
    .from(maxBids)
    .where(eq(maxBids.id, sql`${bidding.type === "ConfirmMaxBid" ? bidding.maxBidId : null}::uuid`));
  const [lot] = await db
    .select({
      status: auctions.status,
      startsAt: auctions.startsAt,
      currency: auctions.currency,
      /** The amount of a maximum that is confirmed, or of a purchase. */
      amountMinor: bidding.type === "BuyItNow" ? auctions.buyItNowMinor : sql<Minor | null>`${maximum}::float8`,
      saleId: sales.id,
      saleStatus: sales.status,
      asksTerms: sales.asksTerms,
      isLeftOut: isLeftOut(sql`${sales.id}`, sql`${auctions.id}`, sql`${auctions.startsAt}`),
      isAccepted: sql<boolean>`exists ${accepted}`,
      isKnown: sql<boolean>`exists ${known}`,
    })
    .from(auctions)
    .leftJoin(saleLots, eq(saleLots.auctionId, auctions.id))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(eq(auctions.id, auctionId));
  return lot;
};
