// Fetches the proof of one lot: its entries in the public log, and for a bidder the secret that shows which entries are
// theirs.
import * as calls from "@jara/shared/calls/public-log";
import { type ApiError, ask } from "../../lib/api.ts";
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
export const fetchOwnSecret = async (auctionId: string): Promise<object | null> => {
  if (!useSession.getState().token) return null;
  return await ask(calls.getOwnProof, { params: { id: auctionId } }).catch((error: ApiError) => {
    if (error.status === 404) return null;
    throw error;
  });
};
