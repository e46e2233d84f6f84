// Tests the settings from outside: who may change them, what is refused, two administrators at once, the history, and
// that a change never touches what was opened before it. It is long, because each file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { usualPercents } from "@jara/shared/payment-rules";
import { winAnswer } from "@jara/shared/rest/settlements";
import { siteAnswer } from "@jara/shared/rest/site";
import {
  type Setting,
  settingAnswer,
  settingHistoryAnswer,
  settingsAnswer,
  siteDetailsAnswer,
} from "@jara/shared/rest/site-settings";
import { type SiteCategory, usualSettings } from "@jara/shared/site-settings";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { logIsRead } from "../support/read-log.ts";
import { dueIn } from "../support/seed.ts";

/** Nothing is set by the environment but what a test names. */
const config = { contact: { email: null, whatsapp: null }, bankAccount: null } as const;

describeEndToEnd("settings", () => {
  let at: FreshDatabase;
  let server: TestServer;
  /** Another server on the same database. */
  let other: TestServer;
  let tola: Person;
  let bisi: Person;
  let ada: Person;
  beforeAll(async () => {
    at = await makeDatabase();
    server = await startTestServer({ at, config });
    other = await startTestServer({ at, config });
    tola = await makePerson(server, "tola", { role: "admin" });
    bisi = await makePerson(server, "bisi", { role: "admin" });
    ada = await makePerson(server, "ada");
  });
  afterAll(async () => {
    if (other !== server) await other?.close();
    await server?.close();
    await at?.drop();
  });

  const setting = async (section: Setting["section"], by = tola, node = server): Promise<Setting> => {
    const { status, body } = await node.api("GET", "/api/admin/settings", { token: by.token });
    expect(status).toBe(200);
    expectShape(settingsAnswer, body);
    return body.settings.find((one: Setting) => one.section === section);
  };
  const put = (body: object, by = tola, node = server): Promise<ApiAnswer> =>
    node.api("PUT", "/api/admin/settings", { token: by.token, body: { reason: "The board decided it", ...body } });
  const change = async (section: Setting["section"], value: unknown, by = tola, node = server): Promise<Setting> => {
    const { version } = await setting(section, by, node);
    const { status, body } = await put({ section, value, version }, by, node);
    expect([status, body.message]).toEqual([200, undefined]);
    expectShape(settingAnswer, body);
    return body.setting;
  };
  const historyOf = async (section: string) => {
    const { body } = await server.api("GET", `/api/admin/settings/${section}/history`, { token: tola.token });
    expectShape(settingHistoryAnswer, body);
    return body.versions;
  };
  const rulesOf = async (lotId: string, node = server) =>
    (await node.api("GET", `/api/auctions/${lotId}`)).body.auction.rules;

  describe("a change", () => {
    // S544
    it("is in force at once, in the history with who, when, before and why, and in the audit log", async () => {
      const notes = { bidding: "<b>Cash</b> only & no “cheques”", seller: "", pickup: "Bring your code" };
      const { version, value } = await setting("notes");
      const changed = await change("notes", notes);
      expect(changed).toMatchObject({
        version: version + 1,
        value: notes,
        source: "staff",
        changedBy: { username: "tola" },
      });
      const details = (await server.api("GET", "/api/site/details")).body;
      expectShape(siteDetailsAnswer, details);
      expect(details.notes).toEqual(notes);
      await change("notes", { ...notes, pickup: "" }, bisi);
      expect((await historyOf("notes")).slice(0, 2)).toMatchObject([
        {
          version: version + 2,
          value: { pickup: "" },
          before: notes,
          changedBy: { username: "bisi" },
          reason: "The board decided it",
        },
        { version: version + 1, value: notes, before: version > 0 ? value : null, changedBy: { username: "tola" } },
      ]);
      const log = await server.api("GET", "/api/admin/audit-log?action=setting%20changed", { token: tola.token });
      expect(log.body.entries[0]).toMatchObject({ action: "setting changed", actor: { username: "bisi" } });
    });

    it("restores an earlier value as a new version", async () => {
      await change("notes", { bidding: "", seller: "The first", pickup: "" });
      await change("notes", { bidding: "", seller: "The second", pickup: "" });
      const [, first] = await historyOf("notes");
      const { version } = await setting("notes");
      const { status, body } = await put({ section: "notes", value: first.value, version, restores: first.version });
      expect([status, body.setting.version, body.setting.restores]).toEqual([200, version + 1, first.version]);
      expect(body.setting.value).toEqual(first.value);
    });

    it("is refused as a restoration of a version that had another value, or that never was", async () => {
      const { version } = await setting("notes");
      const value = { bidding: "Something else", seller: "", pickup: "" };
      for (const restores of [1, version + 7]) {
        const { status, body } = await put({ section: "notes", value, version, restores });
        expect([status, body.message]).toEqual([400, `This is not the value of version ${restores}.`]);
      }
    });

    it("is made once if two administrators send it at the same time; the other gets what was set", async () => {
      const { version } = await setting("hours");
      const hoursOf = (place: string) => ({ ...usualSettings.hours, place });
      const answers = await Promise.all(
        [tola, bisi, tola, bisi].map((by, n) =>
          put({ section: "hours", value: hoursOf(`Office ${n}`), version }, by, n % 2 === 0 ? server : other),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const now = await setting("hours");
      expect(now.version).toBe(version + 1);
      for (const { status, body } of answers) {
        if (status === 409) expect(body).toMatchObject({ code: "SETTING_CHANGED", setting: { value: now.value } });
      }
    });

    it("is refused if the actor was demoted while the form was open, and nothing is written", async () => {
      const { version, value } = await setting("soft-close");
      const late = await makePerson(server, `late${randomUUID().slice(0, 6)}`, { role: "admin" });
      await server.query("update users set role = 'manager', revision = revision + 1 where id = $1::text::uuid", [
        late.id,
      ]);
      const { status } = await put({ section: "soft-close", value: null, version }, late);
      expect(status).toBe(403);
      expect(await setting("soft-close")).toMatchObject({ version, value });
    });
  });

  describe("values that are refused", () => {
    const rules = (change: object) => ["lot-rules", { ...usualPercents, ...change }] as const;
    const day = { opens: "09:00", closes: "17:00" };
    const week = (first: object | null) =>
      ["hours", { days: [first, day, day, day, day, null, null], place: "" }] as const;
    const usual = usualSettings.categories;
    const withCategory = (label: string, code = "drums") =>
      ["categories", [...usual, { code, label, isRetired: false }]] as const;
    const terms = (change: object) => ["seller-terms", { ...usualSettings["seller-terms"], ...change }] as const;
    const naira = (NGN: unknown) => ["increments", { ...usualSettings.increments, NGN }] as const;
    it.each([
      ["a deposit of 0%", ...rules({ depositPercent: 0 })],
      ["a deposit above the balance that a bid needs", ...rules({ depositPercent: 20.5 })],
      ["a fee of 100%", ...rules({ feePercent: 100 })],
      ["a fee below 0", ...rules({ feePercent: -1 })],
      ["a fee of a third", ...rules({ feePercent: 3.333 })],
      ["a premium above 30%", ...rules({ premiumPercent: 30.01 })],
      ["a VAT below 0", ...rules({ vatPercent: -1 })],
      ["a penalty of 1e9", ...rules({ forfeitPercent: 1e9 })],
      ["a penalty that is no number", ...rules({ forfeitPercent: "NaN" })],
      ["a penalty of nothing", ...rules({ forfeitPercent: null })],
      ["no payment days", ...rules({ paymentDays: 0 })],
      ["half a payment day", ...rules({ paymentDays: 1.5 })],
      ["a rule that does not exist", ...rules({ vat: 7.5 })],
      ["hours that end before they start", ...week({ opens: "17:00", closes: "09:00" })],
      ["hours of a moment", ...week({ opens: "09:00", closes: "09:00" })],
      ["hours at 25:00", ...week({ opens: "09:00", closes: "25:00" })],
      ["six days", "hours", { days: [day], place: "" }],
      ["a category that looks like another", ...withCategory("ТооIs & Equipment")],
      ["a category with another's name in capitals", ...withCategory("GENERAL GOODS")],
      ["a category with another's code", ...withCategory("Drums", "general")],
      ["a code with a space", ...withCategory("Drums", "talking drums")],
      ["a category that is removed", "categories", usual.slice(1)],
      ["all categories retired", "categories", usual.map((one) => ({ ...one, isRetired: true }))],
      ["increments without a last step", ...naira([[1_000, 50]])],
      [
        "increments with a gap",
        ...naira([
          [1_000, 50],
          [null, 100],
          [5_000, 200],
          [null, 500],
        ]),
      ],
      [
        "increments that fall",
        ...naira([
          [1_000, 50],
          [null, 20],
        ]),
      ],
      [
        "ends that fall",
        ...naira([
          [5_000, 50],
          [1_000, 60],
          [null, 80],
        ]),
      ],
      ["an increment of 0", ...naira([[null, 0]])],
      ["a cap of no time", "soft-close", { windowSeconds: 600, capMinutes: 0 }],
      ["an address that is none", "contacts", { email: "help", whatsapp: "+2348012345678", phone: null }],
      ["a number that is none", "contacts", { email: "a@b.ng", whatsapp: "0803", phone: null }],
      ["a bank account of letters", "bank-account", { bank: "Zenith", number: "12345A", name: "Jara" }],
      ["a note of 4,001 letters", "notes", { bidding: "x".repeat(4_001), seller: "", pickup: "" }],
      ["a commission above 100%", ...terms({ commissionPercent: 100.01 })],
      ["a commission below 0", ...terms({ commissionPercent: -1 })],
      ["a least commission below 0", ...terms({ leastCommission: -1 })],
      ["a charge of nothing", ...terms({ charges: [{ text: "Transport", amount: 0 }] })],
      ["a charge without words", ...terms({ charges: [{ text: " ", amount: 500 }] })],
      ["eleven charges", ...terms({ charges: Array.from({ length: 11 }, () => ({ text: "Transport", amount: 500 })) })],
      ["an unknown section", "secrets", {}],
    ])("refuses %s, and changes nothing", async (_, section, value) => {
      const before = await server.query("select section, version from setting_versions order by 1, 2");
      const known = section === "secrets" ? 0 : (await setting(section as Setting["section"])).version;
      const { status, body } = await put({ section, value, version: known });
      expect([status, body.code]).toEqual([400, "INVALID"]);
      expect(await server.query("select section, version from setting_versions order by 1, 2")).toEqual(before);
    });

    it("refuses the value that is in force already, and a change without a reason", async () => {
      const { version, value } = await setting("increments");
      expect((await put({ section: "increments", value, version })).status).toBe(400);
      expect((await put({ section: "soft-close", value: null, version: 0, reason: " " })).status).toBe(400);
    });
  });

  // The order counts: the next test starts with the rules of the one before it.
  describe("percentages and payment days", { shuffle: false }, () => {
    const price = { buyItNowPrice: 100_000, startingPrice: 1_000 };
    const own = {
      depositPercent: 10,
      feePercent: 7.5,
      forfeitPercent: 12.25,
      premiumPercent: 10,
      vatPercent: 7.5,
      paymentDays: 1,
    };
    const buy = async (lotId: string) => {
      const buyer = await makePerson(server, `buyer${randomUUID().slice(0, 8)}`);
      const { body } = await server.api("POST", `/api/auctions/${lotId}/buy-it-now`, { token: buyer.token });
      const { win } = (await server.api("GET", `/api/auctions/${lotId}/win`, { token: buyer.token })).body;
      return { buyer, bought: body.auction, win };
    };

    it("hold for lots that open from then on, on every server; open lots and their money keep theirs", async () => {
      const old = await openAuction(server, tola, price);
      const oldEnd = await openAuction(server, tola);
      const draft = await openAuction(server, tola, { ...price, startTime: "2035-01-01T09:00:00.000Z" });
      const paused = await openAuction(server, tola, price);
      await setStatus(server, tola, paused._id, "paused");
      expect(await rulesOf(old._id)).toBeUndefined();

      const changed = await change("lot-rules", own);
      // At once, and on the other server, whose memory may not have heard of it.
      expect((await setStatus(other, tola, draft._id, "active")).body.auction).toMatchObject({
        rules: own,
        buyItNowFee: 7_500,
      });
      const fresh = await openAuction(other, tola, price);
      expect(fresh).toMatchObject({
        rules: own,
        totalAmount: 107_500,
        buyersPremium: { percent: 10, vatPercent: 7.5 },
      });
      const [row] = await server.query<{ rules: string }>(
        "select rules::text from auctions where id = $1::text::uuid",
        [fresh._id],
      );
      expect(JSON.parse(row?.rules ?? "")).toEqual({
        ...own,
        version: changed.version,
        depositBasisPoints: 1_000,
        feeBasisPoints: 750,
        forfeitBasisPoints: 1_225,
        premiumBasisPoints: 1_000,
        vatBasisPoints: 750,
      });

      // Before the change: a fifth as deposit, 5% as fee, a tenth as penalty.
      const before = await buy(old._id);
      expect(before.bought).toMatchObject({ buyItNowFee: 5_000, totalAmount: 105_000 });
      expect(before.win).toMatchObject({ fee: 5_000, depositNgn: 20_000, penalty: 10_000 });
      expect(before.win).not.toHaveProperty("rules");
      const after = await buy(fresh._id);
      expect(after.bought).toMatchObject({ buyItNowFee: 7_500, totalAmount: 107_500 });
      expect(after.win).toMatchObject({ fee: 7_500, depositNgn: 10_000, penalty: 12_250, rules: own });

      // Paused before the change and resumed after it: as it opened.
      await setStatus(other, tola, paused._id, "active");
      expect(await rulesOf(paused._id, other)).toBeUndefined();

      // The end of a lot that was open before.
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: oldEnd._id, amount: 10_000 } });
      await setStatus(other, tola, oldEnd._id, "ended");
      const { win } = (await server.api("GET", `/api/auctions/${oldEnd._id}/win`, { token: ada.token })).body;
      expect(win).toMatchObject({ depositNgn: 2_000, penalty: 1_000, premium: 0, vat: 0, total: 10_000 });
      for (const { _id } of [old, fresh, draft, paused, oldEnd]) await expectHistoryHolds(server.server.database, _id);
    });

    it("are kept when a win is forfeited after another change", async () => {
      const lotOfOwn = await openAuction(server, tola);
      expect(lotOfOwn.rules).toEqual(own);
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: lotOfOwn._id, amount: 20_000 } });
      await setStatus(server, tola, lotOfOwn._id, "ended");
      const { win } = (await server.api("GET", `/api/auctions/${lotOfOwn._id}/win`, { token: ada.token })).body;
      expectShape(winAnswer, { win });
      expect(win).toMatchObject({ price: 20_000, premium: 2_000, vat: 150, total: 22_150, remaining: 20_150 });
      expect(win.rules).toEqual(own);
      const balance = (await expectLedgerHolds(server.server.database, ada.id)).balanceMinor;
      await change("lot-rules", { depositPercent: 20, feePercent: 0, forfeitPercent: 1, paymentDays: 30 });
      await dueIn(server.server.database, lotOfOwn._id, -1);
      const winOf = async () =>
        (await server.api("GET", `/api/auctions/${lotOfOwn._id}/win`, { token: ada.token })).body.win;
      while ((await winOf()).status === "open") await sleep(50);
      // Deposit ₦2,000, penalty ₦2,450: by the rules of its opening.
      expect(await winOf()).toMatchObject({ status: "forfeited", penaltyNgn: 2_450, rules: own });
      expect((await expectLedgerHolds(server.server.database, ada.id)).balanceMinor).toBe(balance - 450_00);
      await logIsRead(server);
      const [mail] = await server.query<{ data: string }>(
        "select data::text from outbox where kind = 'win-forfeited' and auction_id = $1::text::uuid",
        [lotOfOwn._id],
      );
      expect(JSON.parse(mail?.data ?? "").rules).toEqual(own);
      await expectHistoryHolds(server.server.database, lotOfOwn._id);
    });

    it("say on the site what opens from now on, on every server", async () => {
      const next = { depositPercent: 15, feePercent: 2.5, forfeitPercent: 5, paymentDays: 2 };
      await change("lot-rules", next);
      await vi.waitFor(
        async () => {
          const { body } = await other.api("GET", "/api/site");
          expectShape(siteAnswer, body);
          expect(body.rules).toEqual({ ...next, premiumPercent: 0, vatPercent: 0 });
        },
        { timeout: 45_000 },
      );
    });

    it("never mix while lots open and the rules change at the same moment, on two servers", async () => {
      const drafts = await Promise.all(
        Array.from({ length: 12 }, () => openAuction(server, tola, { startTime: "2035-01-01T09:00:00.000Z" })),
      );
      // Both percentages are equal before the first lot opens too, so that a lot with two different ones was mixed.
      await change("lot-rules", { ...usualPercents, feePercent: 9, depositPercent: 9 });
      const opening = drafts.map(async ({ _id }, n) => {
        await sleep(n * 5);
        return (await setStatus(n % 2 === 0 ? server : other, tola, _id, "active")).body.auction;
      });
      const turning = (async () => {
        for (let n = 0; n < 4; n += 1)
          await change("lot-rules", { ...usualPercents, feePercent: 10 + n, depositPercent: 10 + n });
      })();
      const lots = await Promise.all(opening);
      await turning;
      for (const { rules } of lots) expect(rules.feePercent).toBe(rules.depositPercent);
      const last = await setting("lot-rules");
      expect((await openAuction(other, tola)).rules).toEqual(last.value);
      for (const { _id } of lots) await expectHistoryHolds(server.server.database, _id);
    });
  });

  describe("categories", () => {
    /** Those of another test stay, because none may be removed. */
    const changeCategories = async (...changed: SiteCategory[]): Promise<void> => {
      const { value } = await setting("categories");
      const byCode = new Map((value as SiteCategory[]).map((one) => [one.code, one]));
      for (const one of changed) byCode.set(one.code, one);
      await change("categories", [...byCode.values()]);
    };

    it("are added and renamed; a retired one is offered for no new lot, and stays on old ones", async () => {
      const drums = { code: "drums", label: "Talking drums", isRetired: false };
      await changeCategories(drums);
      const made = await openAuction(server, tola, { categories: ["drums"] });
      expect(made.categories).toEqual(["drums"]);
      const found = await server.api("GET", "/api/auctions?category=drums");
      expect(found.body.auctions.map(({ _id }: { _id: string }) => _id)).toEqual([made._id]);

      await changeCategories({ ...drums, label: "Drums", isRetired: true });
      const body = { title: "A drum", description: "Old", startingPrice: 10, categories: ["drums"] };
      const refused = await server.api("POST", "/api/auctions", { token: tola.token, body });
      expect([refused.status, refused.body.message]).toEqual([400, "The category “Drums” is no longer offered."]);
      const unknown = await server.api("POST", "/api/auctions", {
        token: tola.token,
        body: { ...body, categories: ["none"] },
      });
      expect([unknown.status, unknown.body.message]).toEqual([400, "There is no category “none”."]);
      const edit = (categories: string[]) =>
        server.api("PUT", `/api/auctions/${made._id}`, { token: tola.token, body: { title: "Drum", categories } });
      expect((await edit(["drums", "general"])).body.auction.categories).toEqual(["drums", "general"]);
      expect((await edit(["general"])).status).toBe(200);
      expect((await edit(["drums"])).status).toBe(400);
      const { body: site } = await server.api("GET", "/api/site");
      expect(site.categories).toContainEqual({ ...drums, label: "Drums", isRetired: true });
    });

    // S545
    it("are found by the words of their names, and a renamed one by both", async () => {
      const masks = { code: "masks", label: "Festival Masks & Regalia", isRetired: false };
      await changeCategories({ code: "toys", label: "Playthings & Models", isRetired: false }, masks);
      const mask = await openAuction(server, tola, { title: "From Benin", categories: ["masks"] });
      const train = await openAuction(server, tola, { title: "A locomotive", categories: ["toys"] });
      const both = await openAuction(server, tola, { title: "Costume", categories: ["toys", "masks"] });
      const found = async (words: string): Promise<string[]> => {
        const { body } = await server.api("GET", `/api/auctions?limit=100&search=${encodeURIComponent(words)}`);
        expect(body).not.toHaveProperty("searchedFor");
        return body.auctions.map(({ _id }: { _id: string }) => _id).sort();
      };
      expect(await found("regalia")).toEqual([mask._id, both._id].sort());
      expect(await found("festival masks")).toEqual([mask._id, both._id].sort());
      expect(await found("regalia benin")).toEqual([mask._id]);
      expect(await found("playthings locomotive")).toEqual([train._id]);
      expect(await found("toys hobbies locomotive")).toEqual([train._id]);
      expect(await found("playthings regalia")).toEqual([both._id]);
      // A lot of before has its category's new name once it is saved with other words.
      const body = { title: "Costume of 1960" };
      await server.api("PUT", `/api/auctions/${both._id}`, { token: tola.token, body });
      expect(await found("models 1960")).toEqual([both._id]);
    });
  });
});
