// Notifies the staff of what the seller of an offer did, within its transaction: those who work on the offer, or all who
// may review it as long as nobody does.
import { and, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offerMessages } from "../../platform/database/schema/sellers.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import type { OfferNews } from "../../platform/notifications/about.ts";
import { writeNotifications } from "../../platform/notifications/write.ts";
import type { OfferRow } from "./views.ts";

type Offer = Pick<OfferRow, "id" | "sellerId" | "enteredBy" | "decidedBy" | "content">;

const worksOn = ({ id, enteredBy, decidedBy }: Offer): SQL<boolean> => sql`(
  ${users.id} in (${enteredBy}::uuid, ${decidedBy}::uuid)
  or exists (select from ${offerMessages} where ${offerMessages.offerId} = ${id}::uuid and ${offerMessages.authorId} = ${users.id})
  or exists (select from ${agreements} where ${agreements.offerId} = ${id}::uuid and ${agreements.proposedBy} = ${users.id}))`;

export const notifyStaff = async (tx: Db, offer: Offer, what: OfferNews["what"]): Promise<void> => {
  const mayReview = and(roleMay("lots:edit"), isNull(users.bannedAt), ne(users.id, offer.sellerId));
  const readers = await tx
    .select({ id: users.id, works: worksOn(offer) })
    .from(users)
    .where(mayReview);
  const workers = readers.filter(({ works }) => works);
  const data = { offerId: offer.id, title: offer.content.title, what };
  await writeNotifications(
    tx,
    // An unread one of the same offer is replaced.
    (workers.length > 0 ? workers : readers).map(({ id: userId }) => ({
      about: "offer-news" as const,
      userId,
      auctionId: null,
      data,
      mergeKey: `offer:${offer.id}`,
    })),
  );
  tx.wake("notifications");
};
