// Identifies who makes a request (a visitor, a user or staff) and applies their limits.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import { isStaff, may, type Permission, type Role } from "@jara/shared/permissions";
import type { FastifyRequest } from "fastify";
import { everyone, type Viewer, viewerOfRole } from "../../auction/view/viewer.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { bearerOf } from "../../platform/http/requests.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import type { Account, SignedIn } from "./account.ts";
import { proofMethodsOf } from "./second-factor/factors.ts";
import { mustSetUpFactor, roleInForce, type SecondFactorRule } from "./second-factor/role-in-force.ts";
import type { Session, Tokens } from "./sessions/tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account that the access guard let in, for `serve`. Null where anyone may call. */
    account: Account | null;
  }
}

export interface Caller {
  /** Null for a visitor. Throws UNAUTHENTICATED for an invalid token. */
  account(request: FastifyRequest): Promise<SignedIn | null>;
  signedIn(request: FastifyRequest): Promise<SignedIn>;
  /** Like `signedIn`, with the session and the whole account. For calls that are about the account itself. */
  session(request: FastifyRequest): Promise<Session>;
  /** Anybody of the staff. The access table (app/access.ts) has checked the permission that the route needs. */
  staff(request: FastifyRequest): Promise<Account>;
  permitted(request: FastifyRequest, permission: Permission): Promise<Account>;
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** The role that the caller may use now: a user's for visitors and for staff without a required second factor. */
  role(request: FastifyRequest): Promise<Role>;
  /**
   * True for anybody of the staff, also without a required second factor. Only for what staff must not do; `role` says
   * what they may do.
   */
  isOfStaff(request: FastifyRequest): Promise<boolean>;
  /**
   * Throws PROOF_REQUIRED if the session's last proof of the person is older than STEP_UP_MINUTES. `evenIfOff`: also
   * where the site has switched step-up off. `minutes`: an older proof is enough. `isAgain`: the log-in is not.
   */
  proved(
    request: FastifyRequest,
    options?: { evenIfOff?: boolean; minutes?: number; isAgain?: boolean },
  ): Promise<void>;
  /** A signed-in user who is within the limits for bidding commands. `limited` is called if a limit refuses the command. */
  bidder(
    request: FastifyRequest,
    command: string,
    limited?: (userId: string, error: ErrorBody) => void,
  ): Promise<SignedIn>;
}

/** The age of a proof where step-up is off and a proof is needed all the same. */
const MINUTES_IF_OFF = 10;

export const createCaller = ({
  tokens,
  limits,
  clientAddress,
  requireSecondFactor: secondFactorRule,
  stepUpMinutes,
}: {
  readonly tokens: Tokens;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
  readonly requireSecondFactor: SecondFactorRule;
  /** 0: step-up is off. */
  readonly stepUpMinutes: number;
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
    return (token ? await tokens.resolve(token) : null) ?? refuse("UNAUTHENTICATED");
  };
  const account = async (request: FastifyRequest) => (await sessionOf(request))?.account ?? null;
  const session = async (request: FastifyRequest) => (await sessionOf(request)) ?? refuse("UNAUTHENTICATED");
  const signedIn = async (request: FastifyRequest) => (await session(request)).account;
  const withRole = async (request: FastifyRequest, isAllowed: (role: Role) => boolean): Promise<Account> => {
    const caller = await signedIn(request);
    if (!isAllowed(caller.role)) return refuse("FORBIDDEN");
    return mustSetUpFactor(secondFactorRule, caller) ? refuse("SECOND_FACTOR_NOT_SET_UP") : caller;
  };
  return {
    account,
    signedIn,
    session,
    async role(request) {
      const caller = await account(request);
      return caller ? roleInForce(secondFactorRule, caller) : "user";
    },
    async isOfStaff(request) {
      return isStaff((await account(request))?.role);
    },
    async proved(request, { evenIfOff = false, minutes = 0, isAgain = false } = {}) {
      if (stepUpMinutes === 0 && !evenIfOff) return;
      const atMost = Math.max(minutes, stepUpMinutes || MINUTES_IF_OFF);
      const { account, sinceProofMs, isProvedAgain } = await session(request);
      const isFresh = sinceProofMs !== null && sinceProofMs <= atMost * 60_000;
      if (isFresh && (isProvedAgain || !isAgain)) return;
      refuse("PROOF_REQUIRED", { methods: proofMethodsOf(account) });
    },
    staff: (request) => withRole(request, isStaff),
    permitted: (request, permission) => withRole(request, (role) => may(role, permission)),
    async viewer(request) {
      const caller = await account(request);
      return caller ? viewerOfRole(roleInForce(secondFactorRule, caller), caller.id) : everyone;
    },
    async bidder(request, command, limited) {
      const caller = await signedIn(request);
      const retryAfterMs = limits.takeCommand({ userId: caller.id, address: clientAddress(request.raw) }, command);
      if (retryAfterMs === 0) return caller;
      const error = refusal("RATE_LIMITED", { retryAfterMs });
      limited?.(caller.id, error);
      throw new RefusedError(error);
    },
  };
};
