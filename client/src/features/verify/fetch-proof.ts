// Fetches the proof of a lot and the person's own secret, as one file that can be checked without the site.
import { fetchLotProof, fetchOwnSecret } from "../../lots/bid-proof/lot-proof.ts";

/** The text of the proof file of a lot. Calls `read` with the number of entries read so far, while there are more. */
export const fetchProof = async (auctionId: string, read: (entries: number) => void): Promise<string> => {
  const [lot, own] = await Promise.all([fetchLotProof(auctionId, read), fetchOwnSecret(auctionId)]);
  return JSON.stringify({
    format: "jara-proof-v1",
    site: location.origin,
    keys: lot.keys,
    lot,
    ...(own && { own }),
  });
};
