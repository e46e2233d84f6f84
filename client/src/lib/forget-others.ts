// Removes from this browser what belongs to a person when their session ends, however it ends, and what anybody else
// left when a person logs in. A session that ran out by the clock leaves it for the same person, who did not leave.
import { useSession } from "../store/session.ts";
import { forgetFilesOfOthers } from "./own-files.ts";
import { forgetEntriesOfOthers, ownerNow } from "./own-storage.ts";

/** Loads the code for the receipts only where somebody has bid. */
const forgetMaximaOfOthers = async (owner: string): Promise<void> => {
  try {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "bid-receipts")) return;
    await (await import("./kept-receipts.ts")).forgetMaximaOfOthers(owner);
  } catch {
    // The browser keeps nothing.
  }
};

const forgetOthers = (): void => {
  const { user, endedBecause } = useSession.getState();
  if (!user && endedBecause === "expired") return;
  forgetEntriesOfOthers(ownerNow());
  void forgetFilesOfOthers(ownerNow());
  void forgetMaximaOfOthers(ownerNow());
};

/** Follows the session until the returned function is called. */
export const followOwner = (): (() => void) => {
  forgetOthers();
  return useSession.subscribe((now, before) => {
    if (now.user?._id !== before.user?._id) forgetOthers();
  });
};
