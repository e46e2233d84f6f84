// Session tokens. A token states the user and the session, never what the user may do: whether the session is valid, the
// role, ban, verification and balance are read from the database each time.
import "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../../platform/database/database.ts";
import { gatherReads } from "../../../platform/database/gather-reads.ts";
import type { Account } from "../account.ts";
import { findSessions, type NewSession, startSession, startSessions } from "./queries.ts";
import { LIFE_DAYS } from "./session-limits.ts";
import { createNoteUse } from "./session-use.ts";

/**
 * When a node is lost, thousands of users reconnect at once, so their reads are merged. Nobody notices a wait of 5 ms.
 */
const CROWDS_READ = { atOnce: 200, everyMs: 5 };
/** The sessions that one statement starts. */
const STARTED_AT_ONCE = 1_000;

interface Claims {
  sub: string;
  /** The session's id. */
  sid: string;
  exp: number;
}

export interface Session {
  readonly id: string;
  readonly account: Account;
  /** The time since the person last gave a proof in this session, by the database's clock. Null: never. */
  readonly sinceProofMs: number | null;
  /** That proof was given after the log-in. */
  readonly isProvedAgain: boolean;
  /** The session's end if it is not used again, epoch ms by this process's clock. */
  readonly expiresAt: number;
  /** The token's end, however often it is used, epoch ms by this process's clock. */
  readonly tokenEndsAt: number;
}

export interface Tokens {
  /**
   * Starts a session and returns its token. Null: the account was suspended or logged out everywhere meanwhile, or its
   * second factor was not proved.
   */
  issue(account: Pick<Account, "id" | "tokenVersion">, session: NewSession): Promise<string | null>;
  /** A token for each account, in their order, for programs that need many. `device` names the program. */
  issueMany(accounts: readonly Pick<Account, "id" | "tokenVersion">[], device: string): Promise<string[]>;
  /** Null for a token that is forged or whose session is not valid: ended, expired, or of a suspended account. */
  resolve(token: string): Promise<Session | null>;
  /** The new end of a session in use, epoch ms by this process's clock. Null: it is not valid any more. */
  renew(sessionId: string): Promise<number | null>;
  /**
   * The user of a token, by its signature alone. Null for a token that is forged or expired. Says nothing about what
   * the user may do.
   */
  userIdOf(token: string): string | null;
}

/** Options for @fastify/jwt: one algorithm, one issuer, one audience. A missing claim is as invalid as a wrong one. */
export const jwtOptions = (secret: string) => ({
  secret,
  sign: { algorithm: "HS256" as const, expiresIn: `${LIFE_DAYS}d`, iss: "jara", aud: "jara" },
  verify: {
    algorithms: ["HS256" as const],
    allowedIss: "jara",
    allowedAud: "jara",
    requiredClaims: ["sub", "sid", "iss", "aud", "iat", "exp"],
  },
});

/** `previousSecret`: tokens signed with it are valid too. */
export const createTokens = (
  app: FastifyInstance,
  database: Database,
  previousSecret: string | null = null,
): Tokens => {
  const findSession = gatherReads((ids) => findSessions(database, ids), CROWDS_READ);
  const noteUse = createNoteUse(database);
  const verified = (token: string, options?: { key: string }): Claims | null => {
    try {
      return app.jwt.verify<Claims>(token, options);
    } catch {
      return null;
    }
  };
  const read = (token: string): Claims | null =>
    verified(token) ?? (previousSecret === null ? null : verified(token, { key: previousSecret }));
  const use = async (sessionId: string) => {
    const session = await findSession(sessionId);
    if (session?.isUnseen) noteUse(sessionId);
    return session && { ...session, expiresAt: Date.now() + session.msLeft };
  };
  const sign = (userId: string, sessionId: string): string => app.jwt.sign({ sub: userId, sid: sessionId });
  return {
    async issue(account, session) {
      const started = await startSession(database, account, session);
      return started && sign(account.id, started.id);
    },
    async issueMany(accounts, device) {
      const tokens: string[] = [];
      for (let i = 0; i < accounts.length; i += STARTED_AT_ONCE) {
        const some = accounts.slice(i, i + STARTED_AT_ONCE);
        const ids = await startSessions(database, some, device);
        tokens.push(...some.map(({ id }, n) => sign(id, ids[n] ?? "")));
      }
      return tokens;
    },
    async resolve(token) {
      const claims = read(token);
      if (!claims || typeof claims.sid !== "string") return null;
      const session = await use(claims.sid);
      if (!session || session.account.id !== claims.sub) return null;
      const { account, sinceProofMs, isProvedAgain, expiresAt } = session;
      return { id: claims.sid, account, sinceProofMs, isProvedAgain, expiresAt, tokenEndsAt: claims.exp * 1000 };
    },
    renew: async (sessionId) => (await use(sessionId))?.expiresAt ?? null,
    userIdOf: (token) => read(token)?.sub ?? null,
  };
};
