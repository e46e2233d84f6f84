// The offer behind an imported lot of a seller: staff propose its terms there, and the seller accepts them.
import { randomUUID } from "node:crypto";
import type { OfferContent } from "@jara/shared/rest/offers";
import { writeEnteredOffer } from "../../../platform/database/entered-offer.ts";
import { consignments } from "../../../platform/database/schema/sellers.ts";
import type { AuctionSource, NewAuction } from "../create-auction.ts";

interface OfSeller {
  readonly seller: { readonly id: string };
  readonly actorId: string;
  readonly auctionId: string;
  readonly lot: NewAuction["lot"];
}

/** Returns the same source, whose lot is a seller's. */
export const withOffer = (source: AuctionSource, { seller, actorId, auctionId, lot }: OfSeller): AuctionSource => ({
  ...source,
  take: async (tx) => {
    if (!(await source.take(tx))) return false;
    const offerId = randomUUID();
    const { working = null } = (lot.conditionReport ?? {}) as { readonly working?: OfferContent["workingCondition"] };
    const content = {
      title: lot.title,
      description: lot.description,
      category: lot.categories[0] ?? null,
      condition: lot.condition,
      workingCondition: working,
      location: lot.location ?? "",
      media: [...lot.media],
    };
    await writeEnteredOffer(tx, { id: offerId, actorId, sellerId: seller.id, content });
    await tx.insert(consignments).values({ auctionId, offerId, sellerId: seller.id });
    return true;
  },
});
