// Makes accounts and lots for end-to-end tests: people by SQL (with their ledger), tokens by the server's own JWT
// settings, auctions by the call that staff make.

import { randomUUID } from "node:crypto";
import jwt from "@fastify/jwt";
import type { Auction } from "@jara/shared/auction";
import type { Role } from "@jara/shared/permissions";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import Fastify from "fastify";
import { jwtOptions } from "../../src/features/accounts/sessions/tokens.ts";
import { JWT_SECRET, type TestServer } from "./e2e-server.ts";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
}

interface PersonOptions {
  readonly role?: Role;
  readonly isVerified?: boolean;
  /** NGN, major units. */
  readonly balance?: number;
  /** Whether the account, and so the role, is two days old. */
  readonly isSettled?: boolean;
}

const RICH = 100_000_000;

let numbered = 0;
/** "ada" becomes "ad.7a", so that the masked name stays "a***a", and names that end in digits stay different. */
const numberedName = (name: string): string => `${name.slice(0, -1)}.${++numbered}${name.slice(-1)}`;

/** On the shared server the name and the address are new ones at each call. */
export const makePerson = async (
  server: Pick<TestServer, "query"> & Partial<Pick<TestServer, "isShared">>,
  name: string,
  { role = "user", isVerified = true, balance = RICH, isSettled = false }: PersonOptions = {},
): Promise<Person> => {
  const id = randomUUID();
  const username = server.isShared ? numberedName(name) : name;
  const email = `${username}@people.test`;
  const sessionId = randomUUID();
  await server.query(
    `with person as (
       insert into users (id, username, username_verdict, email, role, email_verified_at, balance_minor, created_at)
       values ($1::text::uuid, $2, 'ok', $3, $4, case when $5 = 'true' then clock_now() end, $6::text::bigint,
         -- Lists are ordered by this time, so no two people have the same millisecond.
         greatest(clock_now(), (select max(created_at) from users) + interval '1 millisecond')
           - case when $8 = 'true' then interval '2 days' else interval '0' end)
     ),
     session as (
       insert into sessions (id, user_id, token_version, created_at, last_seen_at, proved_at, expires_at, user_agent, device,
         network)
       values ($7::text::uuid, $1::text::uuid, 1, clock_now(), clock_now(), clock_now(), clock_now() + interval '7 days', '', 'Test', 'unknown')
     )
     insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
     values (gen_random_uuid(), $1::text::uuid, $6::text::bigint, $6::text::bigint, 'test', clock_now())`,
    [id, username, email, role, String(isVerified), Math.round(balance * 100), sessionId, String(isSettled)],
  );
  return { id, username, email, sessionId, token: await signToken({ sub: id, sid: sessionId }) };
};

/** A token made as the server makes its own, but for what `options` changes. */
export const signToken = async (
  claims: object,
  options: { secret?: string; expiresIn?: string; iss?: string } = {},
): Promise<string> => {
  const key = JSON.stringify(options);
  const signer = signers.get(key) ?? makeSigner(options);
  signers.set(key, signer);
  return (await signer)(claims);
};

const signers = new Map<string, Promise<(claims: object) => string>>();

const makeSigner = async (options: { secret?: string; expiresIn?: string; iss?: string }) => {
  const { secret = JWT_SECRET, ...sign } = options;
  const app = Fastify();
  const settings = jwtOptions(secret);
  await app.register(jwt, { ...settings, sign: { ...settings.sign, ...sign } });
  return (claims: object): string => app.jwt.sign(claims);
};

export const lot = (details: Partial<CreateAuctionBody> = {}): CreateAuctionBody => ({
  title: "Talking drum",
  description: "A drum from Ibadan.",
  startingPrice: 1000,
  bidIncrement: 100,
  ...details,
});

/** As the API answered it to the admin. */
export const openAuction = async (
  server: Pick<TestServer, "api">,
  admin: Person,
  details: Partial<CreateAuctionBody> = {},
): Promise<Auction> => {
  const { status, body, text } = await server.api("POST", "/api/auctions", { token: admin.token, body: lot(details) });
  if (status !== 201) throw new Error(`no auction: ${status} ${text}`);
  return body.auction;
};

type Change = [server: Pick<TestServer, "api">, admin: Person, auctionId: string, status: string];

/** The server may refuse it; `setStatus` fails then. */
export const askForStatus = (...[server, { token }, auctionId, status]: Change) =>
  server.api("PATCH", `/api/auctions/admin/${auctionId}/status`, { token, body: { status } });

export const setStatus = async (...change: Change) => {
  const answer = await askForStatus(...change);
  if (answer.status !== 200) throw new Error(`the status did not become ${change[3]}: ${answer.status} ${answer.text}`);
  return answer;
};
