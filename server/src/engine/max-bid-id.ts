// Makes a maximum's id from its auction and user, because there is one maximum for each pair. So setting it again, on
// any node, finds the same row.
import { uuidOf } from "../platform/database/uuid.ts";

/** A UUID. Only its owner may know it. */
export const maxBidIdOf = (auctionId: string, userId: string): string => uuidOf(`max bid ${auctionId} ${userId}`);
