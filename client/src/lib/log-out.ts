// Logs the user out: clears the session of this browser at once, also without a connection, and has the server end it.
// A token whose log-out the server has not confirmed is kept in memory only. Stored, it could be found by the next user
// of this device; if the page is closed first, the session can still be ended from the list of devices.
import * as calls from "@jara/shared/calls/sessions";
import { useSession } from "../store/session.ts";
import { API_BASE, pathOf } from "./api.ts";

const RETRY_FIRST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

export const logOut = (): void => {
  const { token } = useSession.getState();
  useSession.getState().logOut();
  // After the requests that still have this token were cancelled (app/query-client.ts), so that none is refused.
  if (token) setTimeout(() => void endOnServer(token));
};

const endOnServer = async (token: string): Promise<void> => {
  for (let waitMs = RETRY_FIRST_MS; !(await isEnded(token)); waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
    await untilOnlineOr(waitMs * (0.5 + Math.random()));
  }
};

/** False for no answer, a server error and too many requests. Any other refusal means that the token is invalid. */
const isEnded = async (token: string): Promise<boolean> => {
  const status = await fetch(`${API_BASE}${pathOf(calls.logOut)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    // The call goes on when the page is closed.
    keepalive: true,
  }).then(
    (response) => response.status,
    () => 0,
  );
  return status !== 0 && status !== 429 && status < 500;
};

const untilOnlineOr = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener("online", go);
  });
