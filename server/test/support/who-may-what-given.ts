// Makes the request for each call and live command of the table of permissions. Each request is right in all else, so
// that only the caller decides the outcome. It is long because it has an entry for each call.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { legalVersions } from "@jara/shared/legal-versions";
import type { Role } from "@jara/shared/permissions";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { tillMethods } from "@jara/shared/rest/day-closes";
import { hashOf } from "../../src/features/accounts/secrets.ts";
import { unsubscribeLink } from "../../src/features/mail/unsubscribe.ts";
import { openLotOfSeller } from "./e2e-consigned.ts";
import { codeOf, giveFactor, waitingLogIn } from "./e2e-factors.ts";
import { googlePerson } from "./e2e-google.ts";
import { lot, makePerson, openAuction, type Person, setStatus, signToken } from "./e2e-people.ts";
import { lastVerificationLink, NO_PUSH_SERVICE } from "./e2e-server.ts";
import { signed } from "./fake-paystack.ts";
import { openTestBrowser } from "./local-push.ts";
import { dueIn } from "./seed.ts";
import type { Asker } from "./who-may-what.ts";
import { givenImports } from "./who-may-what-imports.ts";
import { type Asked, from, type Given, pictureForm } from "./who-may-what-made.ts";
import { givenOffers } from "./who-may-what-offers.ts";
import { givenPasskeys } from "./who-may-what-passkeys.ts";
import { givenLiveSales, givenSales } from "./who-may-what-sales.ts";
import {
  higher,
  invoiceOf,
  offerSecondChance,
  ok,
  PASSWORD,
  unfinished,
  unfinishedLot,
  unique,
  voidedWin,
  type World,
  win,
} from "./who-may-what-world.ts";

const fresh = async ({ server, people }: World, details: Partial<CreateAuctionBody> = {}): Promise<string> =>
  (await openAuction(server, people.seller, { buyItNowPrice: 9_000, ...details }))._id;
const idOf = ({ people }: World, asker: Asker): string =>
  asker === "visitor" || asker === "void" ? people.other.id : people[asker].id;
const at =
  (name: keyof World["ids"]): Given =>
  ({ ids }) => ({ id: ids[name] });
/** A lot with a bid of the owner, which is in the public log. */
const loggedBid: Given = async ({ server, people, ids }) => {
  const { token } = people.owner;
  while ((await server.api("GET", `/api/users/proof/${ids.lot}`, { token })).status === 404) await sleep(50);
  return { id: ids.lot };
};
/** Waits until the public log has the lot's seller. */
const sellerLogged = async ({ server }: World, id: string, { token }: Person): Promise<{ id: string }> => {
  while ((await server.api("GET", `/api/users/proof/${id}/seller`, { token })).status === 404) await sleep(50);
  return { id };
};
const soldForOwner = async (world: World): Promise<{ id: string }> => {
  const { owner, seller } = world.people;
  return await sellerLogged(world, await openLotOfSeller(world.server, seller, owner), owner);
};
const soldByHouse: Given = (world) => sellerLogged(world, world.ids.lot, world.people.seller);
const unbid: Given = async (world, _asker, isFresh) => ({ id: isFresh ? await fresh(world) : world.ids.unbid });
const aSearch = (): object => ({ name: "Drums", query: { search: unique("drum ") }, alert: "off" });
/** A search of the owner; a new one if the last one was deleted. */
const savedByOwner = async ({ server, people }: World): Promise<Asked> => {
  const { token } = people.owner;
  const { savedSearches } = (await ok(server, "GET", "/api/saved-searches", { token })).body;
  if (savedSearches.length > 0) return { id: savedSearches[0]._id };
  return { id: (await ok(server, "POST", "/api/saved-searches", { token, body: aSearch() })).body.savedSearch._id };
};
/** Every call makes another copy of it. */
const cancelled: Given = async (world) => {
  const id = await fresh(world);
  await setStatus(world.server, world.people.seller, id, "cancelled");
  return { id };
};
const pushSubscription = () => openTestBrowser({ origin: NO_PUSH_SERVICE, arrived: [] }).subscription;
/** A browser of the owner that gets push messages. */
const ownersPush = async ({ server, people }: World): Promise<{ id: string; endpoint: string }> => {
  const body = pushSubscription();
  const answer = await server.api("POST", "/api/notifications/push-subscriptions", { token: people.owner.token, body });
  return { id: answer.body.subscription._id, endpoint: body.endpoint };
};
/** A question of a new person about one of the seller's lots. */
const question =
  (body: object, of: "lot" | "interested" = "lot", isHidden = false): Given =>
  async ({ server, people, ids }) => {
    const { token } = await makePerson(server, unique("curious-"));
    const path = `/api/auctions/${ids[of]}/questions`;
    const { body: asked } = await ok(server, "POST", path, { token, body: { text: "Is it the original skin?" } });
    const id: string = asked.question._id;
    const hide = { token: people.seller.token, body: { reason: "a test", revision: 1 } };
    if (isHidden) await ok(server, "POST", `/api/admin/questions/${id}/hide`, hide);
    return { id, body: { ...body, revision: isHidden ? 2 : 1 } };
  };
