// Fetches the proof of a lot and the person's own secrets, as one file that can be checked without the site.
import { fetchLotProof, fetchOwnSecret, fetchSellerSecret, type LotProof } from "./lot-proof.ts";

interface ProofOfLot {
  readonly format: "jara-proof-v1";
  readonly site: string;
  readonly keys: readonly string[];
  readonly lot: LotProof;
  readonly own?: object;
  /** This opens the commitments to the seller and the reserve, for the seller alone. */
  readonly seller?: object;
}

/** Calls `read` with the number of entries read so far, while there are more. */
export const fetchProof = async (auctionId: string, read?: (entries: number) => void): Promise<ProofOfLot> => {
  // First, so that the entries are not older than a reserve that was just changed.
  const [own, seller] = await Promise.all([fetchOwnSecret(auctionId), fetchSellerSecret(auctionId)]);
  const lot = await fetchLotProof(auctionId, read);
  return {
    format: "jara-proof-v1",
    site: location.origin,
    keys: lot.keys,
    lot,
    ...(own && { own }),
    ...(seller && { seller }),
  };
};
