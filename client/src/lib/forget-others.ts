// Removes from this browser what belongs to a person when their session ends, however it ends, and what anybody else
// left when a person logs in. A session that ran out by the clock leaves it for the same person, who did not leave.
import { useSession } from "../store/session.ts";
import { forgetFilesOfOthers } from "./own-files.ts";
import { forgetEntriesOfOthers, ownerNow } from "./own-storage.ts";

const forgetOthers = (): void => {
  const { user, endedBecause } = useSession.getState();
  if (!user && endedBecause === "expired") return;
  forgetEntriesOfOthers(ownerNow());
  void forgetFilesOfOthers(ownerNow());
};

/** Follows the session until the returned function is called. */
export const followOwner = (): (() => void) => {
  forgetOthers();
  return useSession.subscribe((now, before) => {
    if (now.user?._id !== before.user?._id) forgetOthers();
  });
};