/** Bought by nobody who has a purchase to pay. */
const forSale = async (world: World): Promise<string> => {
  const { server, people } = world;
  const open = await server.query<{ id: string }>(`select auction_id as id from purchases where status = 'pending'`);
  for (const { id } of open) await setStatus(server, people.seller, id, "sold");
  return await fresh(world);
};
/** The owner has used Buy It Now on it, and has not paid. */
const beingBought: Given = async (world) => {
  const { server, people } = world;
  const { id: buyer, token } = people.owner;
  const [open] = await server.query<{ id: string }>(
    `select auction_id as id from purchases where status = 'pending' and buyer_id = $1::text::uuid`,
    [buyer],
  );
  if (open) return open;
  const id = await fresh(world);
  await ok(server, "POST", `/api/auctions/${id}/buy-it-now`, { token });
  return { id };
};
/** With a bid of the owner, and changed after it. */
const changed = async (world: World): Promise<string> => {
  const { server, people } = world;
  const id = await fresh(world);
  await ok(server, "POST", "/api/bids", { token: people.owner.token, body: { auctionId: id, amount: 1_500 } });
  await ok(server, "PUT", `/api/auctions/${id}`, { token: people.seller.token, body: { title: unique("Changed ") } });
  return id;
};
const voided = ({ people }: World): { body: object } => ({ body: { userId: people.owner.id, reason: "fraud" } });
const settlement: Given = async ({ server, people, settlement: known }, _asker, isFresh) => ({
  id: isFresh ? (await win(server, people)).settlement : known,
});
const invoice: Given = async ({ server, people, invoices }, _asker, isFresh) => ({
  id: isFresh ? await invoiceOf(server, people.owner, (await win(server, people)).settlement) : invoices.won,
});
/** One that is paid; `more` is done to it. */
const paidWin =
  (body: object, more?: (world: World, id: string) => Promise<object>): Given =>
  async (world, _asker, isFresh) => {
    const { server, people, settlement: known } = world;
    if (!isFresh) return { id: known, body };
    const { settlement: id } = await win(server, people);
    await ok(server, "POST", `/api/settlements/${id}/payment-received`, { token: people.seller.token });
    return { id, body: { ...body, ...(await more?.(world, id)) } };
  };
/** A slot for a paid lot of the owner in a sale with pickup times. */
const pickupSlot: Given = async (world) => {
  const { server, people } = world;
  const { token } = people.seller;
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const time = { from: inHours(48), until: inHours(49), place: unique("Hall "), slotMinutes: 60, buyers: 1 };
  const body = { title: unique("Sale "), closesAt: inHours(30), pickups: [time] };
  const saleId: string = (await ok(server, "POST", "/api/sales", { token, body })).body.sale._id;
  const { auctionId, settlement } = await win(server, people);
  await server.query(
    "insert into sale_lots (auction_id, sale_id, lot_number) values ($1::text::uuid, $2::text::uuid, 1)",
    [auctionId, saleId],
  );
  await ok(server, "POST", `/api/settlements/${settlement}/payment-received`, { token });
  await readyForPickup(world, settlement);
  return { body: { saleId, startsAt: time.from, place: time.place } };
};
const readyForPickup = async ({ server, people }: World, id: string): Promise<{ code: string }> => {
  const body = { place: "Ikeja", hours: "9:00 to 16:00" };
  await ok(server, "POST", `/api/settlements/${id}/ready`, { token: people.seller.token, body });
  const [row] = await server.query<{ code: string }>(
    "select pickup_code as code from settlements where id = $1::text::uuid",
    [id],
  );
  return { code: row?.code ?? "" };
};
const forfeitedWin: Given = async ({ server, people, settlement: known }, _asker, isFresh) => {
  const body = { reason: "Illness" };
  if (!isFresh) return { id: known, body };
  const { auctionId, settlement: id } = await win(server, people);
  await server.query("update settlements set stuck_at = null, attempts = 0 where id = $1::text::uuid", [id]);
  await dueIn(server.server.database, auctionId, -1);
  const statusOf = async () =>
    (await server.query("select status from settlements where id = $1::text::uuid", [id]))[0];
  while ((await statusOf())?.status !== "forfeited") await sleep(50);
  return { id, body };
};
const offer: Given = async ({ server, people, offer: known }, _asker, isFresh) => ({
  id: isFresh ? await offerSecondChance(server, people) : known,
});
/** One whose reserve its bids did not meet. */
const unsold: Given = async (world, _asker, isFresh) => {
  const { server, people, ids } = world;
  if (!isFresh) return { id: ids.unbid };
  const id = await fresh(world, { reservePrice: 8_000 });
  await ok(server, "POST", "/api/bids", { token: people.owner.token, body: { auctionId: id, amount: 1_500 } });
  await setStatus(server, people.seller, id, "ended");
  return { id };
};
const withBody =
  (given: Given, body: () => object): Given =>
  async (...asked) => ({ ...(await given(...asked)), body: body() });
const transfer = () => ({ method: "transfer", amount: 100 });
const ofInterested: Given = ({ ofInterested: id }) => ({ id });
let phones = 0;
const newPhone = (): string => `+234803${String(2_000_000 + ++phones)}`;
const withDocument = async ({ server }: World, userId: string): Promise<{ id: string }> => {
  await server.query(
    `insert into bidder_documents (user_id, status, kind, file, uploaded_at, revision)
     values ($1::text::uuid, 'waiting', 'pdf', '%PDF', clock_now(), 1)
     on conflict (user_id) do update set status = 'waiting', decided_at = null, reason = null, revision = 1`,
    [userId],
  );
  return { id: userId };
};
let hours = 10 * 24;
/** Later each time, and soon enough for a cashier. */
const later = (): object => ({
  dueAt: new Date(Date.now() + ++hours * 60 * 60 * 1000).toISOString(),
  reason: "The bank was closed",
});
const freshDraft = async (world: World): Promise<string> =>
  fresh(world, { startTime: new Date(Date.now() + 3_600_000).toISOString() });
const someone = async ({ server }: World, role: Role = "user") =>
  (await makePerson(server, unique("someone-"), { role })).id;
