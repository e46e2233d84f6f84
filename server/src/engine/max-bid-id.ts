// Makes a maximum's id from its auction and user, because there is one maximum for each pair. So setting it again, on
// any node, finds the same row.
import { createHash } from "node:crypto";

/** A UUID (version 8: from a custom hash). Only its owner may know it. */
export const maxBidIdOf = (auctionId: string, userId: string): string => {
  const hex = createHash("sha256").update(`max bid ${auctionId} ${userId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
