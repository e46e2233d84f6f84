// What both carriers do with a token and with the end of a session.
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorBody, refusal } from "@jara/shared/errors";
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

const COME_BACK_MS = 5_000;
/** Whoever was cut off and is back at once learns it late: to refuse takes time that others bid in. */
const REFUSED_AFTER_MS = 1_000;

/** Null for those who may come in; else the refusal, and not at once. */
export const refuseFlooder = async (
  limits: LiveLimits,
  address: string,
  userId: string | null,
): Promise<ErrorBody | null> => {
  const retryAfterMs = limits.stayAwayMs(userId, address);
  if (retryAfterMs === 0) return null;
  await sleep(REFUSED_AFTER_MS);
  const message = "You sent far more than you may. Please wait before you connect again.";
  return refusal("RATE_LIMITED", { message, retryAfterMs });
};

export const tooManySockets = refusal("RATE_LIMITED", {
  message: "Too many connections are open already. Close some and try again.",
  retryAfterMs: COME_BACK_MS,
});

/** A seat of the address, and of the user where one is named. Returns what gives them back; null where one is missing. */
export const takeSeats = (limits: LiveLimits, address: string, userId: string | null): (() => void) | null => {
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
