// Tests that the house's increments and soft close hold wherever a lot is made, and that drafts can be given them later.
import { randomUUID } from "node:crypto";
import { houseRulesAnswer } from "@jara/shared/rest/house-rules";
import { siteDetailsAnswer } from "@jara/shared/rest/site-settings";
import { usualSettings } from "@jara/shared/site-settings";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

// The rules are set once, after the test without any.
describeEndToEnd(
  "the house's rules of new lots",
  () => {
    let server: TestServer;
    let admin: Person;
    const softClose = { windowSeconds: 180, capMinutes: 60 };
    const ofTable = { isSuggested: false, currency: "NGN" };
    const set = async (section: string, value: unknown): Promise<void> => {
      const { body } = await server.api("GET", "/api/admin/settings", { token: admin.token });
      const { version } = body.settings.find((one: { section: string }) => one.section === section);
      const change = { section, value, version, reason: "The house decided it" };
      const { status, text } = await server.api("PUT", "/api/admin/settings", { token: admin.token, body: change });
      expect(status, text).toBe(200);
    };
    beforeAll(async () => {
      server = await startTestServer({ because: "it sets the site's rules" });
      admin = await makePerson(server, "admin", { role: "admin" });
    });
    afterAll(() => server?.close());
    const { checked, applied } = importsOn(() => ({ server, importer: admin }));
    const lotOf = async (id: string | null | undefined) =>
      (await server.api("GET", `/api/auctions/${id}`, { token: admin.token })).body.auction;
    const post = (path: string, body?: object) =>
      server.api("POST", path, { token: admin.token, ...(body && { body }) });
    const ended = async (): Promise<string> => {
      const { _id } = await openAuction(server, admin, { duration: 48 });
      await setStatus(server, admin, _id, "ended");
      return _id;
    };

    it("give imports the usual soft close and the increment that fits the price while nothing is set", async () => {
      const details = (await server.api("GET", "/api/site/details")).body;
      expectShape(siteDetailsAnswer, details);
      expect(details.incrementTable).toBe(false);
      const name = randomUUID();
      const { rows } = await applied({ table: `${HEAD}\n1,Before ${name},A lot,100\n2,Dear ${name},A lot,250000` });
      const usual = usualSettings["soft-close"];
      const suggested = { isSuggested: true, currency: "NGN", softClose: usual, areOfHouse: true };
      expect(rows.map(({ rules }) => rules)).toEqual([
        { bidIncrement: 50, ...suggested },
        { bidIncrement: 10_000, ...suggested },
      ]);
      expect(await lotOf(rows[0]?.auctionId)).toMatchObject({ bidIncrement: 50, softClose: usual });
      expect(await lotOf(rows[1]?.auctionId)).toMatchObject({ bidIncrement: 10_000, softClose: usual });
      const { body } = await post(`/api/auctions/${await ended()}/relist`);
      expect(body.auction).toMatchObject({ softClose: usual });
      expect(body.auction.incrementSteps).toBeUndefined();
    });

    it("hold in imports, copies and relisted lots, and not in a call that creates an auction", async () => {
      await set("increments", { NGN: [[null, 500]], USD: [[null, 5]] });
      await set("soft-close", softClose);
      expect((await server.api("GET", "/api/site/details")).body.incrementTable).toBe(true);
      const { rows } = await applied({ table: `${HEAD}\n1,Imported ${randomUUID()},A lot,100` });
      expect(rows[0]?.rules).toEqual({ bidIncrement: null, softClose, areOfHouse: true, ...ofTable });
      expect(await lotOf(rows[0]?.auctionId)).toMatchObject({ incrementSteps: [[null, 500]], softClose });
      const old = await ended();
      expect((await lotOf(old)).softClose).toBeNull();
      expect(await lotOf(old)).toMatchObject({ softClose: null, bidIncrement: expect.any(Number) });
      expect((await post(`/api/auctions/${old}/relist`)).body.auction).toMatchObject({
        incrementSteps: [[null, 500]],
        softClose,
      });
      const { body: copy } = await post(`/api/auctions/${old}/duplicate`);
      const { body: draft } = await server.api("GET", `/api/lot-drafts/${copy.draft._id}`, { token: admin.token });
      expect(draft.draft.content).toMatchObject({ incrementTable: true, softCloseWindow: "180", softCloseCap: "60" });
    });

    it("give way to the columns of an import, and are no difference of a lot that was imported before", async () => {
      const head = `${HEAD},Increment,Soft close seconds,Soft close cap minutes,Increment table`;
      const name = randomUUID();
      const table = [
        `${head}`,
        `1,Own ${name},A lot,100,25,60,5`,
        `2,Off ${name},A lot,100,,off,`,
        `3,Cap ${name},A lot,100,,,5`,
        `4,No table ${name},A lot,100,,,,no`,
      ];
      const { rows } = await applied({ table: table.join("\n") });
      expect(rows.map(({ rules }) => rules)).toEqual([
        { bidIncrement: 25, softClose: { windowSeconds: 60, capMinutes: 5 }, areOfHouse: false, ...ofTable },
        { bidIncrement: null, softClose: null, areOfHouse: false, ...ofTable },
        null,
        { bidIncrement: 500, softClose, areOfHouse: false, ...ofTable, isSuggested: true },
      ]);
      expect(rows[2]?.problems).toEqual([
        { column: "Soft close seconds", message: "is missing, but the row has a cap." },
      ]);
      expect(await lotOf(rows[0]?.auctionId)).toMatchObject({
        bidIncrement: 25,
        softClose: { windowSeconds: 60, capMinutes: 5 },
      });
      expect(await lotOf(rows[1]?.auctionId)).toMatchObject({ incrementSteps: [[null, 500]], softClose: null });
      const file = await server.api("GET", `/api/admin/lots.csv?search=${name}`, { token: admin.token });
      expect((await checked({ table: file.text })).rows.map(({ verdict }) => verdict)).toEqual([
        "unchanged",
        "unchanged",
        "unchanged",
      ]);
      const without = await checked({ table: `${HEAD}\n1,Own ${name},A lot,100` });
      expect(without.rows[0]?.verdict).toBe("unchanged");
    });

    it("let a sale say which of its lots a late bid keeps open, also before they are public", async () => {
      const { makeLots, makeSale, setLots, act } = salesOn(() => ({ server, admin }));
      const soft = await makeLots(1, { softClose });
      const without = await makeLots(1);
      const cases = [
        ["all", []],
        ["all", soft],
        ["some", [...soft, ...without]],
        ["none", without],
      ] as const;
      let sale = await makeSale({ opensAt: inHours(2) });
      for (const [expected, ids] of cases) {
        sale = (await setLots(sale, ids)).body.sale;
        expect(sale.softClose, expected).toBe(expected);
      }
      await act(sale, "publish");
      const { body } = await server.api("GET", `/api/sales/${sale._id}`);
      expect(body.sale).toMatchObject({ lotCount: 1, softClose: "none" });
    });

    it("can be given to drafts at once, and never to a lot that is open", async () => {
      const draft = await openAuction(server, admin, { startTime: inHours(2), endTime: inHours(4) });
      const open = await openAuction(server, admin);
      const unknown = randomUUID();
      const call = {
        token: admin.token,
        headers: { "idempotency-key": randomUUID() },
        body: { auctionIds: [draft._id, open._id, unknown, "nothing"] },
      };
      for (const _ of ["first", "again"]) {
        const { status, body } = await server.api("POST", "/api/auctions/admin/house-rules", call);
        expect(status).toBe(200);
        expectShape(houseRulesAnswer, body);
        expect(body.changed).toEqual([draft._id]);
        expect(body.refused.map(({ auctionId }: { auctionId: string }) => auctionId)).toEqual([
          open._id,
          unknown,
          "nothing",
        ]);
      }
      expect(await lotOf(draft._id)).toMatchObject({
        incrementSteps: [[null, 500]],
        softClose,
        startTime: draft.startTime,
      });
      const untouched = await lotOf(open._id);
      expect([untouched.softClose, untouched.incrementSteps]).toEqual([null, undefined]);
    });
  },
  { shuffle: false },
);
