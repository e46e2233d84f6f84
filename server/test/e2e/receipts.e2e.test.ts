// Tests receipts from outside: they are numbered within seconds, listed and downloaded by their owner, and mailed with
// the file attached.
import { receiptsAnswer } from "@jara/shared/rest/receipts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { agreedLotOfSeller } from "../support/e2e-consigned.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

import { writeReceipt } from "../support/given-receipts.ts";
import { type LocalSmtp, startLocalSmtp } from "../support/local-smtp.ts";
import { pdfText } from "../support/pdf-text.ts";

describeEndToEnd("receipts", () => {
  let smtp: LocalSmtp;
  let server: TestServer;
  let admin: Person;
  let lotId: string;
  beforeAll(async () => {
    smtp = await startLocalSmtp();
    server = await startTestServer({
      config: { mail: { smtpUrl: smtp.url, from: "Jara <no-reply@jara.test>" } },
    });
    admin = await makePerson(server, "admin", { role: "admin" });
    lotId = (await openAuction(server, admin))._id;
  });
  afterAll(async () => {
    await server?.close();
    await smtp?.close();
  });

  const list = async ({ token }: Person, query = "") => {
    const { status, body } = await server.api("GET", `/api/users/receipts${query}`, { token });
    expect(status).toBe(200);
    expectShape(receiptsAnswer, body);
    return body;
  };
  const download = (who: Person, id: string) =>
    fetch(`${server.address}/api/users/receipts/${id}.pdf`, { headers: { authorization: `Bearer ${who.token}` } });
  const numbered = (who: Person, count: number) =>
    vi.waitFor(
      async () => {
        const { receipts } = await list(who);
        expect(receipts).toHaveLength(count);
        return receipts;
      },
      { timeout: 45_000, interval: 50 },
    );

  it("are listed once they have a number, newest first and by page, and are mailed with the file", async () => {
    const ada = await makePerson(server, "ada");
    const first = await writeReceipt(server, { userId: ada.id, auctionId: lotId });
    const [receipt] = await numbered(ada, 1);
    expect(receipt).toMatchObject({
      _id: first,
      kind: "payment",
      auction: { _id: lotId, title: "Talking drum" },
      amount: 400_000,
      currency: "NGN",
      amountNgn: 400_000,
      number: expect.stringMatching(/^R-20\d\d-\d{6}$/),
    });
    const credit = await writeReceipt(server, {
      userId: ada.id,
      correctsId: first,
      facts: { kind: "credit-note", reason: "The price fell." },
    });
    const both = await numbered(ada, 2);
    expect(both.map(({ _id, kind, auction }: (typeof both)[0]) => [_id, kind, auction?._id])).toEqual([
      [credit, "credit-note", undefined],
      [first, "payment", lotId],
    ]);
    const { body: inbox } = await server.api("GET", "/api/notifications", { token: ada.token });
    const titles = inbox.notifications.map(({ title }: { title: string }) => title);
    expect(titles, "the inbox has the payment itself").toEqual([`Credit note ${both[0].number}`]);
    expect((await list(ada, `?auction=${lotId}`)).receipts.map(({ _id }: (typeof both)[0]) => _id)).toEqual([first]);
    const unknown = await server.api("GET", "/api/users/receipts?auction=x", { token: ada.token });
    expect(unknown.status).toBe(404);
    const { receipts, pagination } = await list(ada, "?limit=1&page=2");
    expect(receipts).toEqual([both[1]]);
    expect(pagination).toEqual({ current: 2, pages: 2, total: 2, limit: 1 });

    const answer = await download(ada, credit);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const name = `Jara-${both[0].number}-Correction-of-a-receipt-Talking-drum.pdf`;
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    const file = new Uint8Array(await answer.arrayBuffer());
    expect((await pdfText(file)).text).toContain(`Corrects receipt ${receipt.number}`);

    // They come in one mail, or in two if the second came later than mails wait for others.
    const files = () => smtp.mailsTo(ada.email).flatMap(({ attachments }) => attachments);
    await vi.waitFor(() => expect(files()).toHaveLength(2), { timeout: 45_000, interval: 50 });
    const attached = files().find(({ filename }) => filename === name);
    expect(attached).toMatchObject({ mimeType: "application/pdf", disposition: "attachment" });
    expect(new Uint8Array(attached?.content as ArrayBuffer)).toEqual(file);
    const [row] = await server.query("select data::text as data from outbox where kind = 'receipt' limit 1");
    expect(String(row?.data).length).toBeLessThan(500);
  });

  it("name the seller of a consigned lot as the lot's page does, and never by the name in the profile", async () => {
    const [buyer, seller] = [await makePerson(server, "buyer"), await makePerson(server, "seller")];
    const consigned = await agreedLotOfSeller(server, admin, seller);
    await server.query(
      "update users set first_name = 'Ngozi', last_name = 'Balogun' where id in ($1::text::uuid, $2::text::uuid)",
      [seller.id, admin.id],
    );
    const ids = [
      await writeReceipt(server, { userId: buyer.id, auctionId: consigned }),
      await writeReceipt(server, { userId: buyer.id, auctionId: lotId }),
    ];
    await numbered(buyer, 2);
    const [ofSeller, ofHouse] = await Promise.all(
      ids.map(async (id) => (await pdfText(new Uint8Array(await (await download(buyer, id)).arrayBuffer()))).text),
    );
    expect(ofSeller).toContain(`Seller ${seller.username}`);
    for (const text of [ofSeller, ofHouse]) expect(text).not.toMatch(/Ngozi|Balogun/);
    expect(ofHouse).not.toMatch(/Seller|admin/);
  });

  it("are visible to their owner and to administrators without an interest in the auction, and others get 404", async () => {
    const bola = await makePerson(server, "bola");
    const [rival, stranger] = [await makePerson(server, "rival"), await makePerson(server, "stranger")];
    const id = await writeReceipt(server, { userId: bola.id, auctionId: lotId });
    await numbered(bola, 1);
    const bid = { auctionId: lotId, amount: 50_000 };
    expect((await server.api("POST", "/api/bids", { token: rival.token, body: bid })).status).toBe(201);
    const statuses = async (who: Person) => {
      const answer = await download(who, id);
      return answer.ok ? 200 : ((await answer.json()) as { code: string }).code;
    };
    expect([await statuses(bola), await statuses(rival), await statuses(stranger)]).toEqual([
      200,
      "NOT_FOUND",
      "NOT_FOUND",
    ]);
    expect(await statuses(admin)).toBe(200);
    await server.api("PUT", `/api/users/admin/role/${rival.id}`, { token: admin.token, body: { role: "admin" } });
    expect(await statuses(rival)).toBe("CONFLICT_OF_INTEREST");
    expect((await server.api("GET", `/api/users/receipts/${id}.pdf`)).status).toBe(401);
    for (const unknown of ["8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12", "x", "%00", "..%2f"]) {
      expect((await download(bola, unknown)).status).toBe(404);
    }
    // Staff leave an entry in the audit log, unless they were refused; the owner leaves none.
    const entries = await server.query(
      `select actor_id as actor, user_id as owner, auction_id as auction, details ->> 'number' as number from admin_actions
       where action = 'file downloaded' and details ->> 'file' = 'receipt'`,
    );
    const [receipt] = await numbered(bola, 1);
    expect(entries).toEqual([{ actor: admin.id, owner: bola.id, auction: lotId, number: receipt.number }]);
    const { body } = await server.api("GET", `/api/admin/users/${bola.id}/receipts`, { token: admin.token });
    expectShape(receiptsAnswer, body);
    expect(body.receipts).toMatchObject([{ _id: id }]);
  });

  it("are in the development mailbox with their files", async () => {
    const chidi = await makePerson(server, "chidi");
    await writeReceipt(server, { userId: chidi.id, auctionId: lotId });
    const [receipt] = await numbered(chidi, 1);
    const mail = await vi.waitFor(
      async () => {
        const { body } = await server.api("GET", "/dev/mail.json");
        const mails: { to: string; id: string; attachments: { name: string; url: string }[] }[] = body.mails;
        return mails.find(({ to, attachments }) => to === chidi.email && attachments.length > 0) ?? expect.fail();
      },
      { timeout: 45_000, interval: 50 },
    );
    const [{ name, url } = expect.fail()] = mail.attachments;
    expect(name).toBe(`${receipt.number}.pdf`);
    const page = await server.api("GET", "/dev/mail");
    expect(page.text).toContain(`<a href="${url}">${name}</a>`);
    const file = await fetch(`${server.address}${url}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await pdfText(new Uint8Array(await file.arrayBuffer()))).text).toContain("Talking drum");
    expect((await fetch(`${server.address}/dev/mail/${mail.id}/other.pdf`)).status).toBe(404);
  });
});
