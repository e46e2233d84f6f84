// Starts and ends the sessions of connections: what both transports do with a token and with the end of a session.
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { Role } from "@jara/shared/permissions";
import { type Admission, CROWDED, TurnedAway } from "../platform/limits/admission.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import { endSession } from "./end-session.ts";
import { type Connection, type ConnectionUser, type Rooms, rooms } from "./rooms.ts";
import { joinStaffRooms } from "./staff-rooms.ts";

/** The facts of an account that a connection keeps. */
export interface SessionAccount {
  readonly id: string;
  readonly role: Role;
  readonly isEmailVerified: boolean;
  readonly balanceMinor: number;
  readonly revision: number;
}

export interface Session {
  readonly id: string;
  readonly account: SessionAccount;
  /** The session's end if it is not used again, epoch ms by this process's clock. */
  readonly expiresAt: number;
  /** The token's end, however often it is used, epoch ms by this process's clock. */
  readonly tokenEndsAt: number;
}

/** Resolves tokens. The accounts feature implements it. */
export interface SessionTokens {
  /** Returns null for a token that is forged, expired or withdrawn, or whose account is gone or suspended. */
  resolve(token: string): Promise<Session | null>;
  /** Returns the new end of a session in use; null if the session is no longer valid. */
  renew(sessionId: string): Promise<number | null>;
}

export const connectionUserOf = (account: SessionAccount, sessionId: string): ConnectionUser => ({
  id: account.id,
  sessionId,
  role: account.role,
  isEmailVerified: account.isEmailVerified,
  balanceMinor: account.balanceMinor,
  revision: account.revision,
});

/** An open connection counts as use, so it renews its session in this interval. */
const RENEWED_EVERY_MS = 10 * 60_000;
/** The wait before a renewal is tried again, because the database did not answer. */
const RENEWED_AGAIN_MS = 5_000;

/**
 * Binds a connection to its account until the session ends. Returns the function to call when the connection closes.
 */
export const startSession = (
  connection: Connection,
  session: Session,
  { rooms: allRooms, tokens }: { rooms: Rooms; tokens: Pick<SessionTokens, "renew"> },
): (() => void) => {
  const { id, account, tokenEndsAt } = session;
  connection.user = connectionUserOf(account, id);
  allRooms.join(connection, rooms.user(account.id));
  joinStaffRooms(allRooms, connection, account.role);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = (untilMs: number): void => {
    if (isOver) return;
    const leftMs = Math.min(untilMs, tokenEndsAt) - Date.now();
    timer = setTimeout(() => void check(), Math.min(Math.max(0, leftMs), RENEWED_EVERY_MS));
    timer.unref();
  };
  const check = async (): Promise<void> => {
    if (Date.now() >= tokenEndsAt) return end();
    try {
      const expiresAt = await tokens.renew(id);
      if (expiresAt === null) end();
      else wait(expiresAt);
    } catch {
      wait(Date.now() + RENEWED_AGAIN_MS);
    }
  };
  const end = (): void => {
    if (!isOver) endSession(connection, "expired");
  };
  wait(session.expiresAt);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
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
  address: string,
  { admission, tokens }: { admission: Pick<Admission, "sessions">; tokens: SessionTokens },
): Promise<Session | ErrorBody | null> => {
  try {
    const session = await admission.sessions.run(() => sessionOf(token, tokens), { address });
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