const promoted: Given = async (world) => ({ id: await someone(world), body: { role: "admin" } });
const ofOwner: Given = ({ people }) => ({ id: people.owner.id });
const suspension = { reason: "Fraud", until: null, voidBids: false };
const suspended =
  (role: Role): Given =>
  async (world) => {
    const id = await someone(world, role);
    const { server, people } = world;
    await ok(server, "POST", `/api/admin/users/${id}/suspend`, { token: people.seller.token, body: suspension });
    return { id, body: { reason: "A mistake" } };
  };
const promotedSelf: Given = (world, asker) => ({ id: idOf(world, asker), body: { role: "admin" } });
const unsubscribed: Given = ({ server, people }) => ({
  query: new URL(unsubscribeLink(server.config, people.owner.id)).search,
});
const unsigned: Given = ({ people }) => ({ query: `?user=${people.owner.id}&signature=${"A".repeat(43)}` });
const waitingRate: Given = async ({ server }) => {
  const id = randomUUID();
  await server.query(
    `insert into exchange_rates (id, ngn_to_usd, usd_to_ngn, candidate_id, candidate_usd_to_ngn, candidate_since)
     values (1, 0.0012, 833.33, $1::text::uuid, 900, clock_now())
     on conflict (id) do update set candidate_id = excluded.candidate_id, candidate_usd_to_ngn = 900,
       candidate_since = clock_now(), rejected_at = null`,
    [id],
  );
  return { id };
};
/** A change of the site's account that a third administrator asked for. */
const waitingAccount: Given = async ({ server }) => {
  const { id: askedBy } = await makePerson(server, `asker${randomUUID().slice(0, 8)}`, { role: "admin" });
  const id = randomUUID();
  await server.query("update users set created_at = created_at - interval '2 days' where role = 'admin'");
  await server.query(
    "update bank_account_changes set status = 'cancelled', decided_at = clock_now() where status = 'waiting'",
  );
  await server.query(
    `insert into bank_account_changes (id, value, version, reason, asked_by, asked_at, status)
     select $1::text::uuid, 'null', coalesce(max(version), 0), 'Because', $2::text::uuid, clock_now(), 'waiting'
     from setting_versions where section = 'bank-account'`,
    [id, askedBy],
  );
  return { id };
};
/**
 * The same, and one of the administrators became it today. Rows about approvals come before this one in the table, because
 * that administrator approves none from now on.
 */
const waitingAccountOfNew: Given = async (world, ...rest) => {
  await world.server.query(
    `insert into admin_actions (id, actor_id, action, user_id, details, at)
     values (gen_random_uuid(), $1::text::uuid, 'role', $2::text::uuid, '{}', clock_now())`,
    [world.people.seller.id, world.people.admin.id],
  );
  return await waitingAccount(world, ...rest);
};
/** A bank account that can be used. */
const accountOf = async ({ server }: World, userId: string): Promise<string> => {
  const [row] = await server.query<{ id: string }>(
    `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
       usable_at)
     values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', $2, 'OKAFOR ADA', false, clock_now(), clock_now())
     returning id`,
    [userId, unique("1").padStart(10, "0")],
  );
  return row?.id ?? "";
};
const withdrawalOf = async (world: World, userId: string): Promise<{ id: string }> => {
  const id = randomUUID();
  await world.server.query(
    `insert into withdrawals (id, user_id, bank_account_id, amount_minor, reference, is_sandbox, created_at)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, 10000, 'withdrawal-' || $1, false, clock_now())`,
    [id, userId, await accountOf(world, userId)],
  );
  return { id };
};
const bankAccount = { bankCode: "057", accountNumber: "0123456789" };
const ownersWithdrawal: Given = (world) => withdrawalOf(world, world.people.owner.id);
const adminsWithdrawal: Given = (world) => withdrawalOf(world, world.people.admin.id);
const withReason =
  (given: Given): Given =>
  async (...asked) => ({ ...(await given(...asked)), body: { reason: "Not this time" } });
