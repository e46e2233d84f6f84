// Tests that an id that belongs to somebody else gets the answer of an unknown id, and that no call accepts a field
// that its schema does not name, however the field is spelled. It is long, because it tries the calls of every kind of
// thing that a person can own.
import { randomUUID } from "node:crypto";
import { callOf } from "@jara/shared/calls/list";
import { liveCommands } from "@jara/shared/calls/live-list";
import type { InvalidIssue } from "@jara/shared/errors";
import type { CommandName } from "@jara/shared/live-commands";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { unsubscribeLink } from "../../src/features/mail/unsubscribe.ts";
import { violations } from "../support/e2e-contract.ts";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { openAuction, type Person } from "../support/e2e-people.ts";
import { connectRaw } from "../support/e2e-raw-frames.ts";
import { type ApiAnswer, type ApiCall, lastVerificationLink } from "../support/e2e-server.ts";
import { type Asker, rest } from "../support/who-may-what.ts";
import { givenLive, givenRest } from "../support/who-may-what-given.ts";
import type { Asked } from "../support/who-may-what-made.ts";
import { changedBy, openWorld, PASSWORD } from "../support/who-may-what-world.ts";

/** Commands whose given data are made for them: here the data of nothing do, since none is carried out. */
const ofNothing: { readonly [C in CommandName]?: () => object } = {
  "maxbid:cancel": () => ({ maxBidId: randomUUID(), commandId: randomUUID() }),
  "maxbid:confirm": () => ({ maxBidId: randomUUID(), contentVersion: 1, commandId: randomUUID() }),
  "bid:withdraw": () => ({ auctionId: randomUUID(), commandId: randomUUID() }),
};

const LONG_MS = 240_000;

