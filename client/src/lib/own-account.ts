// Reads the signed-in person's account from the server into the session, and applies the events about it.
import * as calls from "@jara/shared/calls/profile";
import { type SessionState, useSession } from "../store/session.ts";
import { ask } from "./api.ts";

type Change = Parameters<SessionState["updateUser"]>[0];

/** False if the last read of the account failed. */
export let isAccountRead = true;

let reads = 0;
let answered = 0;
/** The changes that events have brought since each read under way began. */
const meanwhile = new Set<Change[]>();

/** Applies what an event says of the account. */
export const hearOfUser = (change: Change): void => {
  for (const heard of meanwhile) heard.push(change);
  useSession.getState().updateUser(change);
};

/**
 * Updates the user from the server; a refused token ends the session. An event that comes during the read, and the answer
 * of a later read, may be newer than the answer, so they stay.
 */
export const refreshUser = async (): Promise<void> => {
  const { token, updateUser } = useSession.getState();
  if (!token) return;
  reads += 1;
  const [number, heard] = [reads, [] as Change[]];
  meanwhile.add(heard);
  // Without an answer, or after a server error, continue with the restored session.
  const answer = await ask(calls.getAccount).catch(() => null);
  meanwhile.delete(heard);
  isAccountRead = answer !== null;
  if (!answer || useSession.getState().token !== token || number < answered) return;
  answered = number;
  for (const change of [answer.user, ...heard]) updateUser(change);
};