/** The same calls of the auction that the other administrator bid on. */
function onInterested(calls: Readonly<Record<string, (world: World, asker: Asker) => Asked>>): Record<string, Given> {
  const given = (asked: (world: World, asker: Asker) => Asked): Given => {
    return (world, asker) => ({ id: world.ids.interested, ...asked(world, asker) });
  };
  const of = "an auction that the other administrator bid on";
  return Object.fromEntries(Object.entries(calls).map(([call, asked]) => [`${call}, ${of}`, given(asked)]));
}
/** A session beside the one that the caller goes on to use. */
const sessionOf = async ({ server }: World, userId: string): Promise<{ id: string; token: string }> => {
  const id = randomUUID();
  await server.query(
    `insert into sessions (id, user_id, token_version, created_at, last_seen_at, expires_at, user_agent, device, network)
     select $1::text::uuid, id, token_version, clock_now(), clock_now(), clock_now() + interval '1 day', '', 'Test', 'unknown'
     from users where id = $2::text::uuid`,
    [id, userId],
  );
  return { id, token: await signToken({ sub: userId, sid: id }) };
};
const resetLink = async ({ server, registered }: World): Promise<Asked> => {
  const token = unique("reset-");
  await server.query(
    `insert into password_resets (token_hash, user_id, expires_at)
     select $1, id, clock_now() + interval '1 hour' from users where email = $2`,
    [hashOf(token), registered],
  );
  return { body: { token, email: registered, password: PASSWORD } };
};
const emailLink = async ({ server }: World): Promise<Asked> => {
  const token = unique("email-");
  const { id, email } = await makePerson(server, unique("mover-"));
  await server.query(
    `insert into email_changes (id, user_id, old_email, new_email, confirm_hash, cancel_hash, token_version, requested_at, expires_at)
     values (gen_random_uuid(), $1::text::uuid, $2, 'to-' || $2, $3, $3, 1, clock_now(), clock_now() + interval '1 hour')`,
    [id, email, hashOf(token)],
  );
  return { body: { token } };
};
const invitation = async ({ server, people }: World, role: Role, token = unique("invite-")) => {
  const [row] = await server.query<{ id: string }>(
    `insert into invitations (id, email, role, token_hash, invited_by, created_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, $4::text::uuid, clock_now(), clock_now() + interval '7 days') returning id`,
    [`${token}@people.test`, role, hashOf(token), people.seller.id],
  );
  return { id: row?.id ?? "" };
};
/** The token of an invitation that was sent to nobody of the callers. */
const invited = async (world: World): Promise<string> => {
  const token = unique("link-");
  await invitation(world, "cashier", token);
  return token;
};
const withFactor: Given = async (world, asker) => {
  await giveFactor(world.server, idOf(world, asker));
  return {};
};
/** A change that the seller asked for and that waits. */
const approval = async (world: World, kind: "balance" | "booking"): Promise<{ id: string }> => {
  const { server, people, settlement: open } = world;
  const request =
    kind === "balance"
      ? { action: "add", amountMinor: 500 }
      : { method: "cash", amountMinor: 500, reference: null, note: null };
  const [row] = await server.query<{ id: string }>(
    `insert into approvals (id, kind, status, user_id, settlement_id, auction_id, amount_minor, request, asked_by, asked_at,
       command_id, number)
     select gen_random_uuid(), $1, 'waiting', $2::text::uuid, s.id, s.auction_id, 500, $3::text::json, $4::text::uuid, clock_now(),
       gen_random_uuid()::text, (select coalesce(max(number), 0) + 1 from approvals)
     from (select 1) as one left join settlements s on s.id = $5::text::uuid and $1 = 'booking' returning id`,
    [kind, people.owner.id, JSON.stringify(request), people.seller.id, open],
  );
  return { id: row?.id ?? "" };
};
let closedDays = 0;
/** A day long ago without money. */
const quietDay = (): string => new Date(Date.UTC(2001, 0, ++closedDays)).toISOString().slice(0, 10);
const noMoney = tillMethods.map((method) => ({ method, inNgn: 0, outNgn: 0 }));
/** The seller closed a day, and somebody else must sign. */
const dayClose = async ({ server, people }: World): Promise<{ id: string }> => {
  const body = { date: quietDay(), countedCash: 0, seen: noMoney };
  const made = await ok(server, "POST", "/api/admin/day-closes", { token: people.seller.token, body });
  return { id: made.body.close._id };
};
let holidays = 0;
const freeDay = (): string => new Date(Date.UTC(2040, 0, ++holidays)).toISOString().slice(0, 10);

