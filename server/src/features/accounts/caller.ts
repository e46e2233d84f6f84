// Identifies who makes a request (a visitor, a user or staff) and applies their limits.

import { isStaff, may, type Permission } from "@jara/shared/permissions";
import type { FastifyRequest } from "fastify";
import { everyone, type Viewer, viewerOfRole } from "../../auction/viewer.ts";
import { refuse } from "../../platform/http/refused.ts";
import { bearerOf } from "../../platform/http/requests.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import type { Account } from "./account.ts";
import type { Session, Tokens } from "./sessions/tokens.ts";

export interface Caller {
  /** Null for a visitor. Throws UNAUTHENTICATED for an invalid token. */
  account(request: FastifyRequest): Promise<Account | null>;
  signedIn(request: FastifyRequest): Promise<Account>;
  /** Like `signedIn`, with the session. */
  session(request: FastifyRequest): Promise<Session>;
  /** The administrator alone. */
  admin(request: FastifyRequest): Promise<Account>;
  /** Anybody of the staff. The access table (app/access.ts) has checked the permission that the route needs. */
  staff(request: FastifyRequest): Promise<Account>;
  permitted(request: FastifyRequest, permission: Permission): Promise<Account>;
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** A signed-in user who is within the limits for bidding commands. */
  bidder(request: FastifyRequest, command: string): Promise<Account>;
}

export const createCaller = ({
  tokens,
  limits,
  clientAddress,
}: {
  readonly tokens: Tokens;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
}): Caller => {
  // The access guard and the handler both ask. Both get the same result within one request.
  const known = new WeakMap<FastifyRequest, Promise<Session | null>>();
  const sessionOf = (request: FastifyRequest): Promise<Session | null> => {
    const asked = known.get(request) ?? resolve(request);
    known.set(request, asked);
    return asked;
  };
  const resolve = async (request: FastifyRequest): Promise<Session | null> => {
    if (request.headers.authorization === undefined) return null;
    const token = bearerOf(request);
    const session = token ? await tokens.resolve(token) : null;
    if (!session) return refuse("UNAUTHENTICATED");
    const retryAfterMs = limits.takeCall(session.account.id);
    return retryAfterMs > 0 ? refuse("RATE_LIMITED", { retryAfterMs }) : session;
  };
  const account = async (request: FastifyRequest) => (await sessionOf(request))?.account ?? null;
  const session = async (request: FastifyRequest) => (await sessionOf(request)) ?? refuse("UNAUTHENTICATED");
  const signedIn = async (request: FastifyRequest) => (await session(request)).account;
  return {
    account,
    signedIn,
    session,
    async admin(request) {
      const caller = await signedIn(request);
      return caller.role === "admin" ? caller : refuse("FORBIDDEN");
    },
    async staff(request) {
      const caller = await signedIn(request);
      return isStaff(caller.role) ? caller : refuse("FORBIDDEN");
    },
    async permitted(request, permission) {
      const caller = await signedIn(request);
      return may(caller.role, permission) ? caller : refuse("FORBIDDEN");
    },
    async viewer(request) {
      const caller = await account(request);
      return caller ? viewerOfRole(caller.role, caller.id) : everyone;
    },
    async bidder(request, command) {
      const caller = await signedIn(request);
      const retryAfterMs = limits.takeCommand({ userId: caller.id, address: clientAddress(request.raw) }, command);
      return retryAfterMs > 0 ? refuse("RATE_LIMITED", { retryAfterMs }) : caller;
    },
  };
};
