// Notifies the staff of what the seller of an offer did, within its transaction: those who work on the offer, or all who
// may review it as long as nobody does. Of many offers at once there is one notification.
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offerMessages } from "../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import type { OfferNews } from "../../platform/notifications/about.ts";
import { writeNotifications } from "../../platform/notifications/write.ts";
import type { OfferRow } from "./views.ts";

type Offer = Pick<OfferRow, "id" | "sellerId" | "enteredBy" | "decidedBy" | "content">;

/** `offers`: of one seller. */
export const notifyStaff = async (tx: Db, offers: readonly Offer[], what: OfferNews["what"]): Promise<void> => {
  const [offer, ...others] = offers;
  if (!offer) return;
  const mayReview = and(roleMay("lots:edit"), isNull(users.bannedAt), ne(users.id, offer.sellerId));
  const readers = await tx.select({ id: users.id }).from(users).where(mayReview);
  const workers = await workersOn(tx, offers);
  const working = readers.filter(({ id }) => workers.has(id));
  const told = working.length > 0 ? working : readers;
  if (told.length === 0) return;
  const data = {
    offerId: offer.id,
    title: offer.content.title,
    what,
    ...(others.length > 0 && { others: others.length }),
  };
  await writeNotifications(
    tx,
    // An unread notification of the same offer is replaced.
    told.map(({ id: userId }) => ({
      about: "offer-news" as const,
      userId,
      auctionId: null,
      data,
      mergeKey: `offer:${offer.id}`,
    })),
  );
  tx.wake("notifications");
};

const workersOn = async (tx: Db, offers: readonly Offer[]): Promise<ReadonlySet<string | null>> => {
  const ids = offers.map(({ id }) => id);
  const wrote = await tx
    .selectDistinct({ id: offerMessages.authorId })
    .from(offerMessages)
    .where(and(isAnyOf(offerMessages.offerId, ids), eq(offerMessages.by, "staff")));
  const proposed = await tx
    .selectDistinct({ id: agreements.proposedBy })
    .from(agreements)
    .where(isAnyOf(agreements.offerId, ids));
  return new Set([
    ...offers.flatMap(({ enteredBy, decidedBy }) => [enteredBy, decidedBy]),
    ...[...wrote, ...proposed].map((one) => one.id),
  ]);
};
