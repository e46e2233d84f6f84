// Makes public lots, turns them into drafts, reads every answer that a person can get about them, and tries every
// command on them. Everything that only the draft says carries a mark, so that a test finds a leak in the bytes,
// wherever it is.
import { randomUUID } from "node:crypto";
import { access } from "../../src/app/access.ts";
import { connect, type LiveClient } from "./e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "./e2e-people.ts";
import type { ApiCall, TestServer } from "./e2e-server.ts";

const HOUR = 3_600_000;
const AT_ONCE = 20;

/** Amounts are written as the wire has them; the start and end time are the only ones of their months. */
export const marks = ["SECRETMARK", "7654321.09", "87.13", "7654321.77", "2031-03-", "2031-04-"] as const;

/** The texts that an administrator writes into a draft. */
export const secretTerms = {
  title: "SECRETMARK title",
  description: "SECRETMARK description",
  location: "SECRETMARK location",
  media: [{ url: "https://cdn.test/SECRETMARK.jpg", type: "image" }],
  bidIncrement: 87.13,
  reservePrice: 7_654_321.09,
  buyItNowPrice: 7_654_321.77,
  endTime: "2031-04-05T06:07:08.901Z",
};
export const secretStart = "2031-03-04T05:06:07.089Z";

/** The marks found in a text. */
export const marksIn = (text: string): string[] => marks.filter((mark) => text.includes(mark));

export interface Drafts {
  readonly admin: Person;
  readonly people: Readonly<Record<"leader" | "outbid" | "maximum" | "buyer" | "winner" | "stranger", Person>>;
  /** Each becomes a draft in its own way (`hide`); `unseen` never was anything else. */
  readonly ids: Readonly<Record<"atOnce" | "later" | "bought" | "won" | "unbid" | "unseen", string>>;
  /** Ids of maxima on these lots, and of bids. */
  readonly otherIds: readonly string[];
}

type Api = Pick<TestServer, "api">;

