// Keeps this browser's push messages with the person who is signed in. A log-out ends them. A session that the server
// ended hides them, and they go on when the same person logs in again.
import { useEffect } from "react";
import { useSession } from "../../store/session.ts";
import { alignPush, dropSubscription } from "./push.ts";
import { hidePushMessages, readPushOwner } from "./push-owner.ts";

export const usePushOwner = (pushKey: string | null | undefined): void => {
  useEffect(() => {
    if (!pushKey || !("serviceWorker" in navigator)) return;
    const ignore = () => {};
    const align = () => {
      const { user, endedBecause } = useSession.getState();
      if (user) void alignPush(pushKey, user._id).catch(ignore);
      else if (readPushOwner()) void (endedBecause ? hidePushMessages() : dropSubscription()).catch(ignore);
    };
    align();
    return useSession.subscribe((now, before) => {
      if (now.token !== before.token) align();
    });
  }, [pushKey]);
};
