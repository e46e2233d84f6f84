// Tests the push worker against a push service that speaks the protocol: what is sent, to whom, when, and how often
// after failures. It is long because the tests share their setup.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { pushMessageSchema } from "@jara/shared/rest/push";
import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, takeDuePushes } from "../../src/features/notifications/push/due.ts";
import { removeEndedSubscriptions } from "../../src/features/notifications/push/subscriptions.ts";
import { givenPush } from "../support/given-push.ts";
import { openTestBrowser } from "../support/local-push.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

/** Minutes of the day in Lagos, which has no summer time: UTC and one hour. */
const minuteNow = (): number => (Math.floor(Date.now() / 60_000) + 60) % 1440;

export const pushWorkerContract = (test: TestDatabase): void => {
  const given = givenPush(test);
  const { query, worker, person, browser, notify, until, makeDue, stateOf, subscriptionState, logged } = given;

  describe("a push message", () => {
    it("reaches each browser of its person, encrypted for it, and no other", async () => {
      const [ada, bola] = [await person(), await person()];
      const [phone, laptop, others] = [await browser(ada), await browser(ada), await browser(bola)];
      const notification = await notify(ada);
      worker();
      await until(notification, { isDue: false, wasPushed: true, attempts: 1 });
      for (const one of [phone, laptop]) {
        const [message, ...more] = one.messages();
        expect(more).toEqual([]);
        expect(pushMessageSchema.parse(message)).toEqual(message);
        expect(message).toMatchObject({ for: one.id, title: "Your password was changed", tag: notification.id });
        await expect.poll(() => subscriptionState(one)).toEqual({ failures: 0, isDisabled: false, wasUsed: true });
      }
      expect(others.messages()).toEqual([]);
      expect(given.push.wrong).toEqual([]);
    });

    it("carries a topic that hides its subject, so that a newer one replaces it at the service", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const data = { auctionId: crypto.randomUUID(), title: "Talking drum" };
      const first = await notify(ada, { about: "lot-cancelled", kind: "lot-changed", data, mergeKey: "lot-changed:x" });
      worker();
      await until(first, { isDue: false });
      await query("update notifications set push_attempts = 0, count = 2 where id = $1::text::uuid", [first.id]);
      await makeDue(first);
      await until(first, { isDue: false, attempts: 1 });
      const [one, two] = given.push.arrived.filter(({ path }) => path === phone.path);
      expect(one?.topic).toMatch(/^[\w-]{32}$/);
      expect(two?.topic).toBe(one?.topic);
      expect(phone.messages().map(({ tag }) => tag)).toEqual(["lot-changed:x", "lot-changed:x"]);
      const other = await notify(ada, { mergeKey: "lot-changed:y" });
      await until(other, { isDue: false });
      expect(given.push.arrived.at(-1)?.topic).not.toBe(one?.topic);
    });

    it("is sent once, whatever the number of workers", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const written = await Promise.all(Array.from({ length: 120 }, () => notify(ada)));
      const nodes = [test.database, await test.openAnother(), await test.openAnother()];
      for (const node of nodes) worker(node);
      for (const one of written) await until(one, { isDue: false, attempts: 1 });
      const tags = phone.messages().map(({ tag }) => tag);
      expect(tags.sort()).toEqual(written.map(({ id }) => id).sort());
    });

    it("becomes due again if its worker crashed before it was sent", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const notification = await notify(ada);
      expect(await takeDuePushes(test.database, 10)).toEqual([{ id: notification.id, attempts: 1, pushedTo: [] }]);
      expect(await takeDuePushes(test.database, 10)).toEqual([]);
      expect((await stateOf(notification))?.dueInS).toBeGreaterThan(30);
      await makeDue(notification);
      worker();
      await until(notification, { isDue: false, attempts: 2 });
      expect(phone.messages()).toHaveLength(1);
    });

    it("is left to another node for an hour if this one does not know its event, and then says only that there is news", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const about = "of-tomorrow";
      const [newEvent, newKind] = [await notify(ada, { about }), await notify(ada, { about, kind: "of-tomorrow" })];
      const leftFor = (minutes: number) =>
        query(
          `update notifications set push_due_at = clock_now() - $1::text::int * interval '1 minute'
           where about = 'of-tomorrow'`,
          [minutes],
        );
      await leftFor(59);
      const known = await notify(ada);
      const { wake } = worker();
      await until(known, { isDue: false, wasPushed: true });
      for (const one of [newEvent, newKind]) expect(await stateOf(one)).toMatchObject({ isDue: true, attempts: 0 });
      await leftFor(61);
      wake();
      await until(newEvent, { isDue: false, wasPushed: true });
      // Whether the person wants messages of that kind is not known here.
      await until(newKind, { isDue: false, wasPushed: false });
      expect(phone.messages().map(({ tag, title }) => [tag, title])).toEqual([
        [known.id, "Your password was changed"],
        [newEvent.id, "There is news for you"],
      ]);
    });

    it.each([
      ["was read meanwhile", "update notifications set read_at = now() where user_id = $1::text::uuid"],
      [
        "is of a kind that the person does not want",
        "insert into notification_preferences values ($1::text::uuid, 'security', true, false, true)",
      ],
      ["is for a banned account", "update users set banned_at = now() where id = $1::text::uuid"],
      ["is for an ended session", "update sessions set revoked_at = now() where user_id = $1::text::uuid"],
      ["is for an expired session", "update sessions set expires_at = now() where user_id = $1::text::uuid"],
      ["is for a session of an older password", "update users set token_version = 2 where id = $1::text::uuid"],
      ["is for a disabled browser", "update push_subscriptions set disabled_at = now() where user_id = $1::text::uuid"],
    ])("is not sent, now or later, if it %s", async (_, statement) => {
      const ada = await person();
      const phone = await browser(ada);
      const notification = await notify(ada);
      await query(statement, [ada.id]);
      worker();
      await until(notification, { isDue: false, wasPushed: false });
      expect(phone.messages()).toEqual([]);
    });

    it("is not sent if what it says no longer holds", async () => {
      const ada = await person();
      const phone = await browser(ada);
      // There is no such open win.
      const notification = await notify(ada, { about: "won", kind: "won", data: { auctionId: crypto.randomUUID() } });
      worker();
      await until(notification, { isDue: false, wasPushed: false });
      expect(phone.messages()).toEqual([]);
    });

    it("asks for what is due when it is sent, and until when", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const { admin } = await seedPeople(test.database);
      const { id: auctionId } = await seedAuction(test.database, admin);
      await query(
        `insert into settlements (id, auction_id, winner_id, amount_minor, deposit_worth_minor, paid_minor, due_at, created_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 90000, 20000, 30000, '2040-11-20T13:05Z', now())`,
        [auctionId, ada.id],
      );
      const asWritten = { finalPrice: 1000, deposit: 200, remaining: 800, dueAt: "2040-11-13T13:05:00.000Z" };
      const data = { auctionId, title: "Drum", currency: "NGN", ...asWritten };
      const notification = await notify(ada, { about: "won", kind: "won", data, auctionId });
      worker();
      await until(notification, { isDue: false, wasPushed: true });
      expect(phone.messages()[0]?.text).toBe(
        "“Drum” for ₦900.00. Please pay ₦400.00 before Tue 20 Nov 2040, 14:05 Lagos time.",
      );
    });

    it.each([
      ["the lot is not watched any more", "delete from watches where user_id = $1::text::uuid", ["search"]],
      [
        "the reminder is not chosen any more",
        "insert into reminder_settings (user_id, reminders, chosen_at) values ($1::text::uuid, '{1h}', now())",
        ["search"],
      ],
      [
        "the alert of the search is off",
        "update saved_searches set alert = 'off' where user_id = $1::text::uuid",
        ["reminder"],
      ],
    ])("is not sent once %s", async (_, statement, sent) => {
      const { admin } = await seedPeople(test.database);
      const { id: auctionId } = await seedAuction(test.database, admin);
      const ada = await person();
      const phone = await browser(ada);
      const searchId = randomUUID();
      await query(
        `with search as (
           insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
           values ($1::text::uuid, $2::text::uuid, 'Drums', '{}', 'drums', 'now', now())
         ), found as (
           insert into saved_search_matches (search_id, auction_id, matched_at)
           values ($1::text::uuid, $3::text::uuid, now())
         )
         insert into watches (user_id, auction_id, created_at) values ($2::text::uuid, $3::text::uuid, now())`,
        [searchId, ada.id, auctionId],
      );
      const data = { auctionId, title: "Drum", what: "changed", currency: "NGN", wishPrice: null };
      const all = {
        reminder: await notify(ada, { about: "reminder", kind: "reminder", data, auctionId }),
        search: await notify(ada, {
          about: "saved-search",
          kind: "saved-search",
          data: { searchId, name: "Drums", lots: 1 },
        }),
      };
      await query(statement, [ada.id]);
      worker();
      for (const [kind, one] of Object.entries(all)) {
        await until(one, { isDue: false, wasPushed: sent.includes(kind) });
      }
      expect(phone.messages().map(({ tag }) => tag)).toEqual(sent.map((kind) => all[kind as keyof typeof all].id));
    });

    it("waits for the end of quiet hours, unless it is urgent", async () => {
      const ada = await person();
      const phone = await browser(ada);
      await query(
        `insert into notification_settings (user_id, quiet_from, quiet_to) values ($1::text::uuid, $2::text::int, $3::text::int)`,
        [ada.id, (minuteNow() + 1430) % 1440, (minuteNow() + 30) % 1440],
      );
      const data = { auctionId: crypto.randomUUID(), title: "Talking drum" };
      const quiet = await notify(ada, { about: "lot-cancelled", kind: "lot-changed", data });
      const urgent = await notify(ada);
      worker();
      await until(urgent, { isDue: false, wasPushed: true });
      await until(quiet, { isDue: true, wasPushed: false, attempts: 0 });
      const dueInS = (await stateOf(quiet))?.dueInS ?? 0;
      expect(dueInS).toBeGreaterThan(28 * 60);
      expect(dueInS).toBeLessThanOrEqual(30 * 60);
      expect(phone.messages().map(({ tag }) => tag)).toEqual([urgent.id]);
    });

    it("does not wait for the end of quiet hours if it is about binding bids on a lot that ends before they do", async () => {
      const { admin } = await seedPeople(test.database);
      const ada = await person();
      const phone = await browser(ada);
      await query(
        `insert into notification_settings (user_id, quiet_from, quiet_to) values ($1::text::uuid, $2::text::int, $3::text::int)`,
        [ada.id, (minuteNow() + 1430) % 1440, (minuteNow() + 30) % 1440],
      );
      const changedLot = async (durationMs: number) => {
        const { id: auctionId } = await seedAuction(test.database, admin, { durationMs });
        const data = { auctionId, title: "Talking drum", fields: ["the title"], endTime: null };
        return await notify(ada, { about: "lot-changed", kind: "lot-changed", data, auctionId });
      };
      const [soon, later] = [await changedLot(10 * 60_000), await changedLot(40 * 60_000)];
      worker();
      await until(soon, { isDue: false, wasPushed: true });
      await until(later, { isDue: true, wasPushed: false, attempts: 0 });
      expect(phone.messages().map(({ tag }) => tag)).toEqual([soon.id]);
    });

    it("stays due if a newer event merged into it while it was sent", async () => {
      const ada = await person();
      const phone = await browser(ada);
      const notification = await notify(ada);
      let isMerged = false;
      given.push.answers = (path) => {
        if (path !== phone.path || isMerged) return undefined;
        isMerged = true;
        // As the trigger does it.
        return query(
          "update notifications set count = 2, push_attempts = 0, push_due_at = clock_now() where id = $1::text::uuid",
          [notification.id],
        ).then(() => ({ status: 201 }));
      };
      const { stop } = worker();
      await until(notification, { wasPushed: true });
      await stop();
      expect(await stateOf(notification)).toMatchObject({ isDue: true });
      await makeDue(notification);
      worker();
      await until(notification, { isDue: false });
      expect(phone.messages()).toHaveLength(1);
    });
  });

  describe("a push service that does not take a message", () => {
    it.each([404, 410])("ends the subscription with %i, and other browsers get the message", async (status) => {
      const ada = await person();
      const [old, phone] = [await browser(ada), await browser(ada)];
      given.push.answers = (path) => (path === old.path ? { status } : undefined);
      const notification = await notify(ada);
      worker();
      await until(notification, { isDue: false, wasPushed: true });
      await expect.poll(() => subscriptionState(old)).toBeNull();
      expect(phone.messages()).toHaveLength(1);
    });

    it("gets it again later, and only for the browser that did not get it", async () => {
      const ada = await person();
      const [bad, phone] = [await browser(ada), await browser(ada)];
      given.push.answers = (path) =>
        path === bad.path ? { status: 503, headers: { "retry-after": "200" } } : undefined;
      const notification = await notify(ada);
      worker();
      await until(notification, { isDue: true, attempts: 1, wasPushed: true });
      expect((await stateOf(notification))?.dueInS).toBeGreaterThan(150);
      given.push.answers = () => undefined;
      await makeDue(notification);
      await until(notification, { isDue: false, attempts: 2 });
      expect([bad.messages().length, phone.messages().length]).toEqual([1, 1]);
      expect(await subscriptionState(bad)).toMatchObject({ failures: 0, isDisabled: false });
    });

    it("gets it no more after five attempts at growing intervals", async () => {
      const ada = await person();
      const phone = await browser(ada);
      given.push.answers = () => ({ status: 500 });
      const notification = await notify(ada);
      worker();
      const waits: number[] = [];
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        await until(notification, { isDue: true, attempts: attempt });
        waits.push(Math.ceil(((await stateOf(notification))?.dueInS ?? 0) / 60));
        await makeDue(notification);
      }
      await until(notification, { isDue: false, attempts: MAX_ATTEMPTS, wasPushed: false });
      expect(waits).toEqual([1, 2, 10, 30]);
      // The service may be broken for a day, so the browser stays.
      expect(await subscriptionState(phone)).toMatchObject({ isDisabled: false });
    });

    it("is not asked again for a message that it refuses, and a browser that is always refused is switched off", async () => {
      const ada = await person();
      const phone = await browser(ada);
      given.push.answers = () => ({ status: 403 });
      worker();
      for (let failures = 1; failures <= 10; failures += 1) {
        const notification = await notify(ada);
        await until(notification, { isDue: false, wasPushed: false, attempts: 1 });
        await expect.poll(() => subscriptionState(phone)).toMatchObject({ failures, isDisabled: failures === 10 });
      }
      // Neither the address nor the person is logged.
      expect(logged[0]).toMatch(/^push message not sent .*"status":403/);
      expect(logged.join()).not.toContain(phone.path);
      expect(logged.join()).not.toContain(ada.id);
    });

    it("sends nobody elsewhere: a redirect is not followed", async () => {
      let calls = 0;
      const elsewhere = createServer((_, response) => {
        calls += 1;
        response.writeHead(201).end();
      }).listen(0, "127.0.0.1");
      await once(elsewhere, "listening");
      const address = elsewhere.address();
      const location = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
      const ada = await person();
      await browser(ada);
      given.push.answers = () => ({ status: 307, headers: { location } });
      const notification = await notify(ada);
      worker();
      await until(notification, { isDue: false, wasPushed: false });
      expect(calls).toBe(0);
      elsewhere.close();
    });

    it("is not called if it is none of those that may be called, or stands in a private network", async () => {
      const ada = await person();
      const phone = await browser(ada);
      // The operator took the service out of the settings after the browser subscribed.
      const notification = await notify(ada);
      worker(test.database, []);
      await until(notification, { isDue: false, wasPushed: false });
      expect(phone.messages()).toEqual([]);
    });

    it("is tried again if it is away", async () => {
      const ada = await person();
      const phone = openTestBrowser({ origin: "http://127.0.0.1:9", arrived: [] });
      await browser(ada);
      await query("update push_subscriptions set endpoint = $2 where user_id = $1::text::uuid", [
        ada.id,
        phone.subscription.endpoint,
      ]);
      const notification = await notify(ada);
      worker(test.database, ["http://127.0.0.1:9"]);
      await until(notification, { isDue: true, attempts: 1, wasPushed: false });
    });
  });

  it("a subscription is removed once its session has ended, and no other is", async () => {
    const [ada, bola] = [await person(), await person()];
    const [ended, kept] = [await browser(ada), await browser(bola)];
    await query("update sessions set revoked_at = now() where id = $1::text::uuid", [ada.sessionId]);
    await removeEndedSubscriptions(test.database, 1_000);
    expect(await subscriptionState(ended)).toBeNull();
    expect(await subscriptionState(kept)).not.toBeNull();
  });
};
