// Reads what a lot asks of its bidders and what the house knows of one, and refuses a bidder who does not qualify. The
// rule is in shared/bidding-requirements.ts. It is checked when a command arrives: what was bid before stays binding.
import {
  approvalInForce,
  type BidderChecks,
  type BiddingRequirements,
  limitOf,
  missingOf,
  missingWords,
} from "@jara/shared/bidding-requirements";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Currency, type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { bidderApprovals, bidderDocuments, verifiedPhones } from "../../platform/database/schema/who-may-bid.ts";
import { isLeftOut } from "./left-out.ts";

/** They are in memory, so that a bid reads nothing for them. */
export interface RequirementsInForce {
  /** Null: a lot of no published sale, for which the site asks. */
  of(saleId: string | null): BiddingRequirements;
}

const ofSite = alias(bidderApprovals, "of_site");
const ofSale = alias(bidderApprovals, "of_sale");

interface Known extends BidderChecks {
  /** The engine refuses a person without one. */
  readonly isEmailVerified: boolean;
}

/** Null: there is no such person. */
export const bidderChecksOf = async (
  { db }: Pick<Database, "db">,
  userId: string,
  saleId: string | null,
): Promise<Known | null> => {
  const [row] = await db
    .select({
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      hasPhone: sql<boolean>`${verifiedPhones.userId} is not null`,
      document: bidderDocuments.status,
      site: { status: ofSite.status, limitMinor: ofSite.limitMinor },
      sale: { status: ofSale.status, limitMinor: ofSale.limitMinor },
    })
    .from(users)
    .leftJoin(verifiedPhones, eq(verifiedPhones.userId, users.id))
    .leftJoin(bidderDocuments, eq(bidderDocuments.userId, users.id))
    .leftJoin(ofSite, and(eq(ofSite.userId, users.id), isNull(ofSite.saleId)))
    .leftJoin(ofSale, and(eq(ofSale.userId, users.id), eq(ofSale.saleId, sql`${saleId}::uuid`)))
    .where(eq(users.id, userId));
  return row ?? null;
};

/** The published sale whose rules the lot follows; null: none. */
export const saleInForce = async ({ db }: Pick<Database, "db">, auctionId: string): Promise<string | null> => {
  const [row] = await db
    .select({ saleId: sales.id })
    .from(saleLots)
    .innerJoin(sales, and(eq(sales.id, saleLots.saleId), eq(sales.status, "published")))
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(
      and(
        eq(saleLots.auctionId, auctionId),
        sql`not ${isLeftOut(sql`${sales.id}`, sql`${auctions.id}`, sql`${auctions.startsAt}`)}`,
      ),
    );
  return row?.saleId ?? null;
};

/** `saleId` must be a UUID. */
export const isPublished = async ({ db }: Pick<Database, "db">, saleId: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, saleId), eq(sales.status, "published")));
  return row !== undefined;
};

interface Offered {
  readonly amountMinor: Minor;
  readonly currency: Currency;
}

/** `offered`: what the command would commit the bidder to; null: nothing that a limit bounds. */
export const whyMayNotBid = (
  asked: BiddingRequirements,
  checks: BidderChecks,
  offered: Offered | null,
  rates: ExchangeRates,
): ErrorBody | null => {
  const missing = missingOf(asked, checks);
  if (missing.length > 0) {
    const isDeclined = missing.includes("approval") && approvalInForce(checks)?.status === "declined";
    const message = isDeclined
      ? "We have declined your request to bid here. Please contact us."
      : missingWords(missing);
    return refusal("BIDDER_NOT_APPROVED", { message, missing });
  }
  const limitMinor = limitOf(asked, checks);
  if (limitMinor === null || offered === null) return null;
  if (inNairaMinor(offered.amountMinor, offered.currency, rates) <= limitMinor) return null;
  const limit = toMajor(limitMinor);
  const message = `Your limit here is ${formatMoney(limit, "NGN")} for each bid. Please contact us if you want to bid more.`;
  return refusal("BIDDER_NOT_APPROVED", { message, missing: [], limit });
};
