// Logs in, reads an auction, and bids once over REST, with the types of the API's own document:
//   npx openapi-typescript https://site.example/docs/json -o openapi.d.ts
//   npx tsx rest.mts https://site.example EMAIL PASSWORD AUCTION_ID AMOUNT
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { components, operations } from "./openapi.js";

type Schemas = components["schemas"];
type BodyOf<O extends keyof operations> = operations[O] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

class Refused extends Error {
  constructor(readonly error: Schemas["Error"]) {
    super(`${error.code}: ${error.message}`);
  }
}

const [site = "", email = "", password = "", auctionId = "", amount = ""] = process.argv.slice(2);

/** Sends a call until its outcome is known. A write has the same key each time, so it counts once. */
const call = async <Answer,>(method: "GET" | "POST", path: string, token?: string, body?: object): Promise<Answer> => {
  const headers: Record<string, string> = { "idempotency-key": randomUUID() };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(new URL(path, site), request).catch(() => null);
    if (response?.ok) return (await response.json()) as Answer;
    // A proxy's answer may have another form.
    const error = (await response?.json().catch(() => null)) as Schemas["Error"] | null | undefined;
    if (error) console.log(`${path} refused: ${error.code} (${response?.headers.get("x-request-id")})`);
    const mayTryAgain = !error || ["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"].includes(error.code);
    if (!mayTryAgain || tries === 10) throw error ? new Refused(error) : new Error(`no answer from ${site}`);
    await sleep(error?.retryAfterMs ?? 500 * tries);
  }
};

const credentials: BodyOf<"logIn"> = { email, password };
const { token } = await call<Schemas["Session"]>("POST", "/api/auth/login", undefined, credentials);
const { auction } = await call<{ auction: Schemas["Auction"] }>("GET", `/api/auctions/${auctionId}`, token);
console.log(`price ${auction.currentPrice} ${auction.currency} at version ${auction.version}`);
const bid: BodyOf<"placeBid"> = { auctionId, amount: Number(amount), contentVersion: auction.contentVersion };
const placed = await call<Schemas["BidAnswer"]>("POST", "/api/bids", token, bid);
console.log(`bid accepted, leading: ${placed.auction.isLeading} at version ${placed.auction.version}`);
