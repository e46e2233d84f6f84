// Tests that a change of each list reaches those who may read it over a real socket at the other node, and nobody else:
// after a call, a payment page, a job, and a change that only the database shows.
import { randomUUID } from "node:crypto";
import { type ListName, listNames, ownLists } from "@jara/shared/live-lists";
import { tillMethods } from "@jara/shared/rest/day-closes";
import type { Setting } from "@jara/shared/rest/site-settings";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { connect, settled } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { type SettlementSteps, settlementSteps } from "../support/e2e-settlements.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const PASSWORD = "a password of the tests";
const BOUND = 100_000;

describe.skipIf(!canHaveNodes())("the change of a list", () => {
  let nodes: Awaited<ReturnType<typeof startServersTogether>>;
  let here: TestServer;
  let there: TestServer;
  let steps: SettlementSteps;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  let chidi: Person;

  beforeAll(async () => {
    nodes = await startServersTogether(2, { secondPersonAboveMinor: BOUND * 100, bankAccount: null });
    [here, there = here] = nodes.servers;
    steps = await settlementSteps(here);
    admin = await makePerson(here, "admin", { role: "admin", isSettled: true });
    await makePerson(here, "tola", { role: "admin", isSettled: true });
    ada = await makePerson(here, "ada");
    bola = await makePerson(here, "bola");
    chidi = await makePerson(here, "chidi");
    await here.query(
      "update users set first_name = 'Ada', last_name = 'Okafor', password_hash = $2 where id = $1::text::uuid",
      [ada.id, await hash(PASSWORD)],
    );
  });
  afterAll(() => nodes?.close());

  const done = async (who: Person, method: string, path: string, body?: object) => {
    const answer = await here.api(method, `/api${path}`, {
      token: who.token,
      headers: { "idempotency-key": randomUUID() },
      ...(body && { body }),
    });
    expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 202]), expect.any(String)]);
    return answer.body;
  };
  const { makeSale } = salesOn(() => ({ server: here, admin }));
  const { checked } = importsOn(() => ({ server: here, importer: admin }));

  let accounts = 0;
  const requestWithdrawal = async () => {
    const { bankAccount } = await done(ada, "POST", "/users/bank-accounts", {
      bankCode: "057",
      accountNumber: `01234567${++accounts}0`,
      password: PASSWORD,
    });
    await here.query("update bank_accounts set usable_at = clock_now() where id = $1::text::uuid", [bankAccount._id]);
    await done(ada, "POST", "/users/withdrawals", { amount: 500, bankAccountId: bankAccount._id, password: PASSWORD });
  };

  /** Each cause happens at one node; the last ones happen in the database alone. */
  const causes: Readonly<Record<ListName, () => Promise<unknown>>> = {
    approvals: () =>
      done(admin, "PUT", `/users/admin/balance/${bola.id}`, {
        balance: 2 * BOUND,
        action: "add",
        reason: "At the desk",
      }),
    bidders: async () => {
      const ask = async (approval: boolean) => {
        const { settings } = await done(admin, "GET", "/admin/settings");
        const { section, version } = settings.find((one: Setting) => one.section === "who-may-bid");
        const value = { phone: false, document: false, approval };
        await done(admin, "PUT", "/admin/settings", { section, version, value, reason: "Strangers bid" });
      };
      await ask(true);
      await done(ada, "POST", `/auctions/${(await openAuction(here, admin))._id}/ask-approval`);
      // The other causes need bids.
      await ask(false);
    },
    "bank-account-changes": async () => {
      const { settings } = await done(admin, "GET", "/admin/settings");
      const { section, version } = settings.find((one: Setting) => one.section === "bank-account");
      const value = { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" };
      await done(admin, "PUT", "/admin/settings", { section, version, value, reason: "A new bank" });
    },
    "day-closes": () => {
      const seen = tillMethods.map((method) => ({ method, inNgn: 0, outNgn: 0 }));
      return done(admin, "POST", "/admin/day-closes", { date: "2021-03-04", countedCash: 0, seen });
    },
    questions: async () => {
      const { _id } = await openAuction(here, admin);
      await done(ada, "POST", `/auctions/${_id}/questions`, { text: "Is the skin original?" });
    },
    offers: () => done(admin, "POST", "/admin/offers", { seller: ada.email, title: "A generator" }),
    sales: () => makeSale(),
    settlements: () => steps.won([[ada, 1100]]),
    withdrawals: requestWithdrawal,
    "own-withdrawals": requestWithdrawal,
    "own-bidder-checks": async () => {
      const phone = "0803 123 4567";
      await done(ada, "POST", "/users/phone/code", { phone });
      const { body } = await here.api("GET", "/dev/sms.json");
      await done(ada, "POST", "/users/phone/confirm", { phone, code: body.messages[0].text.slice(0, 6) });
    },
    "own-bids": () =>
      steps.ended([
        [ada, 1100],
        [chidi, 1200],
      ]),
    "own-notifications": async () => {
      const { _id } = await openAuction(here, admin);
      await done(ada, "PUT", `/watchlist/${_id}`);
      await steps.done(setStatus(here, admin, _id, "ended"));
    },
    "own-imports": () => checked({ table: `${HEAD}\n7,A bell,From Jos,1000` }),
    "own-second-chances": async () => {
      const { settlement } = await steps.forfeited([
        [ada, 3000],
        [chidi, 4000],
      ]);
      await steps.done(steps.post(`settlements/${settlement._id}/second-chance`));
    },
    "own-top-ups": async () => {
      const { authorizationUrl } = await done(ada, "POST", "/payments/top-ups", { amount: 500 });
      const body = new URLSearchParams({ outcome: "pay" });
      const page = `${here.address}${new URL(authorizationUrl).pathname}`;
      await fetch(page, { method: "POST", body, redirect: "manual" });
    },
    "exchange-rate": () =>
      here.query(
        `insert into exchange_rates (id, ngn_to_usd, usd_to_ngn, fetched_at) values (1, 1.0 / 1450, 1450, clock_now())
         on conflict (id) do update set fetched_at = clock_now()`,
      ),
    "failed-mails": () =>
      here.query(
        `insert into outbox (id, kind, data, to_address, due_at, failed_at, created_at)
         values (gen_random_uuid(), 'password-changed', '{}', 'ada@people.test', clock_now(), clock_now(), clock_now())`,
      ),
    "set-aside-rows": () =>
      here.query(
        `insert into set_aside_rows (loop, key, reason, attempts, since, retry_at, put_aside_at)
         values ('public-log', gen_random_uuid()::text, 'out of order', 3, clock_now(), clock_now(), clock_now())`,
      ),
  };
  /** The node at which the reader is looks for these itself, so the change may come before its first look. */
  const foundByLooking: readonly ListName[] = ["exchange-rate", "failed-mails", "set-aside-rows"];

  it.each(listNames)("tells the readers of %s at the other node, and nobody else there", async (list) => {
    const isOwn = list.startsWith("own-");
    const owner = list === "own-imports" || !isOwn ? admin : ada;
    const [reader, other] = [
      await connect(there, "socket.io", { token: owner.token }),
      await connect(there, "/ws", { token: bola.token }),
    ];
    await causes[list]();
    const hasHeard = () => reader.of("list:changed").some((event) => event.list === list);
    if (foundByLooking.includes(list)) {
      await expect.poll(() => hasHeard() || causes[list]().then(hasHeard), { interval: 1_000 }).toBe(true);
    } else await reader.next("list:changed", (event) => event.list === list);
    await settled(other);
    // A node names every list to everybody when it has not heard Redis for a moment, as on a busy machine.
    const heard = new Set<ListName>(other.of("list:changed").map((event) => event.list));
    expect([new Set(), new Set(ownLists)]).toContainEqual(heard);
    for (const client of [reader, other]) client.close();
  });
});
