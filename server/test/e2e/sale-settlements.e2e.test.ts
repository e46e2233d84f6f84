// Tests the settlements of a sale: the list grouped by buyers, reminders, and the papers for the staff.
import { randomUUID } from "node:crypto";
import { settlementsAnswer } from "@jara/shared/rest/settlements";
import { beforeAll, expect, it, vi } from "vitest";
import { lagosDay, writtenDay } from "../../src/platform/lib/lagos-time.ts";
import { agreedLotOfSeller } from "../support/e2e-consigned.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();

describeEndToEnd("the settlements of a sale", () => {
  let admin: Person;
  let zed: Person;
  let abe: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    const suffix = randomUUID().slice(0, 8);
    [zed, abe] = [await makePerson(server, `zed-${suffix}`), await makePerson(server, `abe-${suffix}`)];
  });
  const { act, makeLots, makeSale, setLots } = salesOn(() => ({ server, admin }));
  const api = (method: string, path: string, body?: object, who = admin) =>
    server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });

  /** A sale that is over: zed won lots 1 and 3, abe won lot 2, and nobody bid on lot 4. */
  const soldSale = async () => {
    const ids = await makeLots(4);
    const sale = await makeSale({ closesAt: inHours(3), spacingSeconds: 60 });
    await setLots(sale, ids);
    await act(await saleNow(sale._id), "publish");
    for (const [place, who] of [zed, abe, zed].entries()) {
      const { status } = await api("POST", "/bids", { auctionId: ids[place], amount: 20_000 }, who);
      expect(status).toBe(201);
    }
    for (const id of ids) await setStatus(server, admin, id, "ended");
    return { sale, ids };
  };
  const saleNow = async (id: string) => (await api("GET", `/sales/${id}`)).body.sale;
  const list = async (query: string) => {
    const { body } = await api("GET", `/settlements?${query}`);
    expectShape(settlementsAnswer, body);
    return settlementsAnswer.parse(body).settlements;
  };
  const pay = async (settlementId: string) => {
    const body = { method: "cash", amount: 16_000 };
    expect((await api("POST", `/settlements/${settlementId}/payments`, body)).status).toBe(200);
  };

  const pdf = async (saleId: string, paper: string) => {
    const answer = await fetch(`${server.address}/api/admin/sales/${saleId}/${paper}.pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    const name = answer.headers.get("content-disposition");
    return { name, ...(await pdfText(new Uint8Array(await answer.arrayBuffer()))) };
  };

  /** What came today for lots, deposits too, and what went back: the figures of the takings. */
  const moneyOfToday = async () => {
    const { received, balances } = (await api("GET", "/admin/takings")).body;
    const payments = received.reduce((sum: number, { ngn }: { ngn: number }) => sum + ngn, 0);
    return { came: payments + balances.depositsTaken, back: balances.refunds + balances.depositsReturned };
  };
  /** The lines of the file, each by the heads. */
  const resultsOf = async (saleId: string) => {
    const lines = (await api("GET", `/admin/sales/${saleId}/results.csv`)).text.trimEnd().split("\r\n");
    const [heads = [], ...rows] = lines.map((line) =>
      line
        .replace("\ufeff", "")
        .split(",")
        .map((one) => one.replaceAll('"', "")),
    );
    const named = rows.map((cells) => Object.fromEntries(heads.map((head, n) => [head, cells[n]])));
    return { heads, rows: named as Record<string, string>[] };
  };

  it("are grouped by the buyers' names, with the lots' numbers, and those of one buyer can be asked for", async () => {
    const { sale, ids } = await soldSale();
    const all = await list(`sale=${sale._id}`);
    expect(all.map(({ buyer }) => buyer._id)).toEqual([abe.id, zed.id, zed.id]);
    expect(all.map(({ sale: of }) => of)).toEqual(
      expect.arrayContaining(["1", "2", "3"].map((lot) => ({ _id: sale._id, title: sale.title, lot }))),
    );
    const zeds = await list(`sale=${sale._id}&buyer=${zed.id}`);
    expect(zeds.map(({ auction }) => auction._id).sort()).toEqual([ids[0], ids[2]].sort());
    const [first] = zeds;
    await pay(first?._id ?? "");
    const paid = await list(`sale=${sale._id}&status=paid`);
    expect(paid.map(({ _id }) => _id)).toEqual([first?._id]);
    // Each buyer's lots are in the order of the catalogue, whatever their status.
    const again = await list(`sale=${sale._id}`);
    expect(again.map(({ status }) => status)).toEqual(["open", "paid", "open"]);
    const searched = await list(`sale=${sale._id}&q=${zed.username}`);
    expect(searched).toHaveLength(2);
    for (const none of [`sale=${randomUUID()}`, "sale=x", `buyer=${randomUUID()}`])
      expect(await list(none)).toEqual([]);
    const lone = await openAuction(server, admin);
    await api("POST", "/bids", { auctionId: lone._id, amount: 20_000 }, abe);
    await setStatus(server, admin, lone._id, "ended");
    expect((await list(`buyer=${abe.id}`)).map((one) => one.sale)).toContain(null);
  });

  it("are in the buyer's own list together, in the order of the catalogue, with the lots' numbers", async () => {
    const buyer = await makePerson(server, "buyer");
    const ids = await makeLots(3);
    const sale = await makeSale({ closesAt: inHours(3), spacingSeconds: 60 });
    const suffixes = { [ids[1] ?? ""]: "A" };
    const body = { revision: sale.revision, auctionIds: ids, suffixes };
    expect((await api("PUT", `/sales/${sale._id}/lots`, body)).status).toBe(200);
    await act(await saleNow(sale._id), "publish");
    for (const auctionId of ids) await api("POST", "/bids", { auctionId, amount: 20_000 }, buyer);
    // The last lot is due first, and another lot before it.
    const lone = await openAuction(server, admin);
    await api("POST", "/bids", { auctionId: lone._id, amount: 20_000 }, buyer);
    for (const id of [lone._id, ...ids.toReversed()]) await setStatus(server, admin, id, "ended");
    const { purchases } = (await api("GET", "/users/purchases", undefined, buyer)).body;
    const of = { _id: sale._id, title: sale.title };
    expect(purchases.map((one: { auction: { _id: string }; sale: object }) => [one.auction._id, one.sale])).toEqual([
      [lone._id, null],
      [ids[0], { ...of, lot: "1" }],
      [ids[1], { ...of, lot: "1A" }],
      [ids[2], { ...of, lot: "2" }],
    ]);
  });

  it("are reminded of once a day, by an email, and only while something is due", async () => {
    const { sale } = await soldSale();
    const [owed, ...others] = await list(`sale=${sale._id}`);
    const remind = (id = "", who = admin) => api("POST", `/settlements/${id}/remind`, undefined, who);
    const both = await Promise.all([remind(owed?._id), remind(owed?._id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const mails = await server.query(
      "select data from outbox where kind = 'payment-reminder' and auction_id = $1::text::uuid",
      [owed?.auction._id ?? ""],
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.data).toMatchObject({ remaining: 16_000, dueAt: owed?.dueAt });
    const paid = others[0]?._id ?? "";
    await pay(paid);
    expect((await remind(paid)).body.code).toBe("SETTLEMENT_CLOSED");
    expect((await remind(owed?._id, abe)).status).toBe(403);
  });

  it("are sent as invoices: one mail for each buyer who owes something, at most once an hour", async () => {
    const { sale } = await soldSale();
    const [ofAbe] = await list(`sale=${sale._id}&buyer=${abe.id}`);
    const send = async (who = admin) => {
      const { status, body } = await api("POST", `/admin/sales/${sale._id}/send-invoices`, undefined, who);
      return status === 200 ? body : status;
    };
    const mails = () =>
      server.query<{ to: string; data: object }>(
        "select user_id as to, data from outbox where kind = 'invoices' and data ->> 'saleId' = $1 order by created_at",
        [sale._id],
      );
    await pay(ofAbe?._id ?? "");
    await vi.waitFor(async () => {
      const numbered = await server.query("select 1 from receipts where user_id = $1::text::uuid and number is null", [
        zed.id,
      ]);
      expect(numbered).toEqual([]);
    }, 45_000);
    expect(await send(zed)).toBe(403);
    const both = await Promise.all([send(), send()]);
    expect(both).toEqual(
      expect.arrayContaining([
        { sent: 1, alreadySent: 0 },
        { sent: 0, alreadySent: 1 },
      ]),
    );
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: zed.id,
      data: {
        sale: sale.title,
        invoices: [{ total: 40_000, remaining: 32_000, lots: [{ lot: "1", parts: { isBid: true } }, { lot: "3" }] }],
      },
    });
    const { body } = await server.api("GET", "/dev/mail.json");
    const shown: { subject: string; to: string; text: string; attachments: { name: string; url: string }[] } =
      body.mails.find((one: typeof shown) => one.to === zed.email && one.subject.startsWith("Your invoice")) ?? {};
    expect(shown.text).toContain("Deposit, already taken: ₦8,000.00");
    expect(shown.attachments.map(({ name }) => name.slice(0, 2))).toEqual(["I-", "R-", "R-"]);
    const [invoice] = shown.attachments;
    const file = await fetch(`${server.address}${invoice?.url}`);
    const { text } = await pdfText(new Uint8Array(await file.arrayBuffer()));
    expect(text).toContain(`Invoice ${invoice?.name.slice(0, -4)}`);
    expect(await send()).toEqual({ sent: 0, alreadySent: 1 });
    expect(await mails()).toHaveLength(1);
    expect((await api("POST", `/admin/sales/${randomUUID()}/send-invoices`)).status).toBe(404);
  });

  it("have results that name the buyers as on invoices, their deposits, and who sells each lot", async () => {
    const carol = await makePerson(server, "carol");
    const ids = [...(await makeLots(1)), await agreedLotOfSeller(server, admin, carol)];
    const sale = await makeSale({ closesAt: inHours(3), spacingSeconds: 60 });
    const { status, text: refused } = await setLots(sale, ids);
    expect(status, refused).toBe(200);
    await act(await saleNow(sale._id), "publish");
    for (const id of ids) await api("POST", "/bids", { auctionId: id, amount: 20_000 }, abe);
    for (const id of ids) await setStatus(server, admin, id, "ended");
    const named = "update users set first_name = $2, last_name = $3 where id = $1::text::uuid";
    await server.query(named, [abe.id, "Abiodun", "Eze"]);
    await server.query(named, [carol.id, "Carol", "Obi"]);
    const [{ code = "" } = {}] = await server.query<{ code: string }>(
      "select code from seller_codes where user_id = $1::text::uuid",
      [carol.id],
    );
    const csv = (await api("GET", `/admin/sales/${sale._id}/results.csv`)).text.split("\r\n");
    expect(csv[0]).toContain('"deposit","seller code","seller"');
    expect(csv[1]).toContain(`"${abe.username}","Abiodun Eze"`);
    expect(csv[1]).toMatch(/,4000\.00,"","House","","","1"$/);
    expect(csv[2]).toMatch(new RegExp(`,4000\\.00,"${code}","Carol Obi","","","1"$`));
    const { results, sums } = (await api("GET", `/admin/sales/${sale._id}/results`)).body;
    expect(results).toMatchObject([
      { seller: "House", bought: { deposit: 4000 } },
      { seller: "Carol Obi", bought: { deposit: 4000 } },
    ]);
    expect(sums).toMatchObject([{ name: "Sum", deposit: 8000 }]);
    const { text } = await pdf(sale._id, "results");
    for (const words of ["Abiodun Eze", "Carol Obi", "House", "₦4,000.00", "Deposit"]) expect(text).toContain(words);
    expect(text).not.toContain(abe.username);
    const long = "Oluwaseyifunmi-Adebayo";
    await server.query(named, [carol.id, long, "Obi"]);
    const wrapped = (await pdf(sale._id, "results")).text.replaceAll(" ", "");
    expect(wrapped, "a name is not cut").toContain(long);
  });

  it("have papers: results, labels and packing lists, without a pickup code", async () => {
    const before = await moneyOfToday();
    const { sale, ids } = await soldSale();
    const [of] = await list(`sale=${sale._id}&buyer=${abe.id}`);
    await pay(of?._id ?? "");
    const [row] = await server.query<{ code: string }>(
      "select pickup_code as code from settlements where id = $1::text::uuid",
      [of?._id ?? ""],
    );
    const title = async (id = "") => (await api("GET", `/auctions/${id}`)).body.auction.title;
    const csv = (await api("GET", `/admin/sales/${sale._id}/results.csv`)).text.split("\r\n");
    expect(csv[1]).toContain(
      `"1","${await title(ids[0])}","Sold","NGN",20000.00,0.00,0.00,0.00,20000.00,"${zed.username}"`,
    );
    expect(csv[2]).toContain(`"${abe.username}"`);
    expect(csv[2]).toContain('"yes",0.00');
    expect(csv[4]).toContain(`"Unsold, no bids",""`);
    expect(csv[5]).toContain('"","Sum","","NGN",60000.00,0.00,0.00,0.00,60000.00');
    const [results, labels, packing] = [
      await pdf(sale._id, "results"),
      await pdf(sale._id, "labels"),
      await pdf(sale._id, "packing-lists"),
    ];
    expect(results.text).toContain("3 of 4 lots sold.");
    for (const words of ["Paid", "Sold, deposit paid", "No. 1", "No. 2"]) expect(results.text).toContain(words);
    // Hammer prices, premium, VAT, total, deposits, what is paid in all, what is owed.
    expect(results.text).toContain("Sum ₦60,000.00 ₦0.00 ₦0.00 ₦60,000.00 ₦12,000.00 ₦28,000.00 ₦32,000.00");
    // Weekly sales with one title differ by their day.
    const day = lagosDay(Date.parse(sale.closesAt));
    for (const [paper, file] of Object.entries({ results, labels, "packing-lists": packing })) {
      // A label cuts a long title.
      const title = paper === "labels" ? sale.title.slice(0, 15) : `${sale.title}, `;
      for (const words of [title, writtenDay(day)]) expect(file.text, paper).toContain(words);
      expect(file.name, paper).toContain(`-${day}-${paper}.pdf`);
    }
    expect(labels.text).toContain("Buyer 1");
    expect(packing.text).toContain("Buyer 2");
    expect([results.pages, labels.pages, packing.pages]).toEqual([1, 1, 1]);
    expect(labels.text).toContain("Lot 1");
    expect(labels.text).not.toContain("Lot 4");
    // Only paid lots are packed.
    expect(packing.text).toContain(abe.username);
    expect(packing.text).not.toContain(zed.username);
    for (const { text } of [results, labels, packing]) expect(text).not.toContain(row?.code);
    const refund = await api("POST", `/settlements/${of?._id}/refund`, { to: "balance", reason: "Damaged" });
    expect([refund.status, refund.text]).toEqual([200, expect.anything()]);
    const after = (await api("GET", `/admin/sales/${sale._id}/results.csv`)).text.split("\r\n");
    expect(after[1]).toBe(csv[1]);
    const note = await vi.waitFor(async () => {
      const { receipts } = (await server.api("GET", "/api/users/receipts", { token: abe.token })).body;
      const one = receipts.find(({ kind }: { kind: string }) => kind === "credit-note");
      expect(one).toBeDefined();
      return one.number as string;
    }, 45_000);
    const [onScreen] = await list(`sale=${sale._id}&status=refunded`);
    expect(onScreen).toMatchObject({ price: 20_000, refund: { amountNgn: 20_000, creditNote: note } });
    // The refunded lot keeps its price, and the sums are those of the takings.
    const { heads, rows } = await resultsOf(sale._id);
    const [lot, sum, refunded, rest] = [rows[1], ...rows.slice(4)];
    const told = { outcome: "Refunded", "hammer price": "20000.00", "paid in all": "20000.00", remaining: "0.00" };
    expect(lot).toMatchObject({
      ...told,
      deposit: "4000.00",
      refunded: "20000.00",
      "credit note": note,
      paid: "refunded",
    });
    expect(lot?.buyer).toBe(abe.username);
    expect([sum?.title, refunded?.title, rest?.title]).toEqual(["Sum", "Refunded", "Without refunded lots"]);
    expect(heads.at(-1)).toBe("buyer number");
    expect(rows.slice(0, 3).map((one) => one["buyer number"])).toEqual(["1", "2", "1"]);
    const now = await moneyOfToday();
    expect(Number(sum?.["paid in all"])).toBeCloseTo(now.came - before.came, 2);
    expect(Number(sum?.refunded)).toBeCloseTo(now.back - before.back, 2);
    expect(rest).toMatchObject({ "hammer price": "40000.00", "paid in all": "8000.00", remaining: "32000.00" });
    expect(refunded).toMatchObject({ "hammer price": "-20000.00", "paid in all": "-20000.00" });
    const { text } = await pdf(sale._id, "results");
    for (const words of [`credit note ${note}`, "Without refunded lots", "2 of 4 lots sold, 1 refunded."])
      expect(text.replaceAll(/\s+/g, " ")).toContain(words);
    expect((await pdf(sale._id, "labels")).text).not.toContain("Lot 2");
    const [zeds] = await list(`sale=${sale._id}&buyer=${zed.id}`);
    await pay(zeds?._id ?? "");
    const unpaid = zeds?.auction._id === ids[0] ? "3" : "1";
    const packed = (await pdf(sale._id, "packing-lists")).text;
    for (const words of [zed.username, `1 lot Not paid, stays here: ${unpaid}`]) expect(packed).toContain(words);
    expect((await api("GET", `/admin/sales/${randomUUID()}/results.csv`)).status).toBe(404);
    expect((await api("GET", `/admin/sales/${sale._id}/labels.pdf`, undefined, zed)).status).toBe(403);
  });
});
