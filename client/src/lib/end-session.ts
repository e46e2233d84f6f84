// Ends a session that the server no longer accepts, and says why.
import { type SessionEnd, useSession } from "../store/session.ts";
import { dismissToast, toast } from "../store/toast.ts";

const TOAST_ID = "session-ended";

export const endWords: Record<SessionEnd, string> = {
  expired: "You were logged out because your session had expired.",
  withdrawn:
    "You were logged out because your session was ended from another device, by a new password or by our team.",
  refused: "You were logged out because your session has ended.",
};

export const endSession = (why: SessionEnd): void => {
  useSession.getState().logOut(why);
  toast(endWords[why], { id: TOAST_ID });
};

/** For a page that says itself that the session is over, and why. */
export const endSessionQuietly = (): void => {
  useSession.getState().logOut();
  dismissToast(TOAST_ID);
};

/** For a page that shows the reason itself. */
export const dismissEndToast = (): void => dismissToast(TOAST_ID);
