// Reads the signed-in person's account from the server into the session.
import * as calls from "@jara/shared/calls/profile";
import { useSession } from "../store/session.ts";
import { ask } from "./api.ts";

/** False if the last read of the account failed. */
export let isAccountRead = true;

/** Updates the user from the server; a refused token ends the session. */
export const refreshUser = async (): Promise<void> => {
  const { token, updateUser } = useSession.getState();
  if (!token) return;
  // Without an answer, or after a server error, continue with the restored session.
  const answer = await ask(calls.getAccount).catch(() => null);
  isAccountRead = answer !== null;
  if (!answer || useSession.getState().token !== token) return;
  updateUser(answer.user);
};
