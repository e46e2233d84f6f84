// Copies a sale as a draft some weeks later: with the same texts and rules, and with no lots or with copies of the
// unsold ones.
import * as managementCalls from "@jara/shared/calls/auction-management";
import { isUnsold } from "@jara/shared/lot-outcome";
import type { CreateSaleBody, Sale, SaleAnswer } from "@jara/shared/rest/sales";
import { ask } from "../../../lib/api.ts";
import { publicOutcomeOf } from "../../../lots/lot-outcome.ts";
import { createSale, lotsOfSale, setSaleLots } from "./queries.ts";

const WEEK_MS = 7 * 86_400_000;

/** Returns the body of the copy. Its first lot closes a whole number of weeks later, and not before tomorrow. */
export const copyOf = (sale: Sale, nowMs: number): CreateSaleBody => {
  const behindMs = nowMs + 86_400_000 - Date.parse(sale.closesAt);
  const byMs = Math.max(1, Math.ceil(behindMs / WEEK_MS)) * WEEK_MS;
  const later = (at: string): string => new Date(Date.parse(at) + byMs).toISOString();
  const moved = <T extends Sale["viewings"][number]>(time: T): T => ({
    ...time,
    from: later(time.from),
    until: later(time.until),
  });
  const { title, description, terms, spacingSeconds, closing, groupSize, asksTerms, picture, requirements } = sale;
  return {
    title,
    description,
    terms,
    spacingSeconds,
    closing,
    groupSize,
    asksTerms,
    picture,
    requirements,
    viewings: sale.viewings.map(moved),
    pickups: sale.pickups.map(moved),
    opensAt: sale.opensAt === null ? null : later(sale.opensAt),
    closesAt: later(sale.closesAt),
  };
};

interface CopiedSale extends SaleAnswer {
  /** The copies of unsold lots that the new sale has. */
  readonly copied: number;
  /** Unsold lots that could not be copied, because they were relisted before. */
  readonly leftOut: number;
}

/** Puts the copies of the lots into the new sale in the order of the old one. */
export const copySale = async (sale: Sale, withUnsold: boolean, nowMs: number): Promise<CopiedSale> => {
  const unsold = withUnsold
    ? (await lotsOfSale(sale._id)).filter(({ auction }) => isUnsold(publicOutcomeOf(auction)))
    : [];
  const made = await createSale(copyOf(sale, nowMs));
  const auctionIds: string[] = [];
  for (const { auction } of unsold) {
    const copy = await ask(managementCalls.relistAuction, { params: { id: auction._id }, body: {} }).catch(() => null);
    if (copy) auctionIds.push(copy.auction._id);
  }
  const leftOut = unsold.length - auctionIds.length;
  if (auctionIds.length === 0) return { ...made, copied: 0, leftOut };
  const { _id, revision } = made.sale;
  return { ...(await setSaleLots(_id, { revision, auctionIds })), copied: auctionIds.length, leftOut };
};
