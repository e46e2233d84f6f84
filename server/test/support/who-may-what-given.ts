// For each call and live command of the table: what is sent, so that nothing but who asks can decide what becomes of it.
import { randomUUID } from "node:crypto";
import type { CreateAuctionBody } from "@jara/shared/rest";
import { unsubscribeLink } from "../../src/mail/unsubscribe.ts";
import { googlePerson } from "./e2e-google.ts";
import { lot, makePerson, openAuction } from "./e2e-people.ts";
import { type ApiCall, lastVerificationLink } from "./e2e-server.ts";
import { signed } from "./fake-paystack.ts";
import { picture } from "./sample-media.ts";
import type { Asker } from "./who-may-what.ts";
import { higher, ok, PASSWORD, unique, type World, win } from "./who-may-what-world.ts";

export interface Asked extends ApiCall {
  /** Of the path's parameter. */
  readonly id?: string;
  readonly query?: string;
}
/** `isFresh`: it will be done, and must be there to be done again for the next asker. */
type Given = (world: World, asker: Asker, isFresh: boolean) => Promise<Asked> | Asked;

const fresh = async ({ server, people }: World, details: Partial<CreateAuctionBody> = {}): Promise<string> =>
  (await openAuction(server, people.seller, { buyItNowPrice: 9_000, ...details }))._id;
const idOf = ({ people }: World, asker: Asker): string =>
  asker === "visitor" || asker === "void" ? people.other.id : people[asker].id;
const at =
  (name: keyof World["ids"]): Given =>
  ({ ids }) => ({ id: ids[name] });
const unbid: Given = async (world, _asker, isFresh) => ({ id: isFresh ? await fresh(world) : world.ids.unbid });
const settlement: Given = async ({ server, people, settlement: known }, _asker, isFresh) => ({
  id: isFresh ? (await win(server, people)).settlement : known,
});
const someone = async ({ server }: World) => (await makePerson(server, unique("someone-"))).id;
const promoted: Given = async (world) => ({ id: await someone(world), body: { role: "admin" } });
const promotedSelf: Given = (world, asker) => ({ id: idOf(world, asker), body: { role: "admin" } });
const unsubscribed: Given = ({ server, people }) => ({
  query: new URL(unsubscribeLink(server.config, people.owner.id)).search,
});
const unsigned: Given = ({ people }) => ({ query: `?user=${people.owner.id}&signature=${"A".repeat(43)}` });
export const pictureForm = async (): Promise<Asked> => {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(await picture(32, 32).png().toBuffer())]), "drum.png");
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { raw: new Uint8Array(await request.arrayBuffer()), headers };
};
let days = 0;
const freeDay = (): string => new Date(Date.UTC(2040, 0, ++days)).toISOString().slice(0, 10);

