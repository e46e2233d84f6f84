// What both carriers do with a token and with the end of a session.
import type { Session, Tokens } from "../accounts/tokens.ts";
import { standingOf } from "../fanout/account-news.ts";
import { endSession } from "../fanout/end-session.ts";
import { type Connection, type Rooms, rooms } from "../fanout/rooms.ts";
import type { LiveLimits } from "../limits/limits.ts";

/** setTimeout's longest wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ties a connection to its account until the token expires. Returns what to call when the connection closes. */
export const startSession = (connection: Connection, session: Session, allRooms: Rooms): (() => void) => {
  const { account, expiresAt } = session;
  connection.user = standingOf(account);
  allRooms.join(connection, rooms.user(account.id));
  const timer = setTimeout(
    () => endSession(connection, "expired"),
    Math.min(Math.max(0, expiresAt - Date.now()), LONGEST_TIMER_MS),
  );
  timer.unref();
  return () => clearTimeout(timer);
};

export const TOO_MANY_SOCKETS = "Too many connections are open already. Close some and try again.";
export const COME_BACK_MS = 5_000;

/**
 * A seat of the address, and of the user where one is named. Returns what gives them back; null where one is missing, or
 * where it is somebody who was cut off for flooding.
 */
export const takeSeats = (limits: LiveLimits, address: string, userId: string | null): (() => void) | null => {
  if (limits.stayAwayMs(userId, address) > 0) return null;
  const atAddress = limits.takeSeat("address", address);
  const ofUser = userId === null ? () => {} : limits.takeSeat("user", userId);
  const leave = (): void => {
    atAddress?.();
    ofUser?.();
  };
  if (atAddress && ofUser) return leave;
  leave();
  return null;
};

/** The token's session; null for no token; "bad" for one that does not hold. */
export const sessionOf = async (token: unknown, tokens: Tokens): Promise<Session | null | "bad"> => {
  if (token === undefined || token === null || token === "") return null;
  if (typeof token !== "string") return "bad";
  return (await tokens.resolve(token)) ?? "bad";
};
