// Session tokens. A token states who the user is, never what they may do: role, ban, verification and balance are read
// from the database each time.
import "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { gatherReads } from "../../platform/database/gather-reads.ts";
import { type Account, findAccounts } from "./account.ts";

/**
 * When a node is lost, thousands of users reconnect at once, so their reads are merged. Nobody notices a wait of 5 ms.
 */
const CROWDS_READ = { atOnce: 200, everyMs: 5 };

interface Claims {
  sub: string;
  /** The account's token version when the token was made. */
  ver: number;
  exp: number;
}

export interface Session {
  readonly account: Account;
  /** Epoch ms by this process's clock. */
  readonly expiresAt: number;
}

export interface Tokens {
  issue(account: Pick<Account, "id" | "tokenVersion">): string;
  /** Null for a token that is forged, expired, withdrawn, or whose account is gone or banned. */
  resolve(token: string): Promise<Session | null>;
  /**
   * The user of a token, by its signature alone. Null for a token that is forged or expired. Says nothing about what
   * the user may do.
   */
  userIdOf(token: string): string | null;
}

/** Options for @fastify/jwt: one algorithm, one issuer, one audience. A missing claim is as invalid as a wrong one. */
export const jwtOptions = (secret: string) => ({
  secret,
  sign: { algorithm: "HS256" as const, expiresIn: "7d", iss: "jara", aud: "jara" },
  verify: {
    algorithms: ["HS256" as const],
    allowedIss: "jara",
    allowedAud: "jara",
    requiredClaims: ["sub", "ver", "iss", "aud", "iat", "exp"],
  },
});

export const createTokens = (app: FastifyInstance, database: Database): Tokens => {
  const findAccount = gatherReads((ids) => findAccounts(database, ids), CROWDS_READ);
  const read = (token: string): Claims | null => {
    try {
      return app.jwt.verify<Claims>(token);
    } catch {
      return null;
    }
  };
  return {
    issue: (account) => app.jwt.sign({ sub: account.id, ver: account.tokenVersion }),
    async resolve(token) {
      const claims = read(token);
      if (!claims) return null;
      const account = await findAccount(claims.sub);
      if (!account || account.isBanned || account.tokenVersion !== claims.ver) return null;
      return { account, expiresAt: claims.exp * 1000 };
    },
    userIdOf: (token) => read(token)?.sub ?? null,
  };
};
