// Second factors for end-to-end tests: an app's codes by the database's clock, and accounts that have a factor already.
import { generateSync } from "otplib";
import { newRecoveryCodes, recoveryCodeHash } from "../../src/features/accounts/second-factor/recovery-codes.ts";
import { createSecretBox } from "../../src/features/accounts/second-factor/secret-box.ts";
import { newTotpSecret } from "../../src/features/accounts/second-factor/totp.ts";
import { hashOf, newSecret } from "../../src/features/accounts/secrets.ts";
import { JWT_SECRET, type TestServer } from "./e2e-server.ts";

const PERIOD_S = 30;
type Server = Pick<TestServer, "query" | "databaseNow">;

/** The code that the app shows now, or `stepsLater` periods later. */
export const codeOf = async (server: Pick<Server, "databaseNow">, secret: string, stepsLater = 0): Promise<string> => {
  const epoch = Math.floor((await server.databaseNow()) / 1000) + stepsLater * PERIOD_S;
  return generateSync({ secret, epoch });
};

export interface GivenFactor {
  readonly secret: string;
  readonly codes: readonly string[];
}

/** Gives an account an app, of which no code was used yet, and recovery codes, as if it had been set up a day ago. */
export const giveFactor = async (server: Pick<Server, "query">, userId: string): Promise<GivenFactor> => {
  const [secret, codes] = [newTotpSecret(), newRecoveryCodes()];
  const sealed = createSecretBox(JWT_SECRET).seal(secret, userId);
  const hashes = JSON.stringify(codes.map((code) => recoveryCodeHash(userId, code)));
  await server.query(
    `with factor as (
       insert into totp_factors (user_id, secret, last_step, added_at)
       values ($1::text::uuid, $2, 0, clock_now() - interval '1 day')
       on conflict (user_id) do update set secret = excluded.secret, last_step = 0
     )
     insert into recovery_codes (user_id, code_hash)
     select $1::text::uuid, hash from json_array_elements_text($3::json) as given (hash)`,
    [userId, sealed, hashes],
  );
  return { secret, codes };
};

/** An account with a factor, and a log-in that waits for it. */
export const waitingLogIn = async (
  server: Pick<Server, "query">,
  userId: string,
): Promise<GivenFactor & { challenge: string }> => {
  return { ...(await giveFactor(server, userId)), challenge: await giveChallenge(server, userId) };
};

/** A log-in of an account that waits for its factor. */
export const giveChallenge = async (server: Pick<Server, "query">, userId: string): Promise<string> => {
  const challenge = newSecret();
  await server.query(
    `insert into login_challenges (token_hash, user_id, token_version, tries_left, expires_at)
     select $2, id, token_version, 10, clock_now() + interval '5 minutes' from users where id = $1::text::uuid`,
    [userId, hashOf(challenge)],
  );
  return challenge;
};
