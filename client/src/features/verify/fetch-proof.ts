// Fetches everything that proves one lot, as the proof file has it: the lot's entries in the log, and for its bidder what
// shows which bids are the own ones.
import { type ApiError, api } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";

interface LotPage {
  readonly leaves: readonly { readonly index: number }[];
  readonly checkpoint: string;
  readonly keys: readonly string[];
  readonly nextFrom?: number | null;
}

/** Pages of one checkpoint fit together. If the log grew in between, they are fetched again. */
const TRIES = 3;

const lotProof = async (auctionId: string, read: (entries: number) => void): Promise<LotPage> => {
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

const page = (auctionId: string, from?: number): Promise<LotPage> =>
  api.get<LotPage>(`/auctions/${auctionId}/proof`, { from });

/** Null for a visitor, and for somebody who has no bid on the lot. */
const ownSecret = async (auctionId: string): Promise<object | null> => {
  if (!useSession.getState().token) return null;
  return await api.get<object>(`/users/proof/${auctionId}`).catch((error: ApiError) => {
    if (error.status === 404) return null;
    throw error;
  });
};

/** The text of a proof file. `read`: told how many entries have been read, while there are more. */
export const fetchProof = async (auctionId: string, read: (entries: number) => void): Promise<string> => {
  const [lot, own] = await Promise.all([lotProof(auctionId, read), ownSecret(auctionId)]);
  return JSON.stringify({
    format: "jara-proof-v1",
    site: location.origin,
    keys: lot.keys,
    lot,
    ...(own && { own }),
  });
};
