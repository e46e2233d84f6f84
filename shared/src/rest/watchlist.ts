// Schemas of the REST calls on a person's watchlist.
import * as z from "zod/mini";
import { amountSchema, auctionSchema, idSchema } from "../auction.ts";
import { reminders } from "../reminders.ts";
import { opaque } from "../text/kinds.ts";
import { BROWSER_WATCHED_MAX } from "../watch-limits.ts";
import { paginationSchema } from "./common.ts";

export const WATCHLIST_LIMIT_DEFAULT = 24;

const auctionIds = z.array(idSchema).check(z.minLength(1), z.maxLength(BROWSER_WATCHED_MAX));

export const watchBody = z.strictObject({ auctionIds });
/**
 * The price, in the lot's currency, below which the person wants to be reminded. Null removes it; left out, it stays as it
 * is.
 */
export const watchOneBody = z.nullish(z.strictObject({ wishPrice: z.optional(z.nullable(amountSchema)) }));
/** Lots by their ids, with commas between them. */
export const watchedLotsQuery = z.object({
  ids: z.pipe(
    z.pipe(
      opaque(BROWSER_WATCHED_MAX * 65),
      z.transform((text) => [...new Set(text.split(","))]),
    ),
    auctionIds,
  ),
});

export const watchAnswer = z.object({
  isWatching: z.boolean(),
  /** In the lot's currency. Absent: none. */
  wishPrice: z.exactOptional(z.number()),
});
/** The number of lots that were not watched before. */
export const watchManyAnswer = z.object({ added: z.int() });
export const watchedIdsAnswer = z.object({ ids: z.array(z.string()) });

const lots = {
  /** Lots that are not over come first, by their end; the others follow, the latest end first. */
  auctions: z.array(auctionSchema),
  /** For a signed-in caller: the auctions of this answer on which they have bid and do not lead. */
  outbid: z.exactOptional(z.array(z.string())),
};
export const watchedLotsAnswer = z.object(lots);
export type WatchedLots = z.infer<typeof watchedLotsAnswer>;
export const watchlistAnswer = z.object({
  ...lots,
  /** The wish price of each lot that has one, by the lot's id. */
  wishes: z.record(z.string(), z.number()),
  pagination: paginationSchema,
});
export type Watchlist = z.infer<typeof watchlistAnswer>;

const chosenReminders = z.array(z.enum(reminders)).check(
  z.maxLength(reminders.length),
  z.refine((list) => new Set(list).size === list.length, "Each reminder can be chosen only once"),
);
/** The reminders that the person wants about the lots of the watchlist. */
export const remindersBody = z.strictObject({ reminders: chosenReminders });
export const remindersAnswer = z.object({ reminders: chosenReminders });