export const givenRest: Readonly<Record<string, Given>> = {
  "POST /api/auth/register": () => {
    const username = unique("new-");
    return { body: { username, email: `${username}@people.test`, password: PASSWORD } };
  },
  "POST /api/auth/login": ({ registered }) => ({ body: { email: registered, password: PASSWORD } }),
  "POST /api/auth/login-code": ({ registered }) => ({ body: { email: registered, password: PASSWORD } }),
  "POST /api/auth/login/second-factor": async ({ server }) => {
    const { id } = await makePerson(server, unique("careful-"));
    const { codes, challenge } = await waitingLogIn(server, id);
    return { body: { challenge, code: codes[0] } };
  },
  "POST /api/auth/prove": () => ({ body: { password: PASSWORD } }),
  "POST /api/auth/second-factor/totp/confirm": async ({ server, people }, asker) => {
    if (asker === "visitor" || asker === "void") return { body: { code: "000000" } };
    const { token } = people[asker];
    const { body } = await ok(server, "POST", "/api/auth/second-factor/totp", { token });
    return { body: { code: await codeOf(server, body.secret) } };
  },
  "POST /api/auth/second-factor/recovery-codes": withFactor,
  "DELETE /api/auth/second-factor": withFactor,
  "POST /api/auth/verify-email": async ({ server }) => {
    const username = unique("verified-");
    const body = { username, email: `${username}@people.test`, password: PASSWORD };
    await ok(server, "POST", "/api/auth/register", { body });
    return { body: Object.fromEntries(new URL(lastVerificationLink(server)).searchParams) };
  },
  "POST /api/auth/resend-verification": ({ registered }) => ({ body: { email: registered } }),
  "POST /api/auth/logout": async (world, asker, isFresh) =>
    isFresh ? { token: (await sessionOf(world, idOf(world, asker))).token } : {},
  "DELETE /api/auth/sessions/:id": async (world) => ({ id: (await sessionOf(world, world.people.owner.id)).id }),
  ...givenPasskeys,
  "POST /api/auth/forgot-password": ({ registered }) => ({ body: { email: registered } }),
  "POST /api/auth/reset-password": resetLink,
  "POST /api/auth/change-password": () => ({ body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  "POST /api/auth/change-email": () => ({
    body: { newEmail: `${unique("elsewhere-")}@people.test`, password: PASSWORD },
  }),
  "POST /api/users/deletion, with money in the balance, or a role": () => ({ body: { password: PASSWORD } }),
  "POST /api/users/consents": () => ({ body: { accepted: [{ document: "terms", version: legalVersions.terms }] } }),
  "POST /api/auth/confirm-email-change": emailLink,
  "POST /api/auth/undo-email-change": emailLink,
  "POST /api/auth/google": async ({ google }) => ({
    body: { googleToken: await google.idToken(googlePerson(unique("googler"))) },
  }),
  "GET /api/auctions/:id/may-bid": at("lot"),
  "POST /api/auctions/:id/ask-approval": at("lot"),
  "POST /api/users/bidder-document": pictureForm,
  // Everybody's is there before the first call, so that a call that reads is seen to change nothing.
  "GET /api/users/bidder-document": async (world) => {
    for (const { id } of Object.values(world.people)) await withDocument(world, id);
    return {};
  },
  "GET /api/admin/bidders/:id": ofOwner,
  "GET /api/admin/bidders/:id/document": (world) => withDocument(world, world.people.owner.id),
  "POST /api/admin/bidders/:id/document": async (world) => ({
    ...(await withDocument(world, world.people.owner.id)),
    body: { status: "approved", revision: 1 },
  }),
  "POST /api/admin/bidders/:id/approval": async (world) => ({
    id: await someone(world),
    body: { status: "approved", revision: 0 },
  }),
  "POST /api/users/phone/code": () => ({ body: { phone: newPhone() } }),
  "POST /api/users/phone/confirm": async ({ server, people }, asker) => {
    const [phone, userId] = [newPhone(), idOf({ people } as World, asker)];
    await server.query(
      `insert into phone_codes (user_id, number, code_hash, tries_left, sent_at, expires_at)
       values ($1::text::uuid, $2, $3, 5, clock_now(), clock_now() + interval '10 minutes')
       on conflict (user_id) do update set number = excluded.number, code_hash = excluded.code_hash, tries_left = 5,
         expires_at = excluded.expires_at`,
      [userId, phone, hashOf(userId, phone, "123456")],
    );
    return { body: { phone, code: "123456" } };
  },
  "PUT /api/users/profile": () => ({ body: { address: { city: unique("City ") } } }),

  "GET /api/auctions": () => ({ query: "?search=drum" }),
  "GET /api/auctions/:id": at("lot"),
  "GET /api/auctions/:id/sale": at("lot"),
  "GET /api/auctions/:id/listed-again": at("lot"),
  "GET /api/auctions/:id/calendar.ics": at("lot"),
  "GET /api/auctions/:id/proof": at("lot"),
  "GET /api/auctions/:id/proof, a draft": at("draft"),
  "GET /api/users/proof/:id": loggedBid,
  "GET /api/users/proof/:id/seller, sold for the owner": from(soldForOwner),
  "GET /api/users/proof/:id/seller, the house's own": soldByHouse,
  "GET /api/auctions/:id, a draft": at("draft"),
  "GET /api/auctions/:id/changes": at("lot"),
  "GET /api/auctions/:id/changes, a draft": at("draft"),
  "GET /api/bids/auction/:id": at("lot"),
  "GET /api/bids/auction/:id, a draft": at("draft"),
  "GET /api/bids/auction/:id/highest": at("lot"),
  "GET /api/bids/auction/:id/highest, a draft": at("draft"),
  "GET /api/auctions/:id/buy-it-now-status": at("lot"),
  "GET /api/auctions/:id/buy-it-now-status, a draft": at("draft"),

  "POST /api/bids": ({ ids }) => ({ body: { auctionId: ids.contest, amount: higher() } }),
  "POST /api/maxbids": ({ ids }) => ({ body: { auctionId: ids.contest, maxAmount: higher(), currency: "NGN" } }),
  "DELETE /api/maxbids/:id": (world) => ownersMax(world),
  "POST /api/maxbids/:id/confirm": async (world) => ({ ...(await ownersMax(world)), body: { contentVersion: 1 } }),
  "POST /api/auctions/:id/withdraw-bids": async (world, _asker, isFresh) => ({
    id: isFresh ? await changed(world) : world.ids.lot,
  }),
  "POST /api/auctions/:id/buy-it-now": async (world, _asker, isFresh) => ({
    id: isFresh ? await forSale(world) : world.ids.unbid,
  }),
  ...givenSales,
  "GET /api/auctions/:id/questions": at("lot"),
  "GET /api/auctions/:id/questions, a draft": at("draft"),
  "POST /api/auctions/:id/questions": ({ ids }) => ({ id: ids.lot, body: { text: "Is it the original skin?" } }),
  "PUT /api/admin/questions/:id/answer": question({ text: "Yes." }),
  "PUT /api/admin/questions/:id/answer, about an auction that the other administrator bid on": question(
    { text: "Yes." },
    "interested",
  ),
  "POST /api/admin/questions/:id/hide": question({ reason: "It is about another lot." }),
  "POST /api/admin/questions/:id/show": question({}, "lot", true),
  "POST /api/saved-searches": () => ({ body: aSearch() }),
  "GET /api/saved-searches/:id": savedByOwner,
  "PATCH /api/saved-searches/:id": async (world) => ({ ...(await savedByOwner(world)), body: { name: "Renamed" } }),
  "POST /api/saved-searches/:id/seen": savedByOwner,
  "DELETE /api/saved-searches/:id": savedByOwner,
  "POST /api/notifications/read": () => ({ body: { all: true } }),
  "PUT /api/notifications/preferences": () => ({ body: { kinds: [{ kind: "outbid", push: false }] } }),
  "POST /api/notifications/push-subscriptions": () => ({ body: pushSubscription() }),
  "DELETE /api/notifications/push-subscriptions": async (world) => {
    const { endpoint } = await ownersPush(world);
    return { body: { endpoint } };
  },
  "DELETE /api/notifications/push-subscriptions/:id": async (world) => ({ id: (await ownersPush(world)).id }),
  "GET /api/watchlist/lots": ({ ids }) => ({ query: `?ids=${ids.lot},${ids.draft}` }),
  "POST /api/watchlist": ({ ids }) => ({ body: { auctionIds: [ids.lot, ids.draft] } }),
  "PUT /api/watchlist/reminders": () => ({ body: { reminders: ["24h"] } }),
  "PUT /api/watchlist/:id": at("lot"),
  "PUT /api/watchlist/:id, a draft": at("draft"),
  "DELETE /api/watchlist/:id": at("lot"),
  "DELETE /api/watchlist/:id, a draft": at("draft"),
  "GET /api/maxbids/auction/:id": at("lot"),
  "GET /api/maxbids/auction/:id/all": at("lot"),
  "GET /api/maxbids/auction/:id/all, a draft": at("draft"),
  "GET /api/auctions/:id/win": at("won"),
  "POST /api/settlements/:id/payments, from the balance": withBody(settlement, () => ({ method: "balance" })),
  "POST /api/settlements/:id/payments, online": withBody(settlement, () => ({ method: "online" })),
  "POST /api/settlements/:id/payments, a transfer": withBody(settlement, transfer),
  "POST /api/invoices/:id/payments, from the balance": withBody(invoice, () => ({ method: "balance" })),
  "POST /api/invoices/:id/payments, online": withBody(invoice, () => ({ method: "online" })),
  "POST /api/invoices/:id/payments, a transfer": withBody(invoice, () => ({ method: "transfer", amount: 1_000_000 })),
  "POST /api/second-chances/:id/accept": offer,
  "POST /api/second-chances/:id/decline": offer,
  "POST /api/payments/top-ups": () => ({ body: { amount: 500 } }),
  "GET /api/payments/top-ups/:reference": ({ topUp }) => ({ id: topUp }),
  "POST /api/users/bank-accounts/resolve": () => ({ body: bankAccount }),
  // Nobody may keep many.
  "POST /api/users/bank-accounts": async ({ server }) => {
    await server.query("update bank_accounts set removed_at = clock_now() where removed_at is null");
    return { body: { ...bankAccount, password: PASSWORD } };
  },
  "DELETE /api/users/bank-accounts/:id": async (world) => ({ id: await accountOf(world, world.people.owner.id) }),
  "POST /api/users/withdrawals, with one's own bank account": async (world, asker) => ({
    body: { amount: 100, bankAccountId: await accountOf(world, idOf(world, asker)), password: PASSWORD },
  }),
  "POST /api/users/withdrawals, with the owner's bank account": async (world) => ({
    body: { amount: 100, bankAccountId: await accountOf(world, world.people.owner.id), password: PASSWORD },
  }),
  "POST /api/users/withdrawals/:id/cancel": ownersWithdrawal,
  "POST /api/admin/withdrawals/:id/approve, the owner's": ownersWithdrawal,
  "POST /api/admin/withdrawals/:id/approve, the other administrator's": adminsWithdrawal,
  "POST /api/admin/withdrawals/:id/refuse, the owner's": withReason(ownersWithdrawal),
  "POST /api/admin/withdrawals/:id/refuse, the other administrator's": withReason(adminsWithdrawal),

  "POST /api/auctions": () => ({ body: lot() }),
  "PUT /api/auctions/:id": ({ ids }) => ({ id: ids.unbid, body: { title: unique("Edited ") } }),
  "POST /api/auctions/:id/addenda": async (...asked) => ({
    ...(await unbid(...asked)),
    body: { text: "The lid is missing." },
  }),
  "PUT /api/auctions/admin/:id": ({ ids }) => ({ id: ids.unbid, body: { title: unique("Edited ") } }),
  "POST /api/auctions/:id/duplicate": at("lot"),
  "POST /api/auctions/:id/relist": cancelled,
  "POST /api/auctions/admin/house-rules": ({ ids }) => ({ body: { auctionIds: [ids.draft] } }),
  "GET /api/lot-drafts/:id, of an administrator": at("unfinished"),
  "PUT /api/lot-drafts/:id, a new one": () => ({ id: randomUUID(), body: unfinished() }),
  "PUT /api/lot-drafts/:id, of an administrator": ({ ids }) => ({
    id: ids.unfinished,
    body: unfinished(1),
  }),
  "DELETE /api/lot-drafts/:id, of an administrator": async ({ server, people, ids }, _asker, isFresh) => ({
    id: isFresh ? await unfinishedLot(server, people.seller) : ids.unfinished,
  }),
  "POST /api/lot-drafts/:id/finish": async ({ server, people, ids }, _asker, isFresh) => ({
    id: isFresh
      ? await unfinishedLot(server, people.seller, { description: "From Ibadan", startingPrice: "1,000" })
      : ids.unfinished,
    body: { revision: 1 },
  }),
  "DELETE /api/auctions/:id": unbid,
  "DELETE /api/auctions/:id, that somebody is buying": beingBought,
  "PATCH /api/auctions/:id/cancel": unbid,
  "PATCH /api/auctions/admin/:id/status, of a published lot": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { status: "paused" },
  }),
  "PATCH /api/auctions/admin/:id/status, of a draft, to publish it": async (world, _asker, isFresh) => ({
    id: isFresh ? await freshDraft(world) : world.ids.draft,
    body: { status: "active" },
  }),
  "PUT /api/auctions/:id, with another status of a published lot": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { status: "paused" },
  }),
  "PUT /api/auctions/:id, with another end of a published lot": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { endTime: new Date(Date.now() + 200 * 60 * 60_000).toISOString() },
  }),
  "PUT /api/auctions/:id, with another reserve of a published lot": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { reservePrice: 7_000 },
  }),
  "PUT /api/auctions/:id, with another Buy It Now price of a published lot": async (world, ...rest) => ({
    ...(await unbid(world, ...rest)),
    body: { buyItNowPrice: 80_000 },
  }),
  "GET /api/auctions/admin/:id/history": at("lot"),
  "GET /api/auctions/admin/:id/history.csv": at("lot"),
  "GET /api/auctions/admin/:id/complaint": at("lot"),
  "GET /api/auctions/:id/bidders": at("lot"),
  "GET /api/auctions/:id/void-bids/preview": ({ ids, people }) => ({
    id: ids.lot,
    query: `?userId=${people.owner.id}`,
  }),
  "POST /api/auctions/:id/void-bids": async (world, _asker, isFresh) => ({
    id: isFresh ? await changed(world) : world.ids.lot,
    ...voided(world),
  }),
  ...onInterested({
    "GET /api/auctions/admin/:id/history": () => ({}),
    "GET /api/auctions/admin/:id/history.csv": () => ({}),
    "GET /api/auctions/admin/:id/complaint": () => ({}),
    "GET /api/users/proof/:id/seller": () => ({}),
    "GET /api/auctions/:id/bidders": () => ({}),
    "GET /api/auctions/:id/void-bids/preview": ({ people }) => ({ query: `?userId=${people.owner.id}` }),
    "PUT /api/auctions/:id": () => ({ body: { title: unique("Edited ") } }),
    "POST /api/auctions/:id/addenda": () => ({ body: { text: "The lid is missing." } }),
    "PUT /api/auctions/admin/:id": () => ({ body: { title: unique("Edited ") } }),
    "PATCH /api/auctions/admin/:id/status": () => ({ body: { status: "paused" } }),
    // Once each: the seller and the manager void different people's.
    "POST /api/auctions/:id/void-bids": ({ people }, asker) => ({
      body: { userId: people[asker === "manager" ? "other" : "owner"].id, reason: "fraud" },
    }),
    "PATCH /api/auctions/:id/cancel": () => ({}),
  }),
  ...givenImports,
  ...givenOffers,
  "POST /api/upload/single": () => pictureForm(),

  "POST /api/auth/accept-invitation, to another address": async (world) => ({ body: { token: await invited(world) } }),
  "POST /api/admin/invitations, of a cashier": () => ({
    body: { email: `${unique("invited-")}@people.test`, role: "cashier" },
  }),
  "POST /api/admin/invitations, of a manager": () => ({
    body: { email: `${unique("invited-")}@people.test`, role: "manager" },
  }),
  "DELETE /api/admin/invitations/:id, of a cashier": (world) => invitation(world, "cashier"),
  "DELETE /api/admin/invitations/:id, of a manager": (world) => invitation(world, "manager"),

  "POST /api/admin/approvals/:id/approve, a balance that the seller asked for": (world) => approval(world, "balance"),
  "POST /api/admin/approvals/:id/approve, cash that the seller asked for": (world) => approval(world, "booking"),
  "POST /api/admin/approvals/:id/refuse, a balance that the seller asked for": withReason((world) =>
    approval(world, "balance"),
  ),
  "DELETE /api/admin/approvals/:id, that the seller asked for": (world) => approval(world, "balance"),

  "PUT /api/auth/users/:id/role": promoted,
  "PUT /api/auth/users/:id/role, the caller": promotedSelf,
  "PUT /api/users/admin/role/:id": promoted,
  "PUT /api/users/admin/role/:id, the caller": promotedSelf,
  "PUT /api/users/admin/balance/:id": ({ people }) => ({ id: people.other.id, body: { balance: 5, action: "add" } }),
  "PUT /api/users/admin/balance/:id, the caller": (world, asker) => ({
    id: idOf(world, asker),
    body: { balance: 5, action: "add" },
  }),
  "POST /api/admin/users/:id/void-bids": ({ people }) => ({ id: people.other.id, body: { reason: "mistaken-amount" } }),
  "POST /api/admin/users/:id/void-bids, the caller": (world, asker) => ({
    id: idOf(world, asker),
    body: { reason: "fraud" },
  }),
  "GET /api/admin/users/:id": ofOwner,
  "GET /api/admin/users/:id/bids": ofOwner,
  "GET /api/admin/users/:id/actions": ofOwner,
  "GET /api/admin/users/:id/sessions": ofOwner,
  "DELETE /api/admin/users/:id/sessions": async (world) => ({ id: await someone(world) }),
  "GET /api/admin/users/:id/notes": ofOwner,
  "POST /api/admin/users/:id/notes": ({ people }) => ({ id: people.owner.id, body: { text: "She called" } }),
  "GET /api/admin/users/:id/suspend-preview": ofOwner,
  "POST /api/admin/users/:id/suspend": async (world) => ({ id: await someone(world), body: suspension }),
  "POST /api/admin/users/:id/suspend, the caller": (world, asker) => ({ id: idOf(world, asker), body: suspension }),
  "POST /api/admin/users/:id/restore": suspended("user"),
  "POST /api/admin/users/:id/suspend, an administrator": async (world) => ({
    id: await someone(world, "admin"),
    body: suspension,
  }),
  "POST /api/admin/users/:id/restore, an administrator": suspended("admin"),
  "DELETE /api/admin/users/:id/sessions, an administrator's": async (world) => ({ id: await someone(world, "admin") }),
  "GET /api/users/admin/:id/ledger": ({ people }) => ({ id: people.owner.id }),
  "GET /api/admin/sellers/:id": ({ people }) => ({ id: people.owner.id }),
  "GET /api/admin/sellers/:id/statement.pdf": ({ people }) => ({ id: people.owner.id }),
  "GET /api/admin/users/:id/payer-record": ({ people }) => ({ id: people.owner.id }),
  "GET /api/admin/users/:id/receipts": ({ people }) => ({ id: people.owner.id }),
  "GET /api/users/receipts/:id.pdf": ({ receipts }) => ({ id: receipts.won }),
  "GET /api/admin/users/:id/invoices": ({ people }) => ({ id: people.owner.id }),
  "GET /api/users/invoices/:id.pdf": invoice,
  "GET /api/users/invoices/:id.pdf, about an auction that the other administrator bid on": ({ invoices }) => ({
    id: invoices.interested,
  }),
  "GET /api/users/receipts/:id.pdf, about an auction that the other administrator bid on": ({ receipts }) => ({
    id: receipts.interested,
  }),

  "GET /api/settlements/:id": settlement,
  "POST /api/settlements/:id/payment-received": settlement,
  "POST /api/settlements/:id/waive": settlement,
  "POST /api/settlements/:id/remind": settlement,
  "POST /api/settlements/:id/retry": settlement,
  "POST /api/settlements/:id/extend": withBody(settlement, later),
  "POST /api/settlements/:id/reverse": paidWin({ reason: "The transfer bounced" }),
  "POST /api/settlements/:id/refund": paidWin({ to: "balance", reason: "The lot was damaged" }),
  "POST /api/settlements/:id/refund, in cash": paidWin({ to: "cash", reason: "The lot was damaged" }),
  "POST /api/settlements/:id/second-chance": async ({ server, people, settlement: known }, _asker, isFresh) => ({
    id: isFresh ? await voidedWin(server, people, people.owner, people.other) : known,
  }),
  "POST /api/settlements/:id/ready": paidWin({ place: "Ikeja", hours: "9:00 to 16:00" }),
  "POST /api/settlements/:id/handed-over": paidWin({ code: "000000" }, readyForPickup),
  "POST /api/settlements/:id/pardon": forfeitedWin,
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": unsold,
  "GET /api/settlements/:id, of an auction that the other administrator bid on": ofInterested,
  "POST /api/settlements/:id/payments, a transfer for an auction that the other administrator bid on": withBody(
    ofInterested,
    transfer,
  ),
  "POST /api/settlements/:id/extend, of an auction that the other administrator bid on": withBody(ofInterested, later),
  "POST /api/admin/desk/retry-row": () => ({ body: { loop: "mails", key: "no such row" } }),
  "PUT /api/admin/desk/alerts": () => ({ body: { wantsMail: false } }),
  "PUT /api/users/pickup": pickupSlot,
  "GET /api/admin/pickups/:date": () => ({ id: quietDay() }),
  "GET /api/admin/day-closes/:date": () => ({ id: quietDay() }),
  "POST /api/admin/day-closes": () => ({ body: { date: quietDay(), countedCash: 0, seen: noMoney } }),
  "POST /api/admin/day-closes/:id/sign, that the seller made": dayClose,
  "POST /api/admin/day-closes/:id/refuse": async (world) => ({
    ...(await dayClose(world)),
    body: { reason: "The cash of the second till is missing" },
  }),
  "PUT /api/admin/holidays/:date": () => ({ id: freeDay(), body: { name: "A day" } }),
  "DELETE /api/admin/holidays/:date": async ({ server, people }) => {
    const id = freeDay();
    await ok(server, "PUT", `/api/admin/holidays/${id}`, { token: people.seller.token, body: { name: "A day" } });
    return { id };
  },
  "PUT /api/admin/settings": async ({ server }) => {
    const [row] = await server.query<{ version: number }>(
      "select coalesce(max(version), 0)::int as version from setting_versions where section = 'notes'",
    );
    const value = { bidding: randomUUID(), seller: "", pickup: "" };
    return { body: { section: "notes", value, version: row?.version ?? 0, reason: "Because" } };
  },
  "GET /api/admin/settings/:section/history": () => ({ id: "lot-rules" }),
  "POST /api/admin/settings/bank-account/changes/:id/approve, by administrators of whom one became it today":
    waitingAccountOfNew,
  "DELETE /api/admin/settings/bank-account/changes/:id": waitingAccount,
  "POST /api/admin/exchange-rate/:id/confirm": waitingRate,
  "POST /api/admin/exchange-rate/:id/reject": waitingRate,

  "POST /api/currency/convert": () => ({ body: { amount: 5, fromCurrency: "NGN", toCurrency: "USD" } }),
  "POST /api/currency/format": () => ({ body: { amount: 5, currency: "NGN" } }),
  "GET /api/legal/:page": () => ({ id: "terms" }),
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
  ...givenLiveSales,
  "bid:place": ({ ids }) => ({ auctionId: ids.contest, amount: higher(), ...commandId() }),
  "maxbid:set": ({ ids }) => ({ auctionId: ids.contest, maxAmount: higher(), currency: "NGN", ...commandId() }),
  "maxbid:cancel": async (world) => ({ maxBidId: (await ownersMax(world)).id, ...commandId() }),
  "maxbid:confirm": async (world) => ({ maxBidId: (await ownersMax(world)).id, contentVersion: 1, ...commandId() }),
  "bid:withdraw": async (world, isFresh) => ({
    auctionId: isFresh ? await changed(world) : world.ids.lot,
    ...commandId(),
  }),
  "buy-it-now": async (world, isFresh) => ({
    auctionId: isFresh ? await forSale(world) : world.ids.unbid,
    ...commandId(),
  }),
  "clock:sync": () => ({ t0: 1 }),
};
