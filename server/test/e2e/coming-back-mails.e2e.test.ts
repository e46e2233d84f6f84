// Tests mails about watched lots and saved searches, as the jobs write them: to whom, how often, and the link that
// stops them.
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { matchPublishedLots } from "../../src/features/auctions/saved-searches/match-lots.ts";
import { notifyOwners } from "../../src/features/auctions/saved-searches/notify-owners.ts";
import { usualSite } from "../../src/features/auctions/search/collect-regions.ts";
import { unsubscribeLink } from "../../src/features/mail/unsubscribe.ts";
import { writeDigests } from "../../src/features/notifications/digest.ts";
import { sendReminders } from "../../src/features/watchlist/reminders.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const NOTIFIED_WITHIN = { timeout: 45_000, interval: 200 };

const server = await sharedServer();

describeEndToEnd("mails that bring people back", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });

  interface MailRow extends Record<string, unknown> {
    kind: string;
    data: { what?: string; notificationId: string; lots?: number; searches?: object[] };
    dueInS: number;
  }
  const mailsOf = ({ id }: Person): Promise<MailRow[]> =>
    server.query<MailRow>(
      `select kind, data, extract(epoch from due_at - clock_timestamp())::float8 as "dueInS" from outbox
       where user_id = $1::text::uuid and kind in ('watched-lot', 'new-lots', 'new-lots-daily') order by created_at, id`,
      [id],
    );
  const whats = async (person: Person) => (await mailsOf(person)).map(({ data }) => data.what);
  const inboxOf = ({ id }: Person) =>
    server.query<{ id: string; count: number }>(
      "select id, count from notifications where user_id = $1::text::uuid order by at, id",
      [id],
    );
  const watch = async ({ token }: Person, auctionId: string, body: object = {}) => {
    await server.api("PUT", `/api/watchlist/${auctionId}`, { token, body });
    await server.query("update watches set created_at = now() - interval '3 days' where auction_id = $1::text::uuid", [
      auctionId,
    ]);
  };
  const choose = ({ token }: Person, reminders: string[]) =>
    server.api("PUT", "/api/watchlist/reminders", { token, body: { reminders } });
  const prefer = ({ token }: Person, body: object) =>
    server.api("PUT", "/api/notifications/preferences", { token, body });
  const remind = async () => {
    const { database: db } = server.server;
    await Promise.all([sendReminders(db), sendReminders(db)]);
  };
  const endIn = (auctionId: string, minutes: number) =>
    server.query(
      `update auctions set ends_at = clock_now() + interval '${minutes} minutes' where id = $1::text::uuid`,
      [auctionId],
    );

  it("reminds by mail a day and an hour before the end, each once, and not of a quarter of an hour or a pause", async () => {
    const ada = await makePerson(server, "ada");
    await choose(ada, ["24h", "1h", "15m", "paused"]);
    const lot = await openAuction(server, admin, { title: "Bata" });
    await watch(ada, lot._id);
    for (const minutes of [60 * 24 - 5, 55, 14]) {
      await endIn(lot._id, minutes);
      await remind();
    }
    await setStatus(server, admin, lot._id, "paused");
    await remind();
    const mails = await mailsOf(ada);
    expect(mails.map(({ data }) => data.what)).toEqual(["24h", "1h"]);
    // They merged into one notification; the pause is another one.
    const inbox = await inboxOf(ada);
    expect(inbox.map(({ count }) => count)).toEqual([3, 1]);
    for (const { data, dueInS } of mails) {
      expect(data.notificationId).toBe(inbox[0]?.id);
      expect(dueInS).toBeGreaterThan(60);
      expect(dueInS).toBeLessThanOrEqual(120);
    }
  });

  it("mails edits once while the notification is unread, and nothing to people without a verified address or wish for it", async () => {
    const [bola, chidi] = [await makePerson(server, "bola"), await makePerson(server, "chidi")];
    await prefer(chidi, { kinds: [{ kind: "reminder", mail: false }] });
    const lot = await openAuction(server, admin, { title: "Goje" });
    for (const person of [bola, chidi]) await watch(person, lot._id);
    const edit = async (title: string) => {
      await server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body: { title } });
      await remind();
    };
    for (const title of ["Goje, old", "Goje, very old"]) await edit(title);
    expect(await whats(bola)).toEqual(["changed"]);
    expect(await whats(chidi)).toEqual([]);
    expect(await inboxOf(chidi)).toHaveLength(1);
    await server.query("update notifications set read_at = now() where user_id = $1::text::uuid", [bola.id]);
    await server.query("update users set email_verified_at = null where id = $1::text::uuid", [bola.id]);
    await edit("Goje, new");
    expect(await whats(bola)).toEqual(["changed"]);
    await server.query("update users set email_verified_at = now() where id = $1::text::uuid", [bola.id]);
    await server.query("update notifications set read_at = now() where user_id = $1::text::uuid", [bola.id]);
    await edit("Goje, newest");
    expect(await whats(bola)).toEqual(["changed", "changed"]);
  });

  it("stops the mails of one kind with the link in a mail of that kind", async () => {
    const dayo = await makePerson(server, "dayo");
    const { search } = new URL(unsubscribeLink(server.config, dayo.id, "saved-search"));
    const path = `/api/mail/unsubscribe${search}`;
    const forOther = path.replace("kind=saved-search", "kind=reminder");
    expect((await server.api("POST", forOther)).status).toBe(404);
    expect((await server.api("GET", path)).status).toBe(200);
    const mailed = async () => {
      const { body } = await server.api("GET", "/api/notifications/preferences", { token: dayo.token });
      const { kinds } = body.preferences as { kinds: { kind: string; mail: boolean }[] };
      return Object.fromEntries(
        kinds.filter(({ kind }) => /outbid|reminder|search/.test(kind)).map(({ kind, mail }) => [kind, mail]),
      );
    };
    expect(await mailed()).toEqual({ outbid: true, reminder: true, "saved-search": true });
    for (let i = 0; i < 2; i++) expect((await server.api("POST", path)).status).toBe(200);
    expect(await mailed()).toEqual({ outbid: true, reminder: true, "saved-search": false });
    const nobody = new URL(unsubscribeLink(server.config, crypto.randomUUID(), "reminder")).search;
    expect((await server.api("POST", `/api/mail/unsubscribe${nobody}`)).status).toBe(404);
  });

  it("mails about a search at most once in 15 minutes, and forgets no lot", async () => {
    const emeka = await makePerson(server, "emeka");
    const body = { name: "Udu", query: { search: "udu" }, alert: "now" };
    await server.api("POST", "/api/saved-searches", { token: emeka.token, body });
    const { database: db } = server.server;
    const publish = async (title: string, lots: number) => {
      await openAuction(server, admin, { title });
      await matchPublishedLots(db, usualSite);
      await Promise.all([notifyOwners(db), notifyOwners(db)]);
      const mailedLots = async () =>
        (
          await server.query(
            "select from saved_search_matches m join saved_searches s on s.id = search_id where name = 'Udu' and is_told",
          )
        ).length;
      // The server's own job may have taken the lot, and be about to notify.
      await expect.poll(mailedLots, NOTIFIED_WITHIN).toBe(lots);
    };
    await publish("Udu one", 1);
    expect((await mailsOf(emeka)).map(({ kind }) => kind)).toEqual(["new-lots"]);
    await publish("Udu two", 2);
    await publish("Udu three", 3);
    const mails = await mailsOf(emeka);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.dueInS).toBeLessThanOrEqual(0);
    // The second one waits, and the third lot needs no other.
    expect(mails[1]?.dueInS).toBeGreaterThan(14 * 60);
    expect(mails[1]?.dueInS).toBeLessThanOrEqual(15 * 60);
    expect((await inboxOf(emeka)).map(({ count }) => count)).toEqual([3]);
  });

  it("mails once a day about the searches with a daily alert, or names them in the daily mail", async () => {
    const [femi, gbenga] = [await makePerson(server, "femi"), await makePerson(server, "gbenga")];
    await prefer(gbenga, { digest: true });
    for (const { token } of [femi, gbenga]) {
      const body = { name: "Oja", query: { search: "oja" }, alert: "daily" };
      await server.api("POST", "/api/saved-searches", { token, body });
    }
    await openAuction(server, admin, { title: "Oja one" });
    const matches = async () =>
      (
        await server.query(
          "select from saved_search_matches m join saved_searches s on s.id = search_id where name = 'Oja'",
        )
      ).length;
    await matchPublishedLots(server.server.database, usualSite);
    await expect.poll(matches, NOTIFIED_WITHIN).toBe(2);
    await server.query("update saved_search_matches set matched_at = matched_at - interval '25 hours'");
    const { database: db } = server.server;
    await Promise.all([notifyOwners(db), notifyOwners(db)]);
    await notifyOwners(db);
    const [mail, ...others] = await mailsOf(femi);
    expect(others).toEqual([]);
    expect([mail?.kind, mail?.data.searches]).toEqual([
      "new-lots-daily",
      [{ searchId: expect.any(String), name: "Oja", lots: 1, newest: "Oja one" }],
    ]);
    // Tomorrow at nine in Lagos, so that the hour at which the test runs decides nothing.
    await writeDigests(
      db,
      sql`(date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + interval '33 hours')
        at time zone 'Africa/Lagos'`,
    );
    const digests = await server.query<{ data: { items: { about: string }[] } }>(
      "select data from outbox where kind = 'digest' and user_id = $1::text::uuid",
      [gbenga.id],
    );
    expect(digests.flatMap(({ data }) => data.items.map(({ about }) => about))).toEqual(["saved-searches-daily"]);
  });
});
