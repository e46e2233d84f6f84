// Makes the draft lot of an accepted offer: its texts and media, and the prices that its seller was asked to accept. An
// offer has one lot that was not deleted.
import { withHouseRules } from "@jara/shared/house-rules";
import { toMajor } from "@jara/shared/money";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import type { OfferContent } from "@jara/shared/rest/offers";
import { and, eq, exists, isNull } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { consignments, offers } from "../../platform/database/schema/sellers.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { refuse } from "../../platform/http/refused.ts";
import type { Account } from "../accounts/account.ts";
import type { AuctionSource } from "./create-auction.ts";
import { toNewAuction } from "./create-lot.ts";
import { auctionNotFound } from "./lookup.ts";
import type { AuctionRouteDeps } from "./routes.ts";

/** The data of which the lot is made. Amounts are minor units. */
export interface LotToConsign {
  readonly offerId: string;
  readonly seller: { readonly id: string; readonly username: string };
  readonly content: OfferContent;
  readonly prices: Pick<AuctionState, "currency" | "startingPriceMinor" | "reserveMinor">;
}

type Deps = Pick<AuctionRouteDeps, "database" | "clock" | "lotMaker" | "houseRules">;

export const makeConsignedLot = async (
  { database, clock, lotMaker, houseRules }: Deps,
  admin: Account,
  consigned: LotToConsign,
  commandId: string,
): Promise<AuctionState> => {
  const { offerId, seller, content, prices } = consigned;
  const fingerprint = `LotOfOffer ${offerId}`;
  const madeBefore = async (): Promise<AuctionState | null> => {
    const [known] = await loadOutcomes(database, [{ userId: admin.id, commandId }]);
    if (!known) return null;
    if (known.fingerprint !== fingerprint || !known.outcome.ok || known.outcome.data.of !== "CreateAuction") {
      return refuse("COMMAND_ID_REUSED");
    }
    return (await findAuction(database, known.outcome.data.auctionId)) ?? auctionNotFound();
  };
  const before = await madeBefore();
  if (before) return before;
  const lot = {
    ...toNewAuction(withHouseRules(toBody(content, prices), houseRules()), admin, clock.now()),
    ...prices,
    seller,
    isConsigned: true as const,
    authorId: admin.id,
    status: "draft" as const,
    startsAt: "by hand" as const,
  };
  const made = await lotMaker.make(lot, { commandId, fingerprint }, fromOffer(offerId, seller.id, lot.auctionId));
  if (made) return made;
  return (
    (await madeBefore()) ??
    refuse("ALREADY_EXISTS", { message: "A lot was made of this offer already, or the offer changed." })
  );
};

/** Counted from when the draft is made, because the seller first reads the terms. */
const DRAFT_HOURS = 7 * 24;

const toBody = (
  content: OfferContent,
  { currency, startingPriceMinor, reserveMinor }: LotToConsign["prices"],
): CreateAuctionBody => ({
  title: content.title,
  description: content.description || content.title,
  startingPrice: toMajor(startingPriceMinor),
  ...(reserveMinor !== null && { reservePrice: toMajor(reserveMinor) }),
  currency,
  duration: DRAFT_HOURS,
  media: content.media,
  categories: content.category === null ? [] : [content.category],
  ...(content.condition !== null && { condition: content.condition }),
  ...(content.location && { location: content.location }),
  conditionReport: {
    ...(content.workingCondition !== null && { working: content.workingCondition }),
    ...(content.age && { notes: `Age: ${content.age}` }),
  },
});

const fromOffer = (offerId: string, sellerId: string, auctionId: string): AuctionSource => ({
  take: async (tx) => {
    const isAccepted = and(eq(offers.id, offerId), hasValue(offers.status, "accepted"));
    const [offer] = await tx.select({ id: offers.id }).from(offers).where(isAccepted).for("update");
    if (!offer) return false;
    const isThere = and(eq(auctions.id, consignments.auctionId), isNull(auctions.removedAt));
    const [lot] = await tx
      .select({ id: consignments.auctionId })
      .from(consignments)
      .where(and(eq(consignments.offerId, offerId), exists(tx.select().from(auctions).where(isThere))))
      .limit(1);
    if (lot) return false;
    await tx.insert(consignments).values({ auctionId, offerId, sellerId });
    return true;
  },
});
