// Registers people over the API, and makes the calls that the tests of a person's own data need.
import { randomUUID } from "node:crypto";
import type { Person } from "./e2e-people.ts";
import type { TestServer } from "./e2e-server.ts";

export const REGISTERED_PASSWORD = "correct horse battery";

/** Registers a person, who verifies the address. */
export const registerPerson = async (server: TestServer, name: string): Promise<Person> => {
  const username = `${name}${randomUUID().slice(0, 6)}`;
  const email = `${username}@people.test`;
  const registration = { username, email, password: REGISTERED_PASSWORD };
  const { body, text } = await server.api("POST", "/api/auth/register", { body: registration });
  if (!body?.token) throw new Error(text);
  await server.query("update users set email_verified_at = clock_now() where email = $1", [email]);
  return { id: body.user._id, username, email, token: body.token, sessionId: "" };
};

export const setBalance = (server: TestServer, admin: Person, who: { id: string }, balance: number) =>
  server.api("PUT", `/api/users/admin/balance/${who.id}`, { token: admin.token, body: { balance, action: "set" } });

export const placeBid = (server: TestServer, who: Person, lot: { _id: string }, amount: number) =>
  server.api("POST", "/api/bids", { token: who.token, body: { auctionId: lot._id, amount } });

/** The account's row as it is stored. */
export const storedUser = async (server: TestServer, who: { id: string }): Promise<Record<string, unknown>> => {
  const [row] = await server.query<Record<string, unknown>>("select * from users where id = $1::text::uuid", [who.id]);
  return row ?? {};
};
