// Fields that several live commands, answers or events have.
import * as z from "zod/mini";
import { commandIdSchema, contentVersionSchema, idSchema } from "../auction.ts";
import {
  amount,
  auctionShape,
  bidReceiptShape,
  outcomeShape,
  says,
  status as statusShape,
  time,
  version,
} from "../live-shapes.ts";

// Commands have these.
export const lotId = says(idSchema, "The auction's id.");
export const maxBidId = says(idSchema, "The `_id` of your maximum.");
export const commandId = says(
  commandIdSchema,
  "A UUID of your own making for this one command. Sent again, also after a reconnect or through another node, it has " +
    "no second effect and gets the first outcome; with other data it is refused with `COMMAND_ID_REUSED`. Ids are compared " +
    "character by character, so the same UUID in capital letters is another id. An accepted " +
    "command is known for 48 hours. A refusal is known to the server that gave it, for some minutes; after that, or " +
    "through another server, the command is decided anew. So send a command again after `UNAVAILABLE`, " +
    "`RATE_LIMITED` or no answer, and not after another refusal.",
);
export const seenVersion = says(
  z.optional(contentVersionSchema),
  "The `contentVersion` of the lot that the bidder has read. An older one than the auction's is refused with `LOT_CHANGED`; " +
    "left out, the lot counts as read.",
);
/** Without it, a repeated command gets an equal answer. */
export const wantsReceipt = says(
  z.optional(z.boolean()),
  "True: the answer to the accepted command carries a bid receipt. A repeated command then gets a receipt with the same " +
    "statement, perhaps signed anew; without it, it gets an equal answer.",
);

// Answers have these.
export const outcome = says(outcomeShape, "The auction after it, for the caller.");
export const receipt = says(
  z.optional(bidReceiptShape),
  "The site's signature for the command; absent if it gives none.",
);
export const clockNow = says(time, "The database's clock.");

// Answers and events have these.
export const viewers = says(
  z.int().check(z.nonnegative()),
  "People who watch it: each user once, and the visitors of one address once.",
);

// Events have these.
export const auctionId = says(z.string(), "Which auction.");
export const title = says(z.string(), "What the lot is called.");
export const serverTime = says(time, "The database's clock when this was made.");
export const endTime = says(time, "When the auction ends now.");
export const publicVersion = says(version, "The auction's public version with this change.");
export const knownVersion = says(version, "The auction's public version; this event makes no new one.");
export const currentPrice = says(amount, "The price now.");
export const minimumBid = says(amount, "The lowest bid that would be accepted now.");
export const status = says(statusShape, "Where the auction is in its life now.");
export const auction = says(auctionShape, "The whole auction.");