export const givenRest: Readonly<Record<string, Given>> = {
  "POST /api/auth/register": () => {
    const username = unique("new-");
    return { body: { username, email: `${username}@people.test`, password: PASSWORD } };
  },
  "POST /api/auth/login": ({ registered }) => ({ body: { email: registered, password: PASSWORD } }),
  "POST /api/auth/verify-email": async ({ server }) => {
    const username = unique("verified-");
    const body = { username, email: `${username}@people.test`, password: PASSWORD };
    await ok(server, "POST", "/api/auth/register", { body });
    return { body: Object.fromEntries(new URL(lastVerificationLink(server)).searchParams) };
  },
  "POST /api/auth/resend-verification": ({ registered }) => ({ body: { email: registered } }),
  "POST /api/auth/google": async ({ google }) => ({
    body: { googleToken: await google.idToken(googlePerson(unique("googler"))) },
  }),
  "PUT /api/users/profile": () => ({ body: { address: { city: unique("City ") } } }),

  "GET /api/auctions": () => ({ query: "?search=drum" }),
  "GET /api/auctions/:id": at("lot"),
  "GET /api/auctions/:id, a draft": at("draft"),
  "GET /api/bids/auction/:id": at("lot"),
  "GET /api/bids/auction/:id, a draft": at("draft"),
  "GET /api/bids/auction/:id/highest": at("lot"),
  "GET /api/bids/auction/:id/highest, a draft": at("draft"),
  "GET /api/auctions/:id/buy-it-now-status": at("lot"),
  "GET /api/auctions/:id/buy-it-now-status, a draft": at("draft"),

  "POST /api/bids": ({ ids }) => ({ body: { auctionId: ids.contest, amount: higher() } }),
  "POST /api/maxbids": ({ ids }) => ({ body: { auctionId: ids.contest, maxAmount: higher(), currency: "NGN" } }),
  "DELETE /api/maxbids/:id": (world) => ownersMax(world),
  "POST /api/auctions/:id/buy-it-now": unbid,
  "GET /api/maxbids/auction/:id": at("lot"),
  "GET /api/maxbids/auction/:id/all": at("lot"),
  "GET /api/maxbids/auction/:id/all, a draft": at("draft"),
  "GET /api/auctions/:id/win": at("won"),
  "POST /api/payments/top-ups": () => ({ body: { amount: 500 } }),
  "GET /api/payments/top-ups/:reference": ({ topUp }) => ({ id: topUp }),

  "POST /api/auctions": () => ({ body: lot() }),
  "PUT /api/auctions/:id": ({ ids }) => ({ id: ids.unbid, body: { title: unique("Edited ") } }),
  "PUT /api/auctions/admin/:id": ({ ids }) => ({ id: ids.unbid, body: { title: unique("Edited ") } }),
  "DELETE /api/auctions/:id": unbid,
  "PATCH /api/auctions/:id/cancel": unbid,
  "PATCH /api/auctions/admin/:id/status": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { status: "paused" },
  }),
  "GET /api/auctions/admin/:id/history": at("lot"),
  "GET /api/auctions/admin/:id/history.csv": at("lot"),
  "POST /api/upload/single": () => pictureForm(),

  "PUT /api/auth/users/:id/role": promoted,
  "PUT /api/auth/users/:id/role, the asker": promotedSelf,
  "PUT /api/users/admin/role/:id": promoted,
  "PUT /api/users/admin/role/:id, the asker": promotedSelf,
  "PUT /api/users/admin/balance/:id": ({ people }) => ({ id: people.other.id, body: { balance: 5, action: "add" } }),
  "PUT /api/users/admin/balance/:id, the asker": (world, asker) => ({
    id: idOf(world, asker),
    body: { balance: 5, action: "add" },
  }),
  "GET /api/users/admin/:id/ledger": ({ people }) => ({ id: people.owner.id }),

  "GET /api/settlements/:id": settlement,
  "POST /api/settlements/:id/payment-received": settlement,
  "POST /api/settlements/:id/waive": settlement,
  "POST /api/settlements/:id/retry": settlement,
  "PUT /api/admin/holidays/:date": () => ({ id: freeDay(), body: { name: "A day" } }),
  "DELETE /api/admin/holidays/:date": async ({ server, people }) => {
    const id = freeDay();
    await ok(server, "PUT", `/api/admin/holidays/${id}`, { token: people.seller.token, body: { name: "A day" } });
    return { id };
  },

  "POST /api/currency/convert": () => ({ body: { amount: 5, fromCurrency: "NGN", toCurrency: "USD" } }),
  "POST /api/currency/format": () => ({ body: { amount: 5, currency: "NGN" } }),
  "GET /api/mail/unsubscribe": unsubscribed,
  "GET /api/mail/unsubscribe, without the link's signature": unsigned,
  "POST /api/mail/unsubscribe": unsubscribed,
  "POST /api/mail/unsubscribe, without the link's signature": unsigned,
  "POST /api/payments/paystack/webhook, signed by Paystack": () => {
    const raw = '{"event":"transfer.success"}';
    return { raw, headers: { "x-paystack-signature": signed(raw) } };
  },
  "POST /api/payments/paystack/webhook, not signed": () => ({ raw: '{"event":"transfer.success"}' }),
};

/** A maximum of the owner's that can be cancelled. */
const ownersMax = async ({ server, people, ids }: World): Promise<{ id: string }> => {
  const body = { auctionId: ids.contest, maxAmount: higher(), currency: "NGN" };
  return { id: (await ok(server, "POST", "/api/maxbids", { token: people.owner.token, body })).body.maxBid._id };
};

const commandId = (): { commandId: string } => ({ commandId: randomUUID() });
type GivenLive = (world: World, isFresh: boolean) => Promise<object> | object;

export const givenLive: Readonly<Record<string, GivenLive>> = {
  "auction:watch": ({ ids }) => ({ auctionId: ids.lot }),
  "auction:watch, a draft": ({ ids }) => ({ auctionId: ids.draft }),
  "auction:unwatch": ({ ids }) => ({ auctionId: ids.lot }),
  "bid:place": ({ ids }) => ({ auctionId: ids.contest, amount: higher(), ...commandId() }),
  "maxbid:set": ({ ids }) => ({ auctionId: ids.contest, maxAmount: higher(), currency: "NGN", ...commandId() }),
  "maxbid:cancel": async (world) => ({ maxBidId: (await ownersMax(world)).id, ...commandId() }),
  "buy-it-now": async (world, isFresh) => ({
    auctionId: isFresh ? await fresh(world) : world.ids.unbid,
    ...commandId(),
  }),
  "clock:sync": () => ({ t0: 1 }),
};
