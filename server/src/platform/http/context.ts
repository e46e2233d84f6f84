// What every file of routes needs, and the one way in which a request says who it is.

import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import { IDEMPOTENCY_HEADER, idempotencyKey } from "@jara/shared/rest";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Accounts } from "../../features/accounts/accounts.ts";
import type { Tokens } from "../../features/accounts/tokens.ts";
import type { Viewer } from "../../auction/to-public.ts";
import type { Config } from "../../config.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Clock, EngineStore } from "../../engine/ports.ts";
import type { Publisher } from "../../live/publisher.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { LiveLimits } from "../limits/limits.ts";
import type { MediaCheck } from "../../features/media/media-check.ts";
import type { Database } from "../database/database.ts";
import type { Account } from "../../features/accounts/queries.ts";
import { Refused, refuse } from "./refused.ts";

export interface HttpDeps {
  readonly config: Config;
  readonly database: Database;
  readonly engine: AuctionEngine;
  /** For reading what the engine decides on. */
  readonly engineStore: Pick<EngineStore, "loadAuctions" | "loadUsers" | "loadLog" | "loadInterests">;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
  readonly mediaCheck: MediaCheck;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface Caller {
  /** Null for a visitor. Throws UNAUTHENTICATED for a token that does not hold. */
  account(request: FastifyRequest): Promise<Account | null>;
  signedIn(request: FastifyRequest): Promise<Account>;
  admin(request: FastifyRequest): Promise<Account>;
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** A signed-in user within the limits for bidding commands. */
  bidder(request: FastifyRequest, command: string): Promise<Account>;
}

export const createCaller = ({
  tokens,
  limits,
  clientAddress,
}: Pick<HttpDeps, "tokens" | "limits" | "clientAddress">): Caller => {
  // Asked at the door and again by the handler: the answer of one request stays the same.
  const known = new WeakMap<FastifyRequest, Promise<Account | null>>();
  const account = (request: FastifyRequest): Promise<Account | null> => {
    const asked = known.get(request) ?? resolve(request);
    known.set(request, asked);
    return asked;
  };
  const resolve = async (request: FastifyRequest): Promise<Account | null> => {
    if (request.headers.authorization === undefined) return null;
    const token = bearerOf(request);
    const session = token ? await tokens.resolve(token) : null;
    if (!session) return refuse("UNAUTHENTICATED");
    const retryAfterMs = limits.takeCall(session.account.id);
    return retryAfterMs > 0 ? refuse("RATE_LIMITED", { retryAfterMs }) : session.account;
  };
  const signedIn = async (request: FastifyRequest): Promise<Account> =>
    (await account(request)) ?? refuse("UNAUTHENTICATED");
  return {
    account,
    signedIn,
    async admin(request) {
      const caller = await signedIn(request);
      return caller.role === "admin" ? caller : refuse("FORBIDDEN");
    },
    async viewer(request) {
      const caller = await account(request);
      if (!caller) return { kind: "public" };
      return { kind: caller.role === "admin" ? "admin" : "user", id: caller.id };
    },
    async bidder(request, command) {
      const caller = await signedIn(request);
      const retryAfterMs = limits.takeCommand({ userId: caller.id, address: clientAddress(request.raw) }, command);
      return retryAfterMs > 0 ? refuse("RATE_LIMITED", { retryAfterMs }) : caller;
    },
  };
};

/** The token that a request brings, unchecked. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, "headers">): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];

/** The Idempotency-Key header, or a fresh id for a request without one. */
export const commandIdOf = (request: FastifyRequest): string => {
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header === undefined) return randomUUID();
  const parsed = idempotencyKey.safeParse(header);
  if (!parsed.success) {
    const issues = [{ path: IDEMPOTENCY_HEADER, message: "must be 1 to 100 printable characters" }];
    return refuse("INVALID", { issues });
  }
  return parsed.data;
};

/** An answer's refusal is thrown; everything else is returned as it is. */
export const orRefuse = <T extends object>(answer: T | ErrorBody): T => {
  if ("code" in answer && "message" in answer) throw new Refused(answer as ErrorBody);
  return answer as T;
};