/** Fields that no caller may set: of rows, of answers, and of JavaScript's own objects. */
const privileged: Readonly<Record<string, unknown>> = {
  role: "admin",
  roles: ["admin"],
  isAdmin: true,
  is_admin: true,
  admin: true,
  permissions: ["*"],
  scope: "admin",
  isVerified: true,
  isEmailVerified: true,
  emailVerifiedAt: "2020-01-01T00:00:00Z",
  email_verified_at: "now",
  requiresEmailVerification: false,
  isBanned: false,
  bannedAt: null,
  banned_at: null,
  tokenVersion: 9,
  token_version: 9,
  googleId: "google-admin",
  google_id: "google-admin",
  passwordHash: "x",
  password_hash: "x",
  balance: 5_000_000,
  balanceMinor: 500_000_000,
  balance_minor: 500_000_000,
  currency_rate: 1,
  amountMinor: 1,
  id: randomUUID(),
  _id: randomUUID(),
  userId: randomUUID(),
  user_id: randomUUID(),
  username: "admin",
  email: "admin@people.test",
  bidder: { username: "admin" },
  bidderId: randomUUID(),
  actorId: randomUUID(),
  as: "admin",
  onBehalfOf: randomUUID(),
  createdAt: "2020-01-01T00:00:00Z",
  updatedAt: "2020-01-01T00:00:00Z",
  status: "sold",
  seller: randomUUID(),
  sellerId: randomUUID(),
  seller_id: randomUUID(),
  winner: randomUUID(),
  winnerId: randomUUID(),
  winner_id: randomUUID(),
  leader: randomUUID(),
  leaderId: randomUUID(),
  currentPrice: 1,
  priceMinor: 1,
  price_minor: 1,
  minimumBid: 1,
  bidCount: 0,
  version: 1,
  revision: 1,
  reserveMet: true,
  hasReserve: false,
  isLeading: true,
  kind: "auto",
  timestamp: "2020-01-01T00:00:00Z",
  at: 1,
  reachedRevision: 1,
  reached_revision: 1,
  autoBidCount: 0,
  cancelled: true,
  isWaived: true,
  penalty: 0,
  fee: 0,
  buyItNowFee: 0,
  totalAmount: 1,
  dueAt: "2090-01-01T00:00:00Z",
  deadline: "2090-01-01T00:00:00Z",
  paid: true,
  isSandbox: true,
  authorizationUrl: "https://evil.test/",
  callback_url: "https://evil.test/",
  reference: "mine",
  fingerprint: "x",
  outcome: { ok: true },
  pausedUntil: null,
  removedAt: null,
  isRemoved: false,
  price: 1,
};
interface Refused {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly issues?: InvalidIssue[] };
}
const inJson = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`;
/** The fields that the refusal names as unknown to the schema. */
const unknownOf = (issues: readonly InvalidIssue[]): Set<string> =>
  new Set(issues.flatMap(({ message }) => /does not know: (.*?)\.?$/.exec(message)?.[1]?.split(", ") ?? []));

/** As they can only be written by hand. */
const poisoned = ['"__proto__":{"role":"admin","isAdmin":true}', '"constructor":{"prototype":{"role":"admin"}}'];

describe("other people's things", () => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  beforeAll(async () => {
    world = await openWorld();
  }, LONG_MS);
  afterEach(() => expect(violations.splice(0)).toEqual([]));
  afterAll(() => world?.close());
  const report = (what: string, tried: number, bad: readonly string[]): void => {
    process.stdout.write(`  ${what}: ${tried} tried, ${bad.length} bad\n`);
    expect(bad).toEqual([]);
  };
  const ask = (call: string, { id = "", query = "", ...asked }: Asked): Promise<ApiAnswer> => {
    const [method = "", url = ""] = call.split(" ");
    return world.server.api(method, `${url.replace(/:\w+/, id)}${query}`, asked);
  };

  it(
    "are hidden: their ids get the same answer as unknown ids in every place and shape, and change nothing",
    async () => {
      const { server, people, ids, topUp, settlement, offer } = world;
      const { owner, other } = people;
      const maxBids = await server.api("GET", "/api/maxbids/user/active", { token: owner.token });
      const maxBidId: string = maxBids.body.maxBids[0]._id;
      const bought = await openAuction(server, people.seller, { buyItNowPrice: 9_000 });
      await server.api("POST", `/api/auctions/${bought._id}/buy-it-now`, { token: owner.token });
      const [purchase] = await server.query<{ id: string }>("select id from purchases");
      const removed = await openAuction(server, people.seller, { title: "Taken away" });
      await server.api("DELETE", `/api/auctions/${removed._id}`, { token: people.admin.token });
      const link = new URL(unsubscribeLink(server.config, other.id)).searchParams.get("signature");

      const bad: string[] = [];
      let tried = 0;
      const shapes = (id: string): string[] => [
        id,
        id.toUpperCase(),
        `${id}%20`,
        `%20${id}`,
        `${id}%00`,
        `${id}/`,
        `${id}%2f`,
        `./${id}`,
        `${id},${id}`,
        `{${id}}`,
        id.replaceAll("-", ""),
        `${id}'--`,
        `${id};`,
        `${id}?userId=${owner.id}`,
        `${id}#`,
        `[${id}]`,
      ];
      const changed = await changedBy(server, async () => {
        /** The caller gets the same words as for what is not there, so that they do not tell that it is. */
        const alike = async (call: string, id: string, none: string, asked: ApiCall, by: Person): Promise<void> => {
          const nothing = await ask(call, { ...asked, id: none, token: by.token });
          for (const shape of shapes(id)) {
            tried += 1;
            const answer = await ask(call, { ...asked, id: shape, token: by.token });
            // An id that does not even reach the route must be refused too.
            const isUnknown = isWhole(shape, id)
              ? answer.status === 404 && answer.text === nothing.text
              : answer.status >= 400 && answer.status < 500;
            if (!isUnknown) bad.push(`${call} of ${shape}: ${answer.status} ${answer.text.slice(0, 100)}`);
          }
          if (nothing.status !== 404) bad.push(`${call} of nothing: ${nothing.status}`);
        };
        const isWhole = (shape: string, id: string): boolean => shape.toLowerCase() === id;
        for (const by of [other, people.unverified, people.seller, people.admin]) {
          await alike("DELETE /api/maxbids/:id", maxBidId, randomUUID(), {}, by);
          await alike("GET /api/maxbids/auction/:id", ids.lot, randomUUID(), {}, by);
          await alike("GET /api/payments/top-ups/:reference", topUp, `topup-${"0".repeat(32)}`, {}, by);
          for (const id of [settlement, purchase?.id ?? ""]) {
            for (const method of ["balance", "online"]) {
              await alike("POST /api/settlements/:id/payments", id, randomUUID(), { body: { method } }, by);
            }
          }
          for (const answer of ["accept", "decline"]) {
            await alike(`POST /api/second-chances/:id/${answer}`, offer, randomUUID(), {}, by);
          }
        }
        for (const call of ["", "/buy-it-now-status"].map((part) => `GET /api/auctions/:id${part}`)) {
          await alike(call, ids.draft, randomUUID(), {}, other);
          await alike(call, removed._id, randomUUID(), {}, people.admin);
        }
        for (const call of ["", "/highest"].map((part) => `GET /api/bids/auction/:id${part}`)) {
          await alike(call, ids.draft, randomUUID(), {}, other);
          await alike(call, removed._id, randomUUID(), {}, people.admin);
        }
        // Ids of another kind name nothing either.
        const strangers = [owner.id, ids.lot, maxBidId, settlement, purchase?.id ?? "", bought._id];
        for (const id of strangers) {
          for (const call of ["DELETE /api/maxbids/:id", "GET /api/payments/top-ups/:reference"]) {
            tried += 1;
            const { status } = await ask(call, { id, token: other.token });
            if (status !== 404) bad.push(`${call} of an id of another kind: ${status}`);
          }
        }

        // Lists and states are the asker's own: nothing of the owner's stands in them.
        const secrets = [
          maxBidId,
          topUp,
          settlement,
          offer,
          purchase?.id,
          owner.id,
          owner.email,
          "2987.43",
          '"mine":true',
        ];
        const own = ["/api/bids/user/my-bids", "/api/maxbids/user/active", "/api/payments/top-ups"];
        own.push("/api/users/purchases", "/api/users/second-chances");
        own.push(...[ids.lot, ids.won, bought._id].map((id) => `/api/maxbids/auction/${id}/all`));
        own.push(...[ids.lot, ids.won, bought._id].map((id) => `/api/auctions/${id}/win`));
        own.push(...[ids.lot, ids.won, bought._id].map((id) => `/api/auctions/${id}/buy-it-now-status`));
        own.push(...[ids.lot, ids.won, bought._id].flatMap((id) => [`/api/auctions/${id}`, `/api/bids/auction/${id}`]));
        for (const path of own) {
          for (const query of ["", `?userId=${owner.id}`, `?user=${owner.username}&role=admin`, `?id=${owner.id}`]) {
            tried += 1;
            const { status, text } = await server.api("GET", `${path}${query}`, { token: other.token });
            const leaked = secrets.filter((secret) => secret && text.includes(secret));
            if (status !== 200 || leaked.length > 0 || /paymentInstructions|owner/.test(text)) {
              bad.push(`${path}${query}: ${status} tells ${leaked} ${text.slice(0, 200)}`);
            }
          }
        }

        // A signature holds for its own user alone.
        for (const query of [
          `user=${owner.id}&signature=${link}`,
          `user=${other.id}&user=${owner.id}&signature=${link}`,
        ]) {
          for (const method of ["GET", "POST"]) {
            tried += 1;
            const { status } = await server.api(method, `/api/mail/unsubscribe?${query}`);
            if (status < 400) bad.push(`${method} unsubscribe with another's signature: ${status}`);
          }
        }
        // Uploads have names that cannot be guessed, and nothing lists them.
        for (const path of [
          "/media",
          "/media/",
          "/media/.",
          "/media/..%2f",
          "/media/%2e%2e%2fjwt-secret",
          "/media/*",
        ]) {
          tried += 1;
          const { status } = await server.api("GET", path);
          if (status < 400) bad.push(`${path}: ${status}`);
        }

        for (const transport of transports) {
          const client = await connect(server, transport, { token: other.token });
          for (const id of [maxBidId, maxBidId.toUpperCase(), ids.lot, owner.id]) {
            tried += 1;
            const answer = await client.send("maxbid:cancel", { maxBidId: id, commandId: randomUUID() });
            if (answer.ok || answer.error.code !== "NOT_FOUND") bad.push(`maxbid:cancel: ${JSON.stringify(answer)}`);
          }
          const rooms = [
            `${ids.lot}:admins`,
            `user:${owner.id}`,
            owner.id,
            "admin",
            "auctions",
            ids.draft,
            removed._id,
          ];
          for (const auctionId of rooms) {
            tried += 1;
            const answer = await client.send("auction:watch", { auctionId });
            if (answer.ok || answer.error.code !== "NOT_FOUND") bad.push(`auction:watch ${auctionId}: is there`);
          }
          client.close();
        }
      });
      if (changed.length > 0) bad.push(`${changed} changed`);
      report("asking for other people's things", tried, bad);
    },
    LONG_MS,
  );

  it("include command ids: another person's id reveals no outcome and blocks no command", async () => {
    const { server, people, ids } = world;
    const bad: string[] = [];
    const commandId = randomUUID();
    const place = (by: Person, amount: number) =>
      server.api("POST", "/api/bids", {
        token: by.token,
        headers: { "idempotency-key": commandId },
        body: { auctionId: ids.contest, amount },
      });
    const [{ price } = { price: 0 }] = await server.query<{ price: number }>(
      "select (price_minor / 100)::float8 as price from auctions where id = $1::text::uuid",
      [ids.contest],
    );
    const first = await place(people.owner, price + 1_000);
    const second = await place(people.other, price + 2_000);
    if (first.status !== 201 || second.status !== 201) bad.push(`${first.text} ${second.text}`);
    if (first.body.bid._id === second.body.bid._id) bad.push("one bid for two people");
    const balance = (by: Person) =>
      server.api("PUT", `/api/users/admin/balance/${people.other.id}`, {
        token: by.token,
        headers: { "idempotency-key": commandId },
        body: { balance: 7, action: "add" },
      });
    const balances = [await balance(people.seller), await balance(people.admin), await balance(people.seller)];
    const amounts = balances.map(({ body }) => body.user?.balance);
    if (amounts[1] !== amounts[0] + 7 || amounts[2] !== amounts[1]) bad.push(`balances ${amounts}`);
    report("command ids of others", 5, bad);
  });

  it(
    "are not reachable by a field in a write that its caller may not set",
    async () => {
      const { server, people } = world;
      const bad: string[] = [];
      let tried = 0;
      // Their bodies are not read: the same as without.
      const unread =
        /^(DELETE|POST \/api\/auth\/(logout|passkeys\/(log-in|prove)-options|second-factor\/(totp|recovery-codes)$)|PATCH \/api\/auctions\/:id\/cancel|POST \/api\/(mail|payments\/paystack))/;
      const isPlain = ({ of }: { of?: string }): boolean =>
        !of || of === "from the balance" || of === "of a published lot";
      const writes = rest.filter((row) => !/^GET/.test(row.call) && isPlain(row) && !unread.test(row.call));
      for (const row of writes) {
        if (callOf.get(row.call)?.isForm) continue;
        const needed = access[row.call];
        const isForStaff = needed !== "anyone" && needed !== "signed in";
        const asker: Asker = isForStaff ? "admin" : row.rule.visitor === "yes" ? "visitor" : "owner";
        const token = asker === "visitor" ? undefined : people[asker].token;
        const given = givenRest[row.of ? `${row.call}, ${row.of}` : row.call] ?? (() => ({}));
        const { body = {}, ...others }: Asked = await given(world, asker, false);
        const text = JSON.stringify(body);
        const extras = Object.entries(privileged).filter(
          ([name]) => !(name in (body as object)) && !isKnown(row.call, name),
        );
        const changed = await changedBy(server, async () => {
          const refused = async (extra: string): Promise<InvalidIssue[]> => {
            const raw = text === "{}" ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`;
            const answer = await ask(row.call, { ...others, raw, token });
            if (answer.status === 400 && answer.body.code === "INVALID") return answer.body.issues;
            bad.push(`${row.call} with ${extra}: ${answer.status} ${answer.text.slice(0, 100)}`);
            return [];
          };
          const unknown = unknownOf(await refused(extras.map(inJson).join()));
          tried += extras.length + poisoned.length;
          // A union of schemas does not say which of the fields it does not know.
          const unnamed = extras.filter(([name]) => !unknown.has(name));
          await Promise.all([...unnamed.map(inJson), ...poisoned].map(refused));
        });
        if (changed.length > 0) bad.push(`${row.call}: ${changed} changed`);
      }
      report("fields that no caller decides", tried, bad);
    },
    LONG_MS,
  );

  it("are not reachable by a part of a body, an address or an unread body", async () => {
    const { server, people } = world;
    const bad: string[] = [];
    let tried = 0;
    const storedState = async (): Promise<string> =>
      JSON.stringify(
        await server.query(
          `select id, username, email, role, email_verified_at, banned_at, balance_minor, token_version, google_id,
             password_hash from users order by id`,
        ),
      );
    const before = await storedState();
    const refused = async (what: string, answer: Promise<ApiAnswer>): Promise<void> => {
      tried += 1;
      const { status, text } = await answer;
      if (status !== 400) bad.push(`${what}: ${status} ${text.slice(0, 100)}`);
    };
    const { token } = people.owner;
    for (const [name, value] of Object.entries(privileged)) {
      const more = { [name]: value };
      if (!["reference"].includes(name)) {
        const address = { city: "Jos", ...more };
        await refused(`address.${name}`, server.api("PUT", "/api/users/profile", { token, body: { address } }));
      }
      const media = [{ url: "https://pictures.test/1.jpg", type: "image", ...more }];
      const lot = { title: "T", description: "D", startingPrice: 5, media };
      await refused(`media.${name}`, server.api("POST", "/api/auctions", { token: people.admin.token, body: lot }));
    }
    const query = new URLSearchParams(
      Object.entries(privileged).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const ignored = async (what: string, answer: Promise<ApiAnswer>, status = 200): Promise<void> => {
      tried += 1;
      const got = await answer;
      if (got.status !== status) bad.push(`${what}: ${got.status} ${got.text.slice(0, 100)}`);
    };
    await ignored("profile's query", server.api("PUT", `/api/users/profile?${query}`, { token, body: {} }));
    const fresh = async () => (await openAuction(server, people.seller))._id;
    const { token: admin } = people.admin;
    for (const [what, method, end] of [
      ["cancel", "PATCH", "/cancel"],
      ["delete", "DELETE", ""],
    ] as const) {
      const path = `/api/auctions/${await fresh()}${end}?${query}`;
      await refused(`${what}'s body`, server.api(method, path, { token: admin, body: privileged }));
      await ignored(`${what}'s query`, server.api(method, path, { token: admin }));
    }
    const sellers = await server.query("select distinct seller_id as id from auctions");
    if (sellers.some(({ id }) => id !== people.seller.id && id !== people.admin.id)) bad.push("another seller");
    if ((await storedState()) !== before) bad.push("an account changed");

    // The server reads only the name, the address and the password of a new account.
    const account = { username: "plain", email: "plain@people.test", password: PASSWORD };
    await ignored("register's query", server.api("POST", `/api/auth/register?${query}`, { body: account }), 201);
    const verification = Object.fromEntries(new URL(lastVerificationLink(server)).searchParams);
    const [made] = await server.query(
      `select role, email_verified_at as verified, banned_at as banned, balance_minor::int as balance, token_version as ver,
         google_id as google from users where username = 'plain'`,
    );
    const none = { role: "user", verified: null, banned: null, balance: 0, ver: 1, google: null };
    expect(made).toEqual(none);
    await ignored("verify's query", server.api("POST", `/api/auth/verify-email?${query}`, { body: verification }));
    const form = new FormData();
    form.set("role", "admin");
    const request = new Response(form);
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const raw = new Uint8Array(await request.arrayBuffer());
    await refused("a form's field", server.api("POST", "/api/upload/single", { token: admin, raw, headers }));
    report("fields in other places", tried, bad);
  });

  it(
    "are not reachable by a live command, over either transport",
    async () => {
      const { server, people } = world;
      const bad: string[] = [];
      let tried = 0;
      // Made first, because some of them are things that are made for the command.
      const givens = new Map<CommandName, object>();
      for (const name of Object.keys(liveCommands) as CommandName[]) {
        givens.set(name, ofNothing[name]?.() ?? (await givenLive[name]?.(world, false)) ?? {});
      }
      const changed = await changedBy(server, async () => {
        for (const transport of transports) {
          const client: LiveClient = await connect(server, transport, { token: people.admin.token });
          const raw = await connectRaw(server, transport, people.admin.token);
          for (const [name, given] of givens) {
            const text = JSON.stringify(given);
            const note = (extra: string, answer: unknown): void => {
              tried += 1;
              const { ok, error } = answer as Refused;
              if (ok || error?.code !== "INVALID") bad.push(`${name} with ${extra}: ${JSON.stringify(answer)}`);
            };
            const extras = Object.entries(privileged).filter(([extra]) => !isKnown(name, extra));
            const all = (await client.send(name, { ...given, ...Object.fromEntries(extras) } as never)) as Refused;
            note("all fields", all);
            const unknown = unknownOf(all.error?.issues ?? []);
            tried += unknown.size;
            await Promise.all([
              ...extras
                .filter(([extra]) => !unknown.has(extra))
                .map(async ([extra, value]) =>
                  note(extra, await client.send(name, { ...given, [extra]: value } as never)),
                ),
              ...poisoned.map(async (extra) => {
                const json = text === "{}" ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`;
                note(extra, await raw.ask(JSON.stringify(name), json));
              }),
            ]);
          }
          client.close();
          raw.close();
        }
      });
      if (changed.length > 0) bad.push(`${changed} changed`);
      report("fields of live commands", tried, bad);
    },
    LONG_MS,
  );
});

/** Is true for a field that the schema of the call or the live command names although none of its examples has it. */
const isKnown = (call: string, name: string): boolean =>
  (/^PUT \/api\/auctions/.test(call) && name === "status") ||
  (/buy-it-now$/.test(call) && name === "price") ||
  // The reference of the transfer that staff enter.
  (/\/balance\//.test(call) && name === "reference");