const call = async (server: Api, method: string, path: string, given: ApiCall) => {
  const answer = await server.api(method, path, given);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const edit = (server: Api, { token }: Person, id: string, body: object) =>
  call(server, "PUT", `/api/auctions/admin/${id}`, { token, body });

/** Public lots with bids, maxima that cannot bid yet, a purchase and a win; and a draft. Usernames end with `tail`. */
export const openLots = async (server: TestServer, tail = ""): Promise<Drafts> => {
  const admin = await makePerson(server, `curator${tail}`, { role: "admin" });
  const [leader, outbid, maximum, buyer, winner, stranger] = await Promise.all(
    ["lekan", "obinna", "morayo", "bukola", "wasiu", "sani"].map((name) => makePerson(server, `${name}${tail}`)),
  );
  if (!leader || !outbid || !maximum || !buyer || !winner || !stranger) throw new Error("nobody");
  const post = (path: string, { token }: Person, body: object = {}) => call(server, "POST", path, { token, body });
  const otherIds: string[] = [];
  const open = async (title: string): Promise<string> => {
    const details = { title, reservePrice: 8_000_000, buyItNowPrice: 9_000_000 };
    return (await openAuction(server, admin, details))._id;
  };
  /** The maximum is less than an increment above the price: it bids as soon as the increment falls. */
  const contested = async (title: string): Promise<string> => {
    const id = await open(title);
    await post("/api/bids", outbid, { auctionId: id, amount: 1500 });
    const { bid } = await post("/api/bids", leader, { auctionId: id, amount: 2000 });
    const { maxBid } = await post("/api/maxbids", maximum, { auctionId: id, maxAmount: 2099, currency: "NGN" });
    otherIds.push(bid._id, maxBid._id);
    return id;
  };
  const [atOnce, later] = [await contested("Withdrawn at once"), await contested("Withdrawn, then edited")];
  const bought = await open("Being bought");
  await post(`/api/auctions/${bought}/buy-it-now`, buyer);
  const won = (await openAuction(server, admin, { title: "Won" }))._id;
  await post("/api/bids", winner, { auctionId: won, amount: 1500 });
  await setStatus(server, admin, won, "ended");
  const unbid = await open("Nobody bid");
  const startTime = new Date((await server.databaseNow()) + HOUR).toISOString();
  const unseen = (await openAuction(server, admin, { title: "SECRETMARK from the start", startTime }))._id;
  const people = { leader, outbid, maximum, buyer, winner, stranger };
  return { admin, people, ids: { atOnce, later, bought, won, unbid, unseen }, otherIds };
};

/** Every lot becomes a draft that says the marks; one is deleted. Returns when the last edit is committed. */
export const hide = async (server: Api, { admin, ids }: Drafts): Promise<void> => {
  const withdrawal = { ...secretTerms, status: "draft", startTime: secretStart };
  await edit(server, admin, ids.atOnce, withdrawal);
  await setStatus(server, admin, ids.later, "draft");
  await edit(server, admin, ids.later, secretTerms);
  await edit(server, admin, ids.bought, withdrawal);
  const { reservePrice: _, ...withoutReserve } = withdrawal;
  await edit(server, admin, ids.won, withoutReserve);
  await edit(server, admin, ids.unbid, withdrawal);
  const repriced = { startingPrice: 7_654_321.09, reservePrice: null, buyItNowPrice: null };
  await edit(server, admin, ids.unbid, repriced);
  await call(server, "DELETE", `/api/auctions/${ids.unbid}`, { token: admin.token });
  await edit(server, admin, ids.unseen, secretTerms);
};

/** Everything secret is replaced before the lots become public. */
export const publish = async (server: TestServer, { admin, ids }: Drafts): Promise<void> => {
  const endTime = new Date((await server.databaseNow()) + 5 * HOUR).toISOString();
  const clean = { description: "Now in public.", location: null, media: [], buyItNowPrice: null, reservePrice: null };
  for (const id of [ids.atOnce, ids.later, ids.bought, ids.won, ids.unseen]) {
    const now = { ...clean, title: "Published at last", bidIncrement: 50, startTime: null };
    await edit(server, admin, id, now);
    await edit(server, admin, id, { endTime, status: "active" });
  }
};

/** Documents, files and what else answers no question about a lot. */
const isOfNoLot = (url: string): boolean => /^\/(docs|health|metrics|sandbox|media|\*)/.test(url);

/** The guard of the table refuses anybody else before it looks at an id. */
const mayAsk = (url: string, person: Person | null, admin: Person): boolean =>
  access[`GET ${url}`] === "anyone" ||
  (access[`GET ${url}`] === "signed in" ? person !== null : person?.id === admin.id);

export interface Read {
  readonly path: string;
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
}

/** Every GET of the table of access, asked of every id; of one id by those whom the guard refuses. */
export const readAll = async (server: TestServer, drafts: Drafts, person: Person | null): Promise<Read[]> => {
  const ids = [...Object.values(drafts.ids), ...drafts.otherIds];
  const settlements = await server.query<{ id: string }>(
    "select id from settlements union all select id from purchases",
  );
  ids.push(...settlements.map(({ id }) => id));
  const urls = Object.keys(access).flatMap((row) => (row.startsWith("GET ") ? [row.slice("GET ".length)] : []));
  const idsFor = (url: string): string[] => (mayAsk(url, person, drafts.admin) ? ids : ids.slice(0, 1));
  const paths = urls
    .filter((url) => !isOfNoLot(url))
    .flatMap((url) => (url.includes(":") ? idsFor(url).map((id) => url.replace(/:\w+/, id)) : [url]));
  const sorts = ["createdAt", "startingPrice", "currentPrice", "endTime", "title"];
  paths.push(...sorts.map((sortBy) => `/api/auctions?sortBy=${sortBy}&limit=100`));
  paths.push("/api/auctions?search=SECRETMARK", "/api/auctions?minPrice=7000000", "/api/bids/user/my-bids?limit=100");
  const read = async (path: string): Promise<Read> => {
    const { status, headers, text } = await server.api("GET", path, { token: person?.token });
    return { path, status, text: `${JSON.stringify([...headers])} ${text}` };
  };
  const reads: Read[] = [];
  while (paths.length > 0) reads.push(...(await Promise.all(paths.splice(0, AT_ONCE).map(read))));
  return reads;
};

/** Every command that somebody can send about a lot, over REST and live; nothing of it may be carried out on a draft. */
export const tryAll = async (
  server: TestServer,
  drafts: Drafts,
  person: Person,
): Promise<{ answers: string[]; frames: string[] }> => {
  const client = await connect(server, "/ws", { token: person.token });
  const texts: string[] = [];
  const note = (what: string, answer: unknown): number => texts.push(`${what}: ${JSON.stringify(answer)}`);
  for (const auctionId of Object.values(drafts.ids)) {
    const commandId = randomUUID();
    const [amount, maxAmount] = [8_900_000, 8_900_000];
    const sent = { token: person.token };
    const rest = [
      await server.api("POST", "/api/bids", { ...sent, body: { auctionId, amount } }),
      await server.api("POST", "/api/maxbids", { ...sent, body: { auctionId, maxAmount, currency: "NGN" } }),
      await server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, sent),
    ];
    for (const { status, text } of rest) note(`POST about ${auctionId}: ${status}`, text);
    note("bid:place", await client.send("bid:place", { auctionId, amount, commandId: randomUUID() }));
    note("maxbid:set", await client.send("maxbid:set", { auctionId, maxAmount, currency: "NGN", commandId }));
    note("buy-it-now", await client.send("buy-it-now", { auctionId, commandId: randomUUID() }));
    note("auction:watch", await client.send("auction:watch", { auctionId }));
    note("auction:watch", await client.send("auction:watch", { auctionId, sinceVersion: 1 }));
  }
  for (const id of drafts.otherIds) {
    note("DELETE", (await server.api("DELETE", `/api/maxbids/${id}`, { token: person.token })).text);
    note("maxbid:cancel", await client.send("maxbid:cancel", { maxBidId: id, commandId: randomUUID() }));
  }
  client.close();
  return { answers: texts, frames: client.frames.map((frame) => JSON.stringify(frame)) };
};

/** Follows the listing and watches every lot, as far as it may. */
export const follow = async (client: LiveClient, { ids }: Drafts): Promise<void> => {
  await client.ask("auctions:watch", {});
  await Promise.all(Object.values(ids).map((auctionId) => client.send("auction:watch", { auctionId })));
};
