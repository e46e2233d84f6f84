// Starts and ends the sessions of connections: what both transports do with a token and with the end of a session.
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Admission, CROWDED, TurnedAway } from "../platform/limits/admission.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import { endSession } from "./end-session.ts";
import { type Connection, type ConnectionUser, type Rooms, rooms } from "./rooms.ts";

/** The facts of an account that a connection keeps. */
export interface SessionAccount {
  readonly id: string;
  readonly role: "user" | "admin";
  readonly isEmailVerified: boolean;
  readonly balanceMinor: number;
  readonly tokenVersion: number;
  readonly revision: number;
}

export interface Session {
  readonly account: SessionAccount;
  /** Epoch ms by this process's clock. */
  readonly expiresAt: number;
}

/** Resolves tokens. The accounts feature implements it. */
export interface SessionTokens {
  /** Returns null for a token that is forged, expired or withdrawn, or whose account is gone or suspended. */
  resolve(token: string): Promise<Session | null>;
}

export const connectionUserOf = (account: SessionAccount): ConnectionUser => ({
  id: account.id,
  isAdmin: account.role === "admin",
  isEmailVerified: account.isEmailVerified,
  balanceMinor: account.balanceMinor,
  tokenVersion: account.tokenVersion,
  revision: account.revision,
});

/** The longest wait that setTimeout supports. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Binds a connection to its account until the token expires. Returns the function to call when the connection closes.
 */
export const startSession = (connection: Connection, session: Session, allRooms: Rooms): (() => void) => {
  const { account, expiresAt } = session;
  connection.user = connectionUserOf(account);
  allRooms.join(connection, rooms.user(account.id));
  const timer = setTimeout(
    () => endSession(connection, "expired"),
    Math.min(Math.max(0, expiresAt - Date.now()), LONGEST_TIMER_MS),
  );
  timer.unref();
  return () => clearTimeout(timer);
};

const COME_BACK_MS = 5_000;
/**
 * The delay before a flooding user's new connection is refused, because refusals take time from other people's bids.
 */
const REFUSED_AFTER_MS = 1_000;

/** Returns null if the user may connect, otherwise the refusal after a delay. Visitors are limited by their address. */
export const refuseFlooder = async (limits: LiveLimits, userId: string | null): Promise<ErrorBody | null> => {
  const retryAfterMs = userId === null ? 0 : limits.userWaitMs(userId);
  if (retryAfterMs === 0) return null;
  await sleep(REFUSED_AFTER_MS);
  const message = "You sent far more than you may. Please wait before you connect again.";
  return refusal("RATE_LIMITED", { message, retryAfterMs });
};

export const tooManySockets = refusal("RATE_LIMITED", {
  message: "Too many connections are open already. Close some and try again.",
  retryAfterMs: COME_BACK_MS,
});

export const crowded = ({ retryAfterMs }: TurnedAway): ErrorBody =>
  refusal("UNAVAILABLE", { message: CROWDED, retryAfterMs });

export const isRefusal = (session: Session | ErrorBody | null): session is ErrorBody =>
  session !== null && "code" in session;

/**
 * Returns the token's session; null without a token; otherwise the refusal: UNAUTHENTICATED for an invalid token,
 * UNAVAILABLE if the token cannot be read now.
 */
export const readSession = async (
  token: unknown,
  { admission, tokens }: { admission: Pick<Admission, "sessions">; tokens: SessionTokens },
): Promise<Session | ErrorBody | null> => {
  try {
    const session = await admission.sessions.run(() => sessionOf(token, tokens));
    return session instanceof TurnedAway ? crowded(session) : session;
  } catch {
    return refusal("UNAVAILABLE");
  }
};

const sessionOf = async (token: unknown, tokens: SessionTokens): Promise<Session | ErrorBody | null> => {
  if (token === undefined || token === null || token === "") return null;
  const session = typeof token === "string" ? await tokens.resolve(token) : null;
  return session ?? refusal("UNAUTHENTICATED");
};
