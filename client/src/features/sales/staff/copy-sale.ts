// Copies a sale as a draft some weeks later: with the same texts and rules, and with no lots or with copies of the
// unsold ones. A lot that was relisted before has a copy already: that one is taken, if it is still a draft and in no sale. A
// refunded lot came back for a reason, so a copy of it is made only by "Relist".

import * as managementCalls from "@jara/shared/calls/auction-management";
import * as auctionCalls from "@jara/shared/calls/auctions";
import * as salesCalls from "@jara/shared/calls/sales";
import { isUnsold, publicOutcomeOf } from "@jara/shared/lot-outcome";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { CreateSaleBody, Sale, SaleAnswer } from "@jara/shared/rest/sales";
import { SALE_TITLE_MAX } from "@jara/shared/sale-limits";
import { byLotNumber, lotNumberText, numberedTitle } from "@jara/shared/sale-order";
import { ask, messageOf } from "../../../lib/api.ts";
import { lagosDate } from "../../../lib/lagos-moment.ts";
import { statusLabels } from "../../../ui/badge.tsx";
import { createSale, managedLots, setSaleLots } from "./queries.ts";

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
  const { description, terms, spacingSeconds, closing, groupSize, asksTerms, picture, requirements } = sale;
  return {
    title: titleOf(sale, later(sale.closesAt)),
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

/** The title with the day of the copy, so that it is told from the sale before. */
const titleOf = ({ title, closesAt }: Sale, copyClosesAt: string): string => {
  const [before, day] = [lagosDate(closesAt), lagosDate(copyClosesAt)];
  const dated = title.includes(before) ? title.replace(before, day) : `${title}, ${day}`;
  return dated.length <= SALE_TITLE_MAX ? dated : title;
};

export interface CopiedSale extends SaleAnswer {
  /** The unsold lots that were copied for the new sale. */
  readonly copied: number;
  /** The copies of lots that were relisted before. */
  readonly taken: number;
  /** The unsold lots of which the new sale has no copy. */
  readonly leftOut: readonly { readonly id: string; readonly title: string; readonly why: string }[];
}

interface Asked {
  readonly title: string;
  readonly withUnsold: boolean;
}

/** Puts the copies of the lots into the new sale in the order of the old one. */
export const copySale = async (sale: Sale, { title, withUnsold }: Asked, nowMs: number): Promise<CopiedSale> => {
  const unsold = withUnsold ? await unsoldLots(sale._id) : [];
  const made = await createSale({ ...copyOf(sale, nowMs), title });
  const lots: { readonly id: string; readonly isNew: boolean }[] = [];
  const leftOut: { id: string; title: string; why: string }[] = [];
  for (const lot of unsold) {
    const copy = await copyOfLot(lot).catch((error: unknown) => messageOf(error, "It could not be copied."));
    if (typeof copy === "object") lots.push(copy);
    else leftOut.push({ id: lot._id, title: namedLot(lot), why: copy });
  }
  if (lots.length === 0) return { ...made, copied: 0, taken: 0, leftOut };
  const copied = lots.filter(({ isNew }) => isNew).length;
  const { _id, revision } = made.sale;
  const answer = await setSaleLots(_id, { revision, auctionIds: lots.map(({ id }) => id) });
  return { ...answer, copied, taken: lots.length - copied, leftOut };
};

const namedLot = ({ title, sale }: ManagedAuction): string => numberedTitle(title, sale ? lotNumberText(sale) : null);

const unsoldLots = async (saleId: string): Promise<ManagedAuction[]> => {
  const lots = await managedLots({ sale: saleId, status: "ended", ended: "unsold" });
  const placeOf = ({ sale }: ManagedAuction) => sale ?? { lotNumber: 0 };
  return lots
    .filter((auction) => isUnsold(publicOutcomeOf(auction)))
    .sort((one, other) => byLotNumber(placeOf(one), placeOf(other)));
};

/** Returns the copy that the new sale can have, or says why there is none. */
const copyOfLot = async ({
  _id,
  relistedAs,
  outcome,
}: ManagedAuction): Promise<{ id: string; isNew: boolean } | string> => {
  if (!relistedAs && outcome === "refunded") return "Its sale was refunded. If it is to be sold again, relist it.";
  if (!relistedAs) {
    const { auction } = await ask(managementCalls.relistAuction, { params: { id: _id }, body: {} });
    return { id: auction._id, isNew: true };
  }
  const params = { id: relistedAs._id };
  const [{ auction }, { sale }] = await Promise.all([
    ask(auctionCalls.getAuction, { params }),
    ask(salesCalls.getSaleOfLot, { params }),
  ]);
  if (sale) return `It was relisted before, and its copy is lot ${lotNumberText(sale)} of “${sale.title}”.`;
  if (auction.status !== "draft")
    return `It was relisted before, and its copy is ${statusLabels[auction.status].toLowerCase()}.`;
  return { id: auction._id, isNew: false };
};
