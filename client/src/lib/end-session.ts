// Ends a session that the server no longer accepts, and says so once.
import { useSession } from "../store/session.ts";
import { toast } from "./toast.ts";

export const endSession = (): void => {
  useSession.getState().logOut();
  toast("Your session has ended. Please log in again.", { id: "session-ended" });
};
