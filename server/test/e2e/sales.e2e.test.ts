// Tests sales from outside: lots that are published, paused, shifted and ended together, and close in order. An action
// on a whole sale reaches every lot once, even if the node that began it dies. It is long, because one file holds one
// subject.
import { randomUUID } from "node:crypto";
import { type Sale, type SaleLots, saleLotsAnswer, salesAnswer } from "@jara/shared/rest/sales";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commandIdFor } from "../../src/features/sales/action-job.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { at, endedInOrder, expectOrderHolds, inHours, SECOND, salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { shiftLotOf } from "../support/sale-actions.ts";
import { deadlineIn } from "../support/seed.ts";
import { goTo } from "../support/shift-clock.ts";

describeEndToEnd("sales", () => {
  let server: TestServer;
  let admin: Person;
  let cataloguer: Person;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock", config: { stepUpMinutes: 600 } });
    admin = await makePerson(server, "admin", { role: "admin" });
    cataloguer = await makePerson(server, "cataloguer", { role: "cataloguer" });
    ada = await makePerson(server, "ada");
  });
  afterAll(() => server?.close());

  const { post, makeSale, makeLots, setLots, act, publishedSale, lotOf, endsOf, statusesOf, clockPassed } = salesOn(
    () => ({
      server,
      admin,
    }),
  );
  const softClose = { windowSeconds: 120, capMinutes: 5 };

  describe("a draft of a sale", () => {
    it("is known to staff alone, and so are its lots", async () => {
      const ids = await makeLots(2);
      const sale = await makeSale({ viewings: [{ from: inHours(1), until: inHours(2), place: "Yaba" }] });
      expect(sale).toMatchObject({ status: "draft", spacingSeconds: 60, closing: "in-order", lotCount: 0 });
      const { body } = await setLots(sale, ids);
      expect(body.sale).toMatchObject({ lotCount: 2, revision: 2 });
      for (const path of ["", "/lots"]) {
        expect((await server.api("GET", `/api/sales/${sale._id}${path}`)).status).toBe(404);
        expect((await server.api("GET", `/api/sales/${sale._id}${path}`, { token: ada.token })).status).toBe(404);
      }
      const { body: list } = await server.api("GET", "/api/sales?limit=100");
      expectShape(salesAnswer, list);
      expect(list.sales.map(({ _id }: Sale) => _id)).not.toContain(sale._id);
      const { body: lots } = await server.api("GET", `/api/sales/${sale._id}/lots`, { token: cataloguer.token });
      expectShape(saleLotsAnswer, lots);
      expect(lots.lots.map((one: { auction: { _id: string } }) => one.auction._id)).toEqual(ids);
    });

    it("refuses an outdated change, a lot of another sale, an open lot, and a lot that is not there", async () => {
      const [first = "", second = ""] = await makeLots(2);
      const sale = await makeSale();
      expect((await setLots(sale, [first])).status).toBe(200);
      const outdated = await setLots(sale, [second]);
      expect([outdated.status, outdated.body.code]).toEqual([409, "SALE_STATE"]);
      // The refusal has the sale as it is now.
      expect(outdated.body.sale).toMatchObject({ _id: sale._id, revision: sale.revision + 1, lotCount: 1 });
      const retitled = await server.api("PUT", `/api/sales/${sale._id}`, {
        token: admin.token,
        body: { revision: sale.revision, title: "Another" },
      });
      expect([retitled.status, retitled.body.sale]).toMatchObject([409, { title: sale.title }]);
      const other = await makeSale();
      const open = await openAuction(server, admin);
      for (const ids of [[first], [open._id], [randomUUID()], ["nothing"], [second, first]]) {
        const { status, body } = await setLots(other, ids);
        const paths = body.issues?.map(({ path }: { path: string }) => path);
        expect([status, body.code, paths], String(ids)).toEqual([400, "INVALID", [`auctionIds.${ids.length - 1}`]]);
      }
      const { body } = await server.api("GET", `/api/sales/${other._id}/lots`, { token: admin.token });
      expect(body.lots).toEqual([]);
    });

    it.each([
      ["a closing before the opening", { opensAt: inHours(5), closesAt: inHours(4) }, "closesAt"],
      [
        "a viewing that ends before it begins",
        { viewings: [{ from: inHours(2), until: inHours(1), place: "Yaba" }] },
        "viewings.0.until",
      ],
      ["a negative spacing", { spacingSeconds: -1 }, "spacingSeconds"],
      ["another way of closing", { closing: "backwards" }, "closing"],
      ["no title", { title: " " }, "title"],
    ])("is refused with %s", async (_what, details, path) => {
      const body = { title: "A sale", closesAt: inHours(3), ...details };
      const answer = await post(admin, "", { body });
      expect([answer.status, answer.body.code, answer.body.issues[0].path]).toEqual([400, "INVALID", path]);
    });

    it("keeps lots with a start time from opening by themselves", async () => {
      const start = Math.round(await server.databaseNow()) + 600 * SECOND;
      const ids = await makeLots(1, { startTime: at(start) });
      const sale = await makeSale();
      expect((await setLots(sale, ids)).status).toBe(200);
      await clockPassed(start);
      expect((await server.api("GET", `/api/auctions/${ids[0]}`, { token: admin.token })).body.auction.status).toBe(
        "draft",
      );
    });
  });

  it("opens its lots when it is published, and each closes after the one before it", async () => {
    const ids = await makeLots(3, { title: "Drum" });
    const sale = await makeSale({ closesAt: inHours(4), spacingSeconds: 30 });
    expect((await post(admin, `/${sale._id}/publish`)).body.code).toBe("SALE_STATE");
    await setLots(sale, [...ids].reverse());
    const { sale: shown, action } = await act(sale, "publish");
    expect([shown.status, action?.lots, action?.refused]).toEqual(["published", 3, []]);
    const closesAt = Date.parse(sale.closesAt);
    expect(await endsOf([...ids].reverse())).toEqual([closesAt, closesAt + 30_000, closesAt + 60_000]);
    const { body } = await server.api("GET", `/api/sales/${sale._id}/lots`);
    expect(
      body.lots.map(({ lotNumber, auction }: { lotNumber: number; auction: { _id: string; status: string } }) => [
        lotNumber,
        auction._id,
        auction.status,
      ]),
    ).toEqual([...ids].reverse().map((id, i) => [i + 1, id, "active"]));
    await setStatus(server, admin, ids[2] ?? "", "paused");
    const numbersOf = async (query: string) => {
      const { body: found } = await server.api("GET", `/api/sales/${sale._id}/lots?${query}`);
      return found.lots.map(({ lotNumber }: { lotNumber: number }) => lotNumber);
    };
    expect(await numbersOf("open=true")).toEqual([2, 3]);
    expect(await numbersOf("search=3")).toEqual([3]);
    expect(await numbersOf("search=dRUM%20&open=true")).toEqual([2, 3]);
    expect(await numbersOf("search=dr%C3%BAms&open=true")).toEqual([2, 3]);
    expect(await numbersOf("search=%25")).toEqual([]);
    const late = await server.api("PUT", `/api/sales/${sale._id}`, {
      token: admin.token,
      body: { revision: shown.revision, closesAt: inHours(9) },
    });
    expect([late.status, late.body.code]).toEqual([409, "SALE_STATE"]);
    const renamed = await server.api("PUT", `/api/sales/${sale._id}`, {
      token: admin.token,
      body: { revision: shown.revision, title: "Renamed" },
    });
    expect([renamed.status, renamed.body.sale.title]).toEqual([200, "Renamed"]);
  });

  it("gives each lot the exact end, also if the draft's own end was in the same minute", async () => {
    const minute = Math.ceil(((await server.databaseNow()) + 3_600_000) / 60_000) * 60_000;
    for (const opensAt of [null, at(minute - 600_000)]) {
      const ids = await makeLots(1, { endTime: at(minute + 37_123), startTime: at(minute - 300_000) });
      const sale = await makeSale({ closesAt: at(minute), opensAt });
      expect((await setLots(sale, ids)).status).toBe(200);
      await act(sale, "publish");
      const { body } = await server.api("GET", `/api/auctions/${ids[0]}`, { token: admin.token });
      expect(Date.parse(body.auction.endTime), String(opensAt)).toBe(minute);
    }
  });

  it("leads from a lot to its sale and the lots beside it that the reader may see, and gives calendar files", async () => {
    const ids = await makeLots(3);
    const sale = await makeSale({ viewings: [{ from: inHours(1), until: inHours(2), place: "Hall B" }] });
    await setLots(sale, ids);
    const saleOf = async (id: string | undefined, token?: string) =>
      (await server.api("GET", `/api/auctions/${id}/sale`, token ? { token } : {})).body.sale;
    expect((await server.api("GET", `/api/auctions/${ids[1]}/sale`)).status).toBe(404);
    expect(await saleOf(ids[1], admin.token)).toMatchObject({ _id: sale._id, lotNumber: 2 });
    await act(sale, "publish");
    expect(await saleOf(ids[1])).toEqual({
      _id: sale._id,
      title: sale.title,
      lotNumber: 2,
      asksTerms: false,
      previous: { auctionId: ids[0], lotNumber: 1 },
      next: { auctionId: ids[2], lotNumber: 3 },
    });
    await setStatus(server, admin, ids[2] ?? "", "draft");
    expect((await saleOf(ids[1])).next).toBeNull();
    const alone = await openAuction(server, admin);
    expect(await saleOf(alone._id)).toBeNull();
    for (const [path, words] of [
      [`/api/auctions/${ids[0]}/calendar.ics`, `Bidding ends: Lot 1`],
      [`/api/sales/${sale._id}/calendar.ics`, "LOCATION:Hall B"],
    ]) {
      const { status, text } = await server.api("GET", path ?? "");
      expect([status, text.startsWith("BEGIN:VCALENDAR")]).toEqual([200, true]);
      expect(text).toContain(words);
    }
    expect((await server.api("GET", "/api/sales/none/calendar.ics")).status).toBe(404);
  });

  it("opens its lots later, where bidding opens later", async () => {
    const opensAt = (await server.databaseNow()) + 600 * SECOND;
    const { sale, ids } = await publishedSale(2, { opensAt: at(opensAt) });
    expect(await statusesOf(ids)).toEqual(["draft", "draft"]);
    await goTo(server, opensAt);
    await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["active", "active"]), { timeout: 45_000 });
    expect((await server.api("GET", `/api/sales/${sale._id}`)).body.sale.lotCount).toBe(2);
  });

  it("pauses all open lots, and lets those go on that it paused", async () => {
    const { sale, ids } = await publishedSale(4);
    const [first = "", second = "", ...others] = ids;
    await setStatus(server, admin, first, "paused");
    await setStatus(server, admin, second, "ended");
    const before = await endsOf(others);
    const { sale: paused, action } = await act(sale, "pause");
    expect([paused.isPaused, action?.lots]).toEqual([true, 2]);
    expect(await statusesOf(ids)).toEqual(["paused", "ended", "paused", "paused"]);
    expect((await post(admin, `/${sale._id}/pause`)).body.code).toBe("SALE_STATE");
    await server.shiftClock(600 * SECOND);
    const { sale: resumed } = await act(sale, "resume");
    expect(resumed.isPaused).toBe(false);
    expect(await statusesOf(ids)).toEqual(["paused", "ended", "active", "active"]);
    for (const [i, end] of (await endsOf(others)).entries())
      expect(end - (before[i] ?? 0)).toBeGreaterThanOrEqual(600 * SECOND);
  });

  it("pauses a lot too that was being bought when the sale was paused, once the purchase is over", async () => {
    const { sale, ids } = await publishedSale(3, {}, { buyItNowPrice: 50_000 });
    const [bought = "", other = "", boughtToo = ""] = ids;
    const buy = async (lot: string, name: string) => {
      const { token } = await makePerson(server, name);
      expect((await server.api("POST", `/api/auctions/${lot}/buy-it-now`, { token })).status).toBe(200);
      return token;
    };
    const waive = async (lot: string, token: string) => {
      const { body } = await server.api("GET", "/api/users/purchases", { token });
      const { _id: purchase } = body.purchases.find((one: { auction: { _id: string } }) => one.auction._id === lot);
      const waived = await server.api("POST", `/api/settlements/${purchase}/waive`, { token: admin.token, body: {} });
      expect(waived.status, waived.text).toBe(200);
      await server.shiftClock(SECOND);
      // The pause of a purchase has an end, that of a sale has none.
      await vi.waitFor(
        async () => expect(await lotOf(lot)).toMatchObject({ status: "paused", pausedUntil: null }),
        20_000,
      );
    };
    const [buyer, buyerToo] = [await buy(bought, "paused-buyer"), await buy(boughtToo, "paused-buyer-too")];
    await act(sale, "pause");
    await waive(bought, buyer);

    // A lot that the staff resumed by hand stays open, also when the sale's pause reaches another lot later.
    await setStatus(server, admin, other, "active");
    await waive(boughtToo, buyerToo);
    expect(await statusesOf(ids)).toEqual(["paused", "active", "paused"]);
    await act(sale, "resume");
    expect(await statusesOf(ids)).toEqual(["active", "active", "active"]);
  });

  it("can be paused while it is over, which pauses a lot that opens again", async () => {
    const { sale, ids } = await publishedSale(1);
    await setStatus(server, admin, ids[0] ?? "", "cancelled");
    expect((await act(sale, "pause")).sale).toMatchObject({ isOver: true, isPaused: true });
    expect((await post(admin, `/${sale._id}/pause`)).body.code).toBe("SALE_STATE");
    await setStatus(server, admin, ids[0] ?? "", "active");
    await server.shiftClock(SECOND);
    await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["paused"]), { timeout: 45_000 });
  });

  it("moves every lot that is not over when it is shifted, once for one key", async () => {
    const { sale, ids } = await publishedSale(3);
    await setStatus(server, admin, ids[1] ?? "", "paused");
    await setStatus(server, admin, ids[2] ?? "", "ended");
    const before = await endsOf(ids);
    const headers = { "idempotency-key": randomUUID() };
    const body = { seconds: 600 };
    for (const time of ["first", "again"]) {
      const { action, sale: shifted } = await act(sale, "shift", { body, headers });
      expect([action?.lots, Date.parse(shifted.closesAt)], time).toEqual([2, Date.parse(sale.closesAt) + 600_000]);
      const after = await endsOf(ids);
      expect(
        after.map((end, i) => end - (before[i] ?? 0)),
        time,
      ).toEqual([600_000, 600_000, 0]);
    }
    const another = await post(admin, `/${sale._id}/shift`, { body: { seconds: 601 }, headers });
    expect([another.status, another.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
    for (const seconds of [0, -60, 1.5, 10_000_000]) {
      expect((await post(admin, `/${sale._id}/shift`, { body: { seconds } })).status, String(seconds)).toBe(400);
    }
  });

  it("ends all open lots, but not one that somebody is buying", async () => {
    const { sale, ids } = await publishedSale(3, {}, { buyItNowPrice: 90_000 });
    const buying = ids[1] ?? "";
    const { token } = await makePerson(server, "ending-buyer");
    const bought = await server.api("POST", `/api/auctions/${buying}/buy-it-now`, { token, body: {} });
    expect(bought.status, bought.text).toBe(200);
    const { action } = await act(sale, "end");
    expect(action?.lots).toBe(2);
    expect(action?.refused).toEqual([{ lotNumber: 2, auctionId: buying, reason: "Somebody is buying this lot." }]);
    expect(await statusesOf(ids)).toEqual(["ended", "paused", "ended"]);
  });

  it("says when a sale that was ended early was over, and still lists its lots to everybody", async () => {
    const { sale, ids } = await publishedSale(2);
    const [row] = await server.query<{ now: string }>("select clock_now()::text as now");
    await act(sale, "end");
    const { body } = await server.api("GET", `/api/sales/${sale._id}`);
    expect(body.sale).toMatchObject({ isOver: true, lotCount: 2, closesAt: sale.closesAt });
    expect(Date.parse(body.sale.endedAt)).toBeGreaterThanOrEqual(Date.parse(row?.now ?? "") - 1);
    expect(Date.parse(body.sale.endedAt)).toBeLessThan(Date.parse(sale.closesAt));
    const { body: list } = await server.api("GET", "/api/sales?limit=100");
    expect(list.sales.find(({ _id }: Sale) => _id === sale._id)).toMatchObject({ endedAt: body.sale.endedAt });
    const { body: lots } = await server.api("GET", `/api/sales/${sale._id}/lots`);
    expect(
      lots.lots.map((one: { auction: { _id: string; status: string } }) => [one.auction._id, one.auction.status]),
    ).toEqual(ids.map((id) => [id, "ended"]));
  });

  it("ends a lot that somebody was buying at that moment once the purchase expires", async () => {
    const { sale, ids } = await publishedSale(2, {}, { buyItNowPrice: 90_000 });
    const buying = ids[0] ?? "";
    const buyer = await makePerson(server, `buyer-${randomUUID().slice(0, 8)}`);
    const buy = await server.api("POST", `/api/auctions/${buying}/buy-it-now`, { token: buyer.token, body: {} });
    expect(buy.status, buy.text).toBe(200);
    expect((await act(sale, "end")).action).toMatchObject({ lots: 1, refused: [{ auctionId: buying }] });
    await deadlineIn(server.server.database, buying, -1);
    await server.shiftClock(SECOND);
    // The lot opens for a moment when the purchase expires. The action counts the lot after its end is committed.
    await vi.waitFor(
      async () => {
        const { body } = await server.api("GET", `/api/sales/${sale._id}`, { token: admin.token });
        expect(body).toMatchObject({ sale: { isOver: true }, action: { isDone: true, lots: 2, refused: [] } });
      },
      { timeout: 45_000, interval: 200 },
    );
    expect(await statusesOf(ids)).toEqual(["ended", "ended"]);
  });

  it("is done on every lot, each once, also if the node that began it died", async () => {
    const { sale, ids } = await publishedSale(4);
    const before = await endsOf(ids);
    // The node took the action, did it on one lot without writing its outcome, and died.
    const actionId = randomUUID();
    await server.query(
      `insert into sale_actions (id, sale_id, kind, seconds, actor_id, command_id, closes_at, asked_at, taken_until)
       values ($1::text::uuid, $2::text::uuid, 'shift', 60, $3::text::uuid, 'of-the-dead', clock_now(),
         clock_now(), clock_now() + interval '60 seconds')`,
      [actionId, sale._id, admin.id],
    );
    expect((await server.server.engine.submit(shiftLotOf(actionId, ids[2] ?? "", admin.id, 60))).outcome.ok).toBe(true);
    await server.shiftClock(60 * SECOND);
    await vi.waitFor(
      async () => {
        const [row] = await server.query<{ isDone: boolean }>(
          `select done_at is not null as "isDone" from sale_actions where id = $1::text::uuid`,
          [actionId],
        );
        expect(row?.isDone).toBe(true);
      },
      { timeout: 45_000, interval: 200 },
    );
    expect((await endsOf(ids)).map((end, i) => end - (before[i] ?? 0))).toEqual([60_000, 60_000, 60_000, 60_000]);
  });

  it("counts a lot as published if its node died before it wrote that, and as left out if somebody else opened it", async () => {
    const { sale, ids } = await publishedSale(2);
    const [done = "", left = ""] = ids;
    const [action] = await server.query<{ id: string }>(
      "select id::text as id from sale_actions where sale_id = $1::text::uuid",
      [sale._id],
    );
    await setStatus(server, admin, left, "draft");
    await setStatus(server, admin, left, "active");
    const ends = await endsOf(ids);
    // Remove the second lot's command, as if somebody had opened the lot before the job reached it.
    await server.query("delete from commands where command_id = $1", [commandIdFor(action?.id ?? "", left)]);
    await server.query("delete from sale_action_lots where action_id = $1::text::uuid", [action?.id ?? ""]);
    await server.query("update sale_actions set done_at = null, taken_until = null where id = $1::text::uuid", [
      action?.id ?? "",
    ]);
    await server.shiftClock(SECOND);
    await vi.waitFor(
      async () => {
        const { body } = await server.api("GET", `/api/sales/${sale._id}`, { token: admin.token });
        expect(body.action).toMatchObject({ isDone: true, lots: 1, refused: [{ lotNumber: 2, auctionId: left }] });
      },
      { timeout: 45_000, interval: 200 },
    );
    expect(await statusesOf([done, left])).toEqual(["active", "active"]);
    expect(await endsOf(ids)).toEqual(ends);
  });

  it("removes a start that has passed from a lot that leaves a draft of a sale, so that the lot stays a draft", async () => {
    const start = Math.round(await server.databaseNow()) + 600 * SECOND;
    const ids = [...(await makeLots(2, { startTime: at(start) })), ...(await makeLots(2))];
    const [first = "", second = "", later = "", stays = ""] = ids;
    const sale = await makeSale();
    const { body } = await setLots(sale, ids);
    await goTo(server, start + 1);
    const asStaff = async (id: string) =>
      (await server.api("GET", `/api/auctions/${id}`, { token: admin.token })).body.auction;
    // A refused call changes nothing.
    expect((await setLots({ ...body.sale, revision: 1 }, [stays])).body.code).toBe("SALE_STATE");
    expect((await asStaff(first)).startTime).toBe(at(start));
    const kept = (await asStaff(later)).startTime;
    const set = await setLots(body.sale, [stays], cataloguer);
    expect([set.status, set.body.sale.lotCount]).toEqual([200, 1]);
    for (const id of [first, second]) expect(await asStaff(id)).toMatchObject({ status: "draft", startTime: null });
    expect(await asStaff(later)).toMatchObject({ status: "draft", startTime: kept });
    // The clock opens nothing.
    await clockPassed(start);
    for (const id of ids) expect((await asStaff(id)).status).toBe("draft");
  });

  it("takes its lots in another order as often as it is asked", async () => {
    const ids = await makeLots(3);
    let sale = await makeSale();
    for (const order of [ids, [ids[1], ids[0], ids[2]], [...ids].reverse(), ids] as string[][]) {
      const { status, body } = await setLots(sale, order);
      expect(status).toBe(200);
      sale = body.sale;
      const { lots } = (await server.api("GET", `/api/sales/${sale._id}/lots`, { token: admin.token })).body;
      expect(lots.map(({ lotNumber, auction }: SaleLots["lots"][number]) => [lotNumber, auction._id])).toEqual(
        order.map((id, place) => [place + 1, id]),
      );
    }
  });

  describe("the order of closings", () => {
    it.each([
      ["in-order", 1],
      ["together", 0],
    ] as const)("holds %s lots open when a bid moves the end of an earlier one", async (closing, spacingSeconds) => {
      const closesAt = (await server.databaseNow()) + 60 * SECOND;
      const { ids } = await publishedSale(4, { closing, spacingSeconds, closesAt: at(closesAt) }, { softClose });
      const bid = { auctionId: ids[0], amount: 5_000 };
      const { status, text } = await server.api("POST", "/api/bids", { token: ada.token, body: bid });
      expect(status, text).toBe(201);
      const moved = Date.parse((await lotOf(ids[0] ?? "")).endTime);
      expect(moved).toBeGreaterThan(closesAt);
      for (const place of ids.keys()) {
        const due = ids.slice(0, closing === "together" ? ids.length : place + 1);
        await goTo(server, Math.max(...(await endsOf(due))));
        await vi.waitFor(async () => expect(await statusesOf(due)).toEqual(due.map(() => "ended")), {
          timeout: 45_000,
        });
      }
      const ended = await endedInOrder(server, ids);
      if (closing === "in-order") expect(ended.map(({ id }) => id)).toEqual(ids);
      for (const { at: end } of ended) expect(end).toBeGreaterThanOrEqual(moved);
      await expectOrderHolds(server, ids);
    });

    it.each(["in-order", "together"])(
      "does not wait, %s, for a lot that somebody used Buy It Now on and did not pay",
      async (closing) => {
        const { ids } = await publishedSale(3, { closing, spacingSeconds: 0 }, { buyItNowPrice: 90_000 });
        const [bought = "", second = "", third = ""] = ids;
        const buyer = await makePerson(server, `buyer-${randomUUID().slice(0, 8)}`);
        const buy = await server.api("POST", `/api/auctions/${bought}/buy-it-now`, { token: buyer.token, body: {} });
        expect(buy.status, buy.text).toBe(200);
        await deadlineIn(server.server.database, bought, -1);
        await vi.waitFor(async () => expect(await statusesOf([bought])).toEqual(["active"]), { timeout: 45_000 });
        // Set the ends so that the lot ends within an hour after the others, as an unpaid purchase can make it.
        const now = await server.databaseNow();
        const move = (id: string, endTime: number) =>
          server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body: { endTime: at(endTime) } });
        expect((await move(bought, now + 2_400 * SECOND)).status).toBe(200);
        const ends = Math.round(now + 600 * SECOND);
        for (const id of [second, third]) expect((await move(id, ends)).status).toBe(200);
        await goTo(server, ends);
        await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["active", "ended", "ended"]), {
          timeout: 45_000,
        });
        expect(await endsOf([second, third])).toEqual([ends, ends]);
        await expectOrderHolds(server, ids, 2);
      },
    );

    it.each(["in-order", "together"])(
      "keeps the end of a lot that was published on its own before the sale (%s), and no lot waits for it",
      async (closing) => {
        const ids = await makeLots(3);
        const [late = "", inSale = "", early = ""] = ids;
        const now = Math.round(await server.databaseNow());
        const closesAt = now + 90 * SECOND;
        const sale = await makeSale({ closing, spacingSeconds: 0, closesAt: at(closesAt) });
        expect((await setLots(sale, ids)).status).toBe(200);
        const ends = [now + 600 * SECOND, closesAt, now + 60 * SECOND];
        for (const [place, id] of [
          [0, late],
          [2, early],
        ] as const) {
          await setStatus(server, admin, id, "active");
          const body = { endTime: at(ends[place] ?? 0) };
          expect((await server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body })).status).toBe(200);
        }
        const { action } = await act(sale, "publish");
        expect(action?.refused.map(({ auctionId }) => auctionId)).toEqual([late, early]);
        for (const [place, id] of [
          [2, early],
          [1, inSale],
        ] as const) {
          await goTo(server, ends[place] ?? 0);
          await vi.waitFor(async () => expect((await lotOf(id)).status).toBe("ended"), { timeout: 45_000 });
        }
        expect(await statusesOf([late])).toEqual(["active"]);
        expect(await endsOf(ids)).toEqual(ends);
        expect((await endedInOrder(server, ids)).map(({ id }) => id)).toEqual([early, inSale]);
        await expectOrderHolds(server, ids, 1);
      },
    );

    it("does not wait for an earlier lot that was moved by hand to another day", async () => {
      const closesAt = (await server.databaseNow()) + 600 * SECOND;
      const { ids } = await publishedSale(2, { spacingSeconds: 1, closesAt: at(closesAt) });
      const { status } = await server.api("PUT", `/api/auctions/${ids[0]}`, {
        token: admin.token,
        body: { endTime: inHours(20) },
      });
      expect(status).toBe(200);
      await goTo(server, closesAt + SECOND);
      await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["active", "ended"]), { timeout: 45_000 });
    });
  });

  it("lets cataloguers make and publish sales, and others neither", async () => {
    const { sale } = await publishedSale(1);
    for (const kind of ["pause", "end"]) expect((await post(cataloguer, `/${sale._id}/${kind}`)).status).toBe(403);
    const body = { title: "Mine", closesAt: inHours(3) };
    expect((await post(cataloguer, "", { body })).status).toBe(201);
    expect((await post(ada, "", { body })).status).toBe(403);
    expect((await server.api("POST", "/api/sales", { body })).status).toBe(401);
  });
});
