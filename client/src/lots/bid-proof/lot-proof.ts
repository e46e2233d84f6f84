// Fetches the proof of one lot: its entries in the public log, and the secrets that show a bidder which entries are
// theirs, and a seller that the lot is.
import * as calls from "@jara/shared/calls/public-log";
import { may } from "@jara/shared/permissions";
import { type ApiError, ask } from "../../lib/api.ts";
import { fetchAuction } from "../../queries/auction.ts";
import { useSession } from "../../store/session.ts";

/** As the API answers it; the verifier checks every part of it. */
export interface LotProof {
  readonly checkpoint: string;
  readonly leaves: readonly unknown[];
  readonly keys: readonly string[];
  readonly nextFrom?: number | null;
}

/** Pages of one checkpoint fit together. If the log grew in between, they are fetched again. */
const TRIES = 3;

/** Calls `read` with the number of entries read so far, while there are more. */
export const fetchLotProof = async (
  auctionId: string,
  read: (entries: number) => void = () => {},
): Promise<LotProof> => {
  for (let tries = 1; ; tries++) {
    const first = await page(auctionId);
    const leaves = [...first.leaves];
    let { nextFrom } = first;
    let isOne = true;
    while (nextFrom != null && isOne) {
      read(leaves.length);
      const next = await page(auctionId, nextFrom);
      isOne = next.checkpoint === first.checkpoint;
      leaves.push(...next.leaves);
      nextFrom = next.nextFrom;
    }
    if (isOne) return { ...first, leaves, nextFrom: null };
    if (tries === TRIES) throw new Error("The log grows faster than it can be read. Try again in a minute.");
  }
};

const page = (auctionId: string, from?: number): Promise<LotProof> =>
  ask(calls.getLotProof, { params: { id: auctionId }, query: { from } });

/** Null for a visitor, and for somebody who has no bid on the lot. */
export const fetchOwnSecret = (auctionId: string): Promise<object | null> =>
  secretOf(() => ask(calls.getOwnProof, { params: { id: auctionId } }));

/** Null for everybody but the seller, and for the house's own lots its staff. */
export const fetchSellerSecret = async (auctionId: string): Promise<object | null> => {
  const { user } = useSession.getState();
  if (!user) return null;
  const isAsked = may(user.role, "auctions:run") || (await fetchAuction(auctionId)).seller._id === user._id;
  return isAsked ? await secretOf(() => ask(calls.getSellerProof, { params: { id: auctionId } })) : null;
};

const secretOf = async (read: () => Promise<object>): Promise<object | null> => {
  if (!useSession.getState().token) return null;
  return await read().catch((error: ApiError) => {
    if (error.status === 404 || error.code === "CONFLICT_OF_INTEREST") return null;
    throw error;
  });
};
