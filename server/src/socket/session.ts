// What both carriers do with a token and with the end of a session.
import type { Session, Tokens } from "../accounts/tokens.ts";
import { standingOf } from "../fanout/account-news.ts";
import { type Connection, type Rooms, rooms } from "../fanout/rooms.ts";

/** setTimeout's longest wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ties a connection to its account until the token expires. Returns what to call when the connection closes. */
export const startSession = (connection: Connection, session: Session, allRooms: Rooms): (() => void) => {
  const { account, expiresAt } = session;
  connection.user = standingOf(account);
  allRooms.join(connection, rooms.user(account.id));
  const timer = setTimeout(
    () => {
      connection.send({ type: "session:ended", data: { reason: "expired" } });
      connection.close();
    },
    Math.min(Math.max(0, expiresAt - Date.now()), LONGEST_TIMER_MS),
  );
  timer.unref();
  return () => clearTimeout(timer);
};

/** The token's session; null for no token; "bad" for one that does not hold. */
export const sessionOf = async (token: unknown, tokens: Tokens): Promise<Session | null | "bad"> => {
  if (token === undefined || token === null || token === "") return null;
  if (typeof token !== "string") return "bad";
  return (await tokens.resolve(token)) ?? "bad";
};
