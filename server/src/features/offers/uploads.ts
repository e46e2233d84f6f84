// Decides who may upload files for an offer, and how many.
import { OFFER_UPLOADS_A_DAY } from "@jara/shared/offer-limits";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { uploads } from "../../platform/database/schema/media.ts";
import { offers } from "../../platform/database/schema/sellers.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { offerNotFound } from "./save-offer.ts";

export const uploadsOfOffers = ({ db }: Database) => ({
  async check(personId: string, offerId: string): Promise<void> {
    const isOpen = inArray(offers.status, ["draft", "offered", "in-review"]);
    const isOwn = and(eq(offers.sellerId, personId), isOpen);
    const found = isUuid(offerId) ? await db.$count(offers, and(eq(offers.id, offerId), isOwn)) : 0;
    if (found === 0) throw new RefusedError(offerNotFound());
    const isOfToday = gt(uploads.createdAt, sql`${clockNow} - interval '24 hours'`);
    if ((await db.$count(uploads, and(eq(uploads.ownerId, personId), isOfToday))) < OFFER_UPLOADS_A_DAY) return;
    refuse("RATE_LIMITED", {
      message: "You uploaded many files today. Please go on tomorrow.",
      retryAfterMs: 3_600_000,
    });
  },
  async noteOwner(filename: string, personId: string): Promise<void> {
    await db.update(uploads).set({ ownerId: personId }).where(eq(uploads.name, filename));
  },
});
