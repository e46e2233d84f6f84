// Tests the slots in which buyers collect their lots: one slot for all lots of a buyer in a sale, never more buyers than a
// slot takes, and the staff's list of a day.
import { randomUUID } from "node:crypto";
import { dayPickupsAnswer, type Pickup, pickupsAnswer } from "@jara/shared/rest/pickups";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { makePerson, type Person, setStatus } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { wonBy } from "../support/given-wins.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();

describeEndToEnd("pickup slots", () => {
  let admin: Person;
  let cashier: Person;
  let ada: Person;
  let bola: Person;
  let place: string;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    cashier = await makePerson(server, "cashier", { role: "cashier" });
  });
  beforeEach(async () => {
    const id = randomUUID().slice(0, 8);
    [ada, bola] = [await makePerson(server, `ada-${id}`), await makePerson(server, `bola-${id}`)];
    // Places of other tests are not counted.
    place = `Hall ${id}`;
  });
  const { publishedSale } = salesOn(() => ({ server, admin }));
  const api = (method: string, path: string, who: Person, body?: object) =>
    server.api(method, `/api${path}`, {
      token: who.token,
      headers: { "idempotency-key": randomUUID() },
      ...(body && { body }),
    });
  const done = async (...asked: Parameters<typeof api>) => {
    const answer = await api(...asked);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body;
  };
  const settlementOf = async (auctionId: string): Promise<string> => {
    const [row] = await server.query<{ id: string }>(
      "select id from settlements where auction_id = $1::text::uuid order by created_at desc limit 1",
      [auctionId],
    );
    return row?.id ?? "";
  };
  const pay = async (auctionId: string) =>
    await done("POST", `/settlements/${await settlementOf(auctionId)}/payment-received`, admin);
  /** Two slots of half an hour, for one buyer each, unless said otherwise. */
  const pickupTime = (details: object = {}) => ({
    from: inHours(48),
    until: inHours(49),
    place,
    slotMinutes: 30,
    buyers: 1,
    ...details,
  });
  const makeReady = async (auctionId: string, hours = "9:00 to 16:00", at = place) =>
    await done("POST", `/settlements/${await settlementOf(auctionId)}/ready`, cashier, { place: at, hours });
  /** A sale that is over: each lot was won and paid by the person in its place. */
  const paidBy = async (buyers: readonly Person[], pickups: readonly object[] = [pickupTime()]) => {
    const { sale, ids } = await publishedSale(buyers.length, { pickups });
    for (const [n, who] of buyers.entries()) {
      expect((await api("POST", "/bids", who, { auctionId: ids[n], amount: 20_000 })).status).toBe(201);
      await setStatus(server, admin, ids[n] ?? "", "ended");
      await pay(ids[n] ?? "");
    }
    return { sale, ids };
  };
  /** The same, with every lot ready for pickup. */
  const soldTo = async (...given: Parameters<typeof paidBy>) => {
    const made = await paidBy(...given);
    for (const id of made.ids) await makeReady(id);
    return made;
  };
  const pickupsOf = async (who: Person): Promise<Pickup[]> => {
    const body = await done("GET", "/users/pickups", who);
    expectShape(pickupsAnswer, body);
    return body.pickups;
  };
  const pickupOf = async (who: Person, sale: { _id: string } | null): Promise<Pickup> => {
    const found = (await pickupsOf(who)).find((one) => one.sale?._id === sale?._id);
    if (!found) throw new Error("nothing to collect");
    return found;
  };
  const choose = (who: Person, sale: { _id: string } | null, slot: { startsAt: string } | undefined) =>
    api("PUT", "/users/pickup", who, { saleId: sale?._id ?? null, startsAt: slot?.startsAt ?? inHours(48), place });
  const comingOn = async (date: string, who = cashier) => {
    const body = await done("GET", `/admin/pickups/${date}`, who);
    expectShape(dayPickupsAnswer, body);
    return dayPickupsAnswer.parse(body).coming.filter(({ slot }) => slot.place === place);
  };
  /** The day in Lagos. */
  const dayOf = (iso: string): string => new Date(Date.parse(iso) + 3_600_000).toISOString().slice(0, 10);

  it("can be chosen once a lot is ready; a lot that is paid later joins the slot, and the code is there", async () => {
    const { sale, ids } = await paidBy([ada, ada]);
    const waiting = await pickupOf(ada, sale);
    expect(waiting).toMatchObject({ hasSlots: true, canChoose: false, offered: [], code: null });
    const early = await choose(ada, sale, { startsAt: pickupTime().from });
    expect(early.body).toMatchObject({ code: "VALUE_CHANGED", message: expect.stringContaining("ready for pickup") });
    const [first = "", second = ""] = ids;
    await done("POST", `/settlements/${await settlementOf(second)}/reverse`, admin, { reason: "It bounced" });
    await makeReady(first);
    const { offered } = await pickupOf(ada, sale);
    expect(offered).toHaveLength(2);
    expect((await choose(ada, sale, offered[0])).status).toBe(200);
    await pay(second);
    const joined = await pickupOf(ada, sale);
    expect(joined).toMatchObject({
      slot: offered[0],
      lots: [
        { isReady: true, isAdded: false },
        { isReady: false, isAdded: true },
      ],
    });
    const { win } = await done("GET", `/auctions/${first}/win`, ada);
    expect(joined.code).toBe(win.pickup.code);
  });

  it("are at the place that the lot's page names before a bid and after it, until staff name another", async () => {
    const { ids } = await paidBy([ada], [pickupTime(), pickupTime({ place: `${place} B` })]);
    const [id = ""] = ids;
    const told = async () => [
      (await server.api("GET", `/api/auctions/${id}/sale`)).body.places,
      (await done("GET", `/auctions/${id}/win`, ada)).win.places,
      (await done("GET", "/users/purchases", ada)).purchases[0].places,
    ];
    const both = [place, `${place} B`];
    expect(await told()).toEqual([both, both, both]);
    await makeReady(id, "9:00 to 16:00", "Gate 3");
    expect(await told()).toEqual([both, ["Gate 3"], ["Gate 3"]]);
  });

  it("are offered for paid lots; one is for all lots of the buyer in the sale, and can be changed", async () => {
    const { sale, ids } = await soldTo([ada, ada]);
    const before = await pickupOf(ada, sale);
    expect(before).toMatchObject({ sale: { _id: sale._id, title: sale.title }, slot: null, canChoose: true });
    expect(before.lots.map(({ lot, auction }) => [lot, auction._id])).toEqual([
      ["1", ids[0]],
      ["2", ids[1]],
    ]);
    const [first, second, ...more] = before.offered;
    expect(more).toEqual([]);
    expect(Date.parse(second?.startsAt ?? "") - Date.parse(first?.startsAt ?? "")).toBe(30 * 60_000);
    const answer = await choose(ada, sale, first);
    expect(answer.body.pickups).toMatchObject([{ slot: first, canChoose: true }]);
    // Again, it does nothing.
    expect((await choose(ada, sale, first)).status).toBe(200);
    expect((await choose(ada, sale, second)).status).toBe(200);
    expect((await pickupOf(ada, sale)).slot).toEqual(second);
    const rows = await server.query("select 1 from chosen_pickups where buyer_id = $1::text::uuid", [ada.id]);
    expect(rows).toHaveLength(1);
    // Each choice has a mail.
    const mails = await server.query<{ data: object }>(
      "select data from outbox where kind = 'pickup-booked' and user_id = $1::text::uuid order by created_at",
      [ada.id],
    );
    const titles = before.lots.map(({ auction: { title } }, n) => `Lot ${n + 1}: ${title}`);
    expect(mails.map(({ data }) => data)).toEqual(
      [first, second].map((slot) => ({ ...slot, sale: sale.title, titles })),
    );
  });

  it("are not needed: the staff's list has those who are ready without one, with their numbers, in the order of the lots", async () => {
    const { sale, ids } = await soldTo([ada, bola, ada]);
    const withoutSlot = async () => {
      const body = await done("GET", `/admin/pickups/${dayOf(inHours(0))}`, cashier);
      expectShape(dayPickupsAnswer, body);
      return (dayPickupsAnswer.parse(body).withoutSlot ?? []).filter((one) => one.sale?._id === sale._id);
    };
    const found = await withoutSlot();
    expect(found.map(({ buyer, number }) => [buyer._id, number])).toEqual([
      [ada.id, 1],
      [bola.id, 2],
    ]);
    expect(found[0]?.lots.map(({ lot, auction }) => [lot, auction._id])).toEqual([
      ["1", ids[0]],
      ["3", ids[2]],
    ]);
    expect(found.map(({ owed }) => owed)).toEqual([[], []]);
    const [slot] = (await pickupOf(ada, sale)).offered;
    expect((await choose(ada, sale, slot)).status).toBe(200);
    expect((await withoutSlot()).map(({ buyer }) => buyer._id)).toEqual([bola.id]);
    // What the buyer owes elsewhere is named here too.
    const elsewhere = await publishedSale(1);
    expect((await api("POST", "/bids", bola, { auctionId: elsewhere.ids[0], amount: 20_000 })).status).toBe(201);
    await setStatus(server, admin, elsewhere.ids[0] ?? "", "ended");
    expect((await withoutSlot()).map(({ owed }) => owed)).toEqual([[{ currency: "NGN", amount: 16_000 }]]);
  });

  it("give the last place to exactly one of two buyers, and are not offered once they are full", async () => {
    const { sale } = await soldTo([ada, bola]);
    for (let tried = 0; tried < 5; tried += 1) {
      await server.query("delete from chosen_pickups where place = $1", [place]);
      const [slot] = (await pickupOf(ada, sale)).offered;
      const answers = await Promise.all([choose(ada, sale, slot), choose(bola, sale, slot)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const loser = answers[0].status === 200 ? bola : ada;
      expect((await choose(loser, sale, slot)).body.code).toBe("VALUE_CHANGED");
      expect((await pickupOf(loser, sale)).offered).not.toContainEqual(slot);
    }
  });

  it("are refused without a paid lot there, at a time that is not offered, and shortly before", async () => {
    const soon = pickupTime({ from: inHours(3.25), until: inHours(6.25) });
    const { sale, ids } = await soldTo([ada], [soon]);
    const { offered } = await pickupOf(ada, sale);
    // The first two begin in less than four hours.
    expect(offered).toHaveLength(4);
    expect((await choose(ada, sale, { startsAt: soon.from })).body.code).toBe("VALUE_CHANGED");
    expect((await choose(ada, sale, { startsAt: inHours(30) })).body.code).toBe("VALUE_CHANGED");
    expect((await choose(bola, sale, offered[0])).status).toBe(404);
    expect((await choose(ada, { _id: randomUUID() }, offered[0])).status).toBe(404);
    expect((await choose(ada, null, offered[0])).status).toBe(404);
    expect(await pickupsOf(bola)).toEqual([]);
    await done("POST", `/settlements/${await settlementOf(ids[0] ?? "")}/reverse`, admin, { reason: "It bounced" });
    expect(await pickupsOf(ada)).toEqual([]);
    expect((await choose(ada, sale, offered[0])).status).toBe(404);
  });

  it("stay from four hours before, and can be chosen anew when they are over", async () => {
    const { sale } = await soldTo([ada]);
    const [, second] = (await pickupOf(ada, sale)).offered;
    await choose(ada, sale, second);
    const move = (hours: number) =>
      server.query(
        `update chosen_pickups set starts_at = clock_now() + $1::text::float8 * interval '1 hour',
           ends_at = clock_now() + ($1::text::float8 + 0.5) * interval '1 hour' where place = $2`,
        [String(hours), place],
      );
    await move(3.9);
    expect(await pickupOf(ada, sale)).toMatchObject({ canChoose: false, offered: [] });
    expect((await choose(ada, sale, second)).body).toMatchObject({ code: "VALUE_CHANGED" });
    await move(-1);
    expect((await pickupOf(ada, sale)).canChoose).toBe(true);
    expect((await choose(ada, sale, second)).status).toBe(200);
  });

  it("are free again after a refund, and a reversed payment that comes again does not take them back", async () => {
    const { sale, ids } = await soldTo([ada, bola]);
    const [slot] = (await pickupOf(ada, sale)).offered;
    await choose(ada, sale, slot);
    expect((await pickupOf(bola, sale)).offered).not.toContainEqual(slot);
    const settlement = await settlementOf(ids[0] ?? "");
    await done("POST", `/settlements/${settlement}/reverse`, admin, { reason: "It bounced" });
    expect((await choose(bola, sale, slot)).status).toBe(200);
    await pay(ids[0] ?? "");
    await makeReady(ids[0] ?? "");
    expect(await pickupOf(ada, sale)).toMatchObject({ slot: null });
    expect((await choose(ada, sale, slot)).body.code).toBe("VALUE_CHANGED");
    const ofBola = await settlementOf(ids[1] ?? "");
    await done("POST", `/settlements/${ofBola}/refund`, admin, { to: "balance", reason: "It was damaged" });
    expect(await pickupsOf(bola)).toEqual([]);
    expect((await choose(ada, sale, slot)).status).toBe(200);
  });

  it("are within the office hours for lots without a sale, if the site has a length of a slot", async () => {
    const { settings } = (await api("GET", "/admin/settings", admin)).body;
    const change = async (section: string, value: object) => {
      const now = (await api("GET", "/admin/settings", admin)).body.settings;
      const { version } = now.find((one: { section: string }) => one.section === section);
      await done("PUT", "/admin/settings", admin, { section, version, value, reason: "A test" });
    };
    const changeForNow = async (section: string, value: object) => {
      const { value: before } = settings.find((one: { section: string }) => one.section === section);
      await change(section, value);
      onTestFinished(() => change(section, before));
    };
    const { auction } = await wonBy(server, admin, ada);
    await pay(auction._id);
    await makeReady(auction._id);
    expect(await pickupOf(ada, null)).toMatchObject({ sale: null, hasSlots: false, offered: [] });
    const placesOf = async () => (await server.api("GET", `/api/auctions/${auction._id}/sale`)).body;
    expect(await placesOf()).toEqual({ sale: null, places: [] });
    const open = { opens: "08:00", closes: "20:00" };
    await changeForNow("hours", { days: Array.from({ length: 7 }, () => open), place });
    expect(await placesOf()).toEqual({ sale: null, places: [place] });
    await changeForNow("pickup-slots", { slotMinutes: 60, buyers: 2 });
    const { offered, lots } = await pickupOf(ada, null);
    expect(lots).toMatchObject([{ lot: null, auction: { _id: auction._id } }]);
    expect(offered.length).toBeGreaterThan(100);
    expect(offered.every((slot) => slot.place === place)).toBe(true);
    expect((await choose(ada, null, offered.at(-1))).status).toBe(200);
    expect((await pickupOf(ada, null)).slot).toEqual(offered.at(-1));
    // A sale without times of its own has them too.
    const { sale } = await soldTo([ada], []);
    expect((await pickupOf(ada, sale)).offered).toContainEqual(offered.at(-1));
  });

  it("list the buyers of one slot by their numbers in the sale, which are on the shelves", async () => {
    const { sale } = await soldTo([bola, ada], [pickupTime({ buyers: 2 })]);
    const [slot] = (await pickupOf(ada, sale)).offered;
    for (const who of [ada, bola]) expect((await choose(who, sale, slot)).status).toBe(200);
    const coming = await comingOn(dayOf(slot?.startsAt ?? ""));
    expect(coming.map(({ number, buyer }) => [number, buyer._id])).toEqual([
      [1, bola.id],
      [2, ada.id],
    ]);
  });

  it("are a list of the day for the staff, with paid, unpaid and collected lots, and stand on the packing lists", async () => {
    const { sale, ids } = await soldTo([ada]);
    const [slot] = (await pickupOf(ada, sale)).offered;
    const day = dayOf(slot?.startsAt ?? "");
    const before = dayOf(new Date(Date.parse(slot?.startsAt ?? "") - 24 * 3_600_000).toISOString());
    const countOf = async (): Promise<number> => {
      const { nextDays } = await done("GET", `/admin/pickups/${before}`, cashier);
      return nextDays.find(({ date }: { date: string }) => date === day)?.buyers ?? 0;
    };
    const others = await countOf();
    await choose(ada, sale, slot);
    expect(await countOf()).toBe(others + 1);
    expect(await comingOn(day)).toMatchObject([
      {
        slot,
        sale: { _id: sale._id },
        buyer: { _id: ada.id, username: ada.username },
        lots: [{ lot: "1", auction: { _id: ids[0] }, status: "paid", pickup: { status: "ready" } }],
      },
    ]);
    expect(await comingOn(dayOf(inHours(24 * 9)))).toEqual([]);
    expect(await done("GET", "/admin/pickups/2999-01-01", cashier)).toMatchObject({ nextDays: [] });
    expect((await api("GET", `/admin/pickups/${day}`, ada)).status).toBe(403);
    expect((await api("GET", "/admin/pickups/today", cashier)).status).toBe(400);

    const file = await fetch(`${server.address}/api/admin/sales/${sale._id}/packing-lists.pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect((await pdfText(new Uint8Array(await file.arrayBuffer()))).text).toContain(place);

    // One mail when the lot was made ready, one more with the slot when the hours changed, and the handover.
    const settlement = await settlementOf(ids[0] ?? "");
    await makeReady(ids[0] ?? "", "10:00 to 16:00");
    await makeReady(ids[0] ?? "", "10:00 to 16:00");
    const mails = await server.query<{ data: object }>(
      "select data from outbox where kind = 'lot-ready' and user_id = $1::text::uuid order by created_at",
      [ada.id],
    );
    expect(mails.map(({ data }) => data)).toMatchObject([
      { place, hours: "9:00 to 16:00", choosesSlot: true },
      { place, hours: "10:00 to 16:00", slot },
    ]);
    expect(mails[0]?.data).not.toHaveProperty("slot");
    const [row] = await server.query<{ code: string }>(
      "select pickup_code as code from settlements where id = $1::text::uuid",
      [settlement],
    );
    await done("POST", `/settlements/${settlement}/handed-over`, cashier, { code: row?.code });
    expect(await comingOn(day)).toMatchObject([{ lots: [{ pickup: { status: "handed-over" } }] }]);
    expect(await pickupsOf(ada)).toEqual([]);
  });

  it("have one code for the lots that are ready, and the lots that stay get another one", async () => {
    const { ids } = await paidBy([ada, ada, ada, bola]);
    const debts = await Promise.all(ids.map(settlementOf));
    const codes = async () => {
      const rows = await server.query<{ id: string; code: string }>(
        "select id, pickup_code as code from settlements where id = any($1::text::uuid[])",
        [`{${debts.join()}}`],
      );
      return debts.map((id) => rows.find((row) => row.id === id)?.code ?? "");
    };
    const ready = (n: number) =>
      done("POST", `/settlements/${debts[n]}/ready`, cashier, { place, hours: "9:00 to 16:00" });
    await Promise.all([ready(0), ready(1), ready(3)]);
    const [code = "", second, waiting, ofBola] = await codes();
    expect(second).toBe(code);
    expect(waiting).not.toBe(code);
    const handOver = (body: object, n = 0) => api("POST", `/settlements/${debts[n]}/handed-over`, cashier, body);
    // Neither with a lot that is not ready nor with another buyer's, and then nothing is handed over.
    expect((await handOver({ code, others: [debts[1], debts[2]] })).body.message).toContain("ready first");
    expect((await handOver({ code, others: [debts[3]] })).status).toBe(400);
    expect((await handOver({ code: ofBola === "000000" ? "000001" : "000000", others: [debts[1]] })).status).toBe(409);
    await ready(2);
    expect((await codes())[2]).toBe(code);
    expect((await handOver({ code, others: [debts[1]] })).status).toBe(200);
    const states = await server.query(
      "select 1 from settlements where handed_over_at is not null and id = any($1::text::uuid[])",
      [`{${debts.join()}}`],
    );
    expect(states).toHaveLength(2);
    const [, , renewed = "", stays] = await codes();
    expect([renewed === code, stays]).toEqual([false, ofBola]);
    const mails = await server.query<{ data: { code: string; handedOver: string[]; left: string[] } }>(
      "select data from outbox where kind = 'pickup-code' and user_id = $1::text::uuid and auction_id = $2::text::uuid",
      [ada.id, ids[2] ?? ""],
    );
    expect(mails).toHaveLength(1);
    const [{ data } = expect.fail()] = mails;
    expect(data.code).toBe(renewed);
    expect(data.handedOver.map((title) => title.slice(0, 7)).toSorted()).toEqual(["Lot 1: ", "Lot 2: "]);
    expect(data.left.map((title) => title.slice(0, 7))).toEqual(["Lot 3: "]);
    expect((await handOver({ code }, 2)).body.code).toBe("SETTLEMENT_CLOSED");
    expect((await handOver({ code: renewed }, 2)).status).toBe(200);
    // The same request again changes nothing.
    expect((await handOver({ code, others: [debts[1]] })).status).toBe(200);
  });

  it("are guessed at most five times in 15 minutes, whatever the number of lots", async () => {
    const { ids } = await soldTo([ada, ada]);
    const debts = await Promise.all(ids.map(settlementOf));
    for (const id of debts) await done("POST", `/settlements/${id}/ready`, cashier, { place, hours: "Noon" });
    const [row] = await server.query<{ code: string }>(
      "select pickup_code as code from settlements where id = $1::text::uuid",
      [debts[0] ?? ""],
    );
    const wrong = row?.code === "000000" ? "000001" : "000000";
    const statuses: number[] = [];
    for (const n of [0, 1, 0, 1, 0, 1])
      statuses.push((await api("POST", `/settlements/${debts[n]}/handed-over`, cashier, { code: wrong })).status);
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
    const right = await api("POST", `/settlements/${debts[1]}/handed-over`, cashier, { code: row?.code });
    expect(right.status).toBe(429);
  });

  it("leave out the lots in which a member of the staff has an interest", async () => {
    const former = await makePerson(server, `former-${randomUUID().slice(0, 8)}`);
    const { sale, ids } = await publishedSale(1, { pickups: [pickupTime()] });
    const [auctionId = ""] = ids;
    for (const [who, amount] of [
      [former, 15_000],
      [ada, 20_000],
    ] as const) {
      expect((await api("POST", "/bids", who, { auctionId, amount })).status).toBe(201);
    }
    await setStatus(server, admin, auctionId, "ended");
    await pay(auctionId);
    await makeReady(auctionId);
    const [slot] = (await pickupOf(ada, sale)).offered;
    await choose(ada, sale, slot);
    await server.query("update users set role = 'cashier', revision = revision + 1 where id = $1::text::uuid", [
      former.id,
    ]);
    const day = dayOf(slot?.startsAt ?? "");
    expect(await comingOn(day)).toHaveLength(1);
    expect(await comingOn(day, former)).toEqual([]);
  });
});
