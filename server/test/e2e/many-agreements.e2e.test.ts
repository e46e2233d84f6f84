// Tests agreements about many lots of one seller: staff propose the terms of all imported lots at once, and the seller
// accepts them with one signature.
import { randomUUID } from "node:crypto";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { AGREEMENTS_AT_ONCE } from "@jara/shared/offer-limits";
import { acceptAgreementsAnswer, type WaitingAgreement, waitingAgreementsAnswer } from "@jara/shared/rest/agreements";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { mailedAgreements } from "../../src/features/offers/mailed-agreement.ts";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { mailsTo } from "../support/e2e-mailbox.ts";
import { askForStatus, makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();
let people = 0;

describeEndToEnd("agreements about many lots", () => {
  let admin: Person;
  let importer: Person;
  let ada: Person;
  let bola: Person;
  /** The same row is never another lot, so each test has titles of its own. */
  let stem = "";
  beforeAll(async () => {
    admin = await makePerson(server, "chief", { role: "admin" });
    importer = await makePerson(server, "importer", { role: "cataloguer" });
  });
  beforeEach(async () => {
    people += 1;
    stem = `Item${people}`;
    ada = await makePerson(server, `many-a${people}`);
    bola = await makePerson(server, `many-b${people}`);
  });
  const { applied } = importsOn(() => ({ server, importer }));
  const ask = (who: Person, method: string, path: string, body?: object) =>
    server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
  const done = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked);
    expect([answer.status, answer.body.message]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    return answer.body;
  };

  interface Imported {
    readonly offerId: string;
    readonly lotId: string;
  }
  /** Imports lots of the two sellers: of Ada so many in naira and one in dollars, of Bola one. Returns Ada's in naira. */
  const imported = async (lots: number): Promise<Imported[]> => {
    for (const seller of [ada, bola])
      await done(admin, "POST", "/admin/offers", { seller: seller.username, title: "A first item" });
    const codeOf = async ({ id }: Person): Promise<string> => {
      const [row] = await server.query<{ code: string }>(
        "select code from seller_codes where user_id = $1::text::uuid",
        [id],
      );
      return row?.code ?? "";
    };
    const [ofAda, ofBola] = [await codeOf(ada), await codeOf(bola)];
    const rows = Array.from({ length: lots }, (_, n) => `${n + 1},${stem} ${n},A lot,${(n + 1) * 1000},,NGN,${ofAda}`);
    const table = [
      `${HEAD},Reserve,Currency,Seller`,
      ...rows,
      `900,Dollars ${people},A lot,100,,USD,${ofAda}`,
      `901,Of Bola ${people},A lot,100,,NGN,${ofBola}`,
    ].join("\n");
    const { rows: made } = await applied({ table });
    expect(made.map(({ verdict }) => verdict)).toEqual(Array(lots + 2).fill("create"));
    const ids = made.map(({ auctionId }) => auctionId);
    const offers = await server.query<{ offerId: string; lotId: string; title: string }>(
      `select c.offer_id as "offerId", c.auction_id as "lotId", o.content ->> 'title' as title
       from consignments c join offers o on o.id = c.offer_id where c.auction_id = any($1::text::uuid[])`,
      [`{${ids.join()}}`],
    );
    return offers.filter(({ title }) => title.startsWith(stem)).sort((a, b) => a.title.localeCompare(b.title));
  };
  const prices = { startingPrice: 1000, currency: "NGN" };
  const terms = { commissionPercent: 12, leastCommission: 50, charges: [{ text: "Photos", amount: 20 }] };
  const propose = (offerId: string, changes = {}) =>
    done(admin, "POST", `/admin/offers/${offerId}/accept`, { ...prices, ...terms, ...changes });
  const waitingOf = async (who: Person): Promise<WaitingAgreement[]> => {
    const body = await done(who, "GET", "/agreements");
    expectShape(waitingAgreementsAnswer, body);
    return body.agreements;
  };
  const idsOf = (waiting: readonly WaitingAgreement[]) => waiting.map(({ agreement }) => agreement._id);
  const signature = { name: "Adaeze Obi", termsVersion: SELLER_TERMS_VERSION };
  const sign = (who: Person, agreements: readonly string[], changes = {}) =>
    ask(who, "POST", "/agreements/accept", { ...signature, agreements, ...changes });
  const newsOf = async (who: Person, title: string): Promise<string[]> =>
    (await done(who, "GET", "/notifications?limit=100")).notifications
      .filter((one: { title: string }) => one.title === title)
      .map(({ text }: { text: string }) => text);

  it("are proposed at once with the prices of each lot and one mail, and accepted with one signature", async () => {
    const [first, ...others] = await imported(5);
    const before = await done(admin, "GET", `/admin/offers/${first?.offerId}`);
    expect(before.others).toEqual({ NGN: 4, USD: 1 });
    const proposed = await propose(first?.offerId ?? "", { others: true });
    expect(proposed).toMatchObject({ others: 4, agreement: { startingPrice: 1000 } });
    expect(await mailsTo(server, ada.email, "offer-accepted")).toMatchObject([{ others: 4, isChanged: false }]);
    expect(await mailsTo(server, bola.email, "offer-accepted")).toEqual([]);
    expect(await waitingOf(bola)).toEqual([]);
    const waiting = await waitingOf(ada);
    expect(waiting).toHaveLength(5);
    for (const { agreement, title } of waiting) {
      const startingPrice = 1000 * (Number(title.replace(`${stem} `, "")) + 1);
      expect(agreement).toMatchObject({ startingPrice, reservePrice: null, status: "proposed", commissionPercent: 12 });
    }
    // Once more, nothing is proposed again.
    expect(await propose(first?.offerId ?? "", { others: true })).toMatchObject({ others: 0 });
    expect(await mailsTo(server, ada.email, "offer-accepted")).toHaveLength(1);

    // The terms of one change while the seller reads.
    const changed = await propose(others[0]?.offerId ?? "", { startingPrice: 2000, commissionPercent: 15 });
    const { status, body } = await sign(ada, idsOf(waiting));
    expect(status).toBe(200);
    expectShape(acceptAgreementsAnswer, body);
    expect(body.accepted).toHaveLength(4);
    expect(body.refused).toMatchObject([{ title: `${stem} 1`, newestId: changed.agreement._id }]);
    expect(body.refused[0].message).toContain("read the newest");
    const mails = await mailsTo(server, ada.email, "agreement-accepted");
    expect(mails).toHaveLength(1);
    const all = [mails[0]?.agreementId ?? "", ...(mails[0]?.others ?? [])];
    expect([...all].sort()).toEqual([...body.accepted].sort());
    const news = await newsOf(admin, "A seller accepted the terms");
    expect(news.filter((text) => text.startsWith(`“${stem} `))).toEqual([
      expect.stringMatching(/^“Item\d+ \d” and 3 more$/),
    ]);
    const site = { brandName: "Oja", publicUrl: "https://oja.test" };
    const outbox = (await server.api("GET", "/dev/mail.json")).body;
    const shown = outbox.mails.find(
      (one: { to: string; attachments: object[] }) => one.to === ada.email && one.attachments.length > 0,
    );
    expect(shown).toMatchObject({
      subject: expect.stringContaining("Your agreements"),
      attachments: [{ name: "agreement.pdf" }],
    });
    expect((await fetch(`${server.address}${shown.attachments[0].url}`)).headers.get("content-type")).toBe(
      "application/pdf",
    );
    const { name, content } = await mailedAgreements(server.server.database, all, site);
    const { pages, text } = await pdfText(new Uint8Array(content));
    expect([pages, name]).toEqual([4, expect.stringMatching(/^agreements-/)]);
    expect(text).toContain("Adaeze Obi");
    for (const words of [0, 2, 3, 4].map((n) => `${stem} ${n}`)) expect(text).toContain(words);

    // Each is kept as if it was accepted alone, and its lot can open.
    for (const id of body.accepted) {
      const { agreement } = await done(ada, "GET", `/agreements/${id}`);
      expect(agreement).toMatchObject({ status: "accepted", acceptedName: "Adaeze Obi", version: 1 });
    }
    const open = ({ lotId }: Imported) => askForStatus(server, admin, lotId, "active");
    expect(await open(others[1] as Imported)).toMatchObject({ status: 200 });
    expect(await open(others[0] as Imported)).toMatchObject({ body: { code: "AGREEMENT_MISSING" } });
    expect(idsOf(await waitingOf(ada))).toEqual([changed.agreement._id]);

    expect((await sign(ada, idsOf(waiting))).body.accepted).toHaveLength(4);
    expect(await mailsTo(server, ada.email, "agreement-accepted")).toHaveLength(1);
    expect((await sign(ada, [changed.agreement._id])).body).toEqual({ accepted: [changed.agreement._id], refused: [] });
    expect(await waitingOf(ada)).toEqual([]);
  });

  it("are accepted by their seller alone, all or none for a wrong list, and once by many at once", async () => {
    const [first] = await imported(3);
    await propose(first?.offerId ?? "", { others: true });
    const ids = idsOf(await waitingOf(ada));
    const [ofBola] = await server.query<{ id: string }>(
      `select o.id from offers o join consignments c on c.offer_id = o.id where o.seller_id = $1::text::uuid`,
      [bola.id],
    );
    const other = await propose(ofBola?.id ?? "", { startingPrice: 100 });
    const tries: [Person, readonly string[], object, number][] = [
      [bola, ids, {}, 404],
      [admin, ids, {}, 404],
      [ada, [...ids, other.agreement._id], {}, 404],
      [ada, [...ids, randomUUID()], {}, 404],
      [ada, ids, { termsVersion: "2020-01-01" }, 409],
      [ada, ids, { name: " " }, 400],
      [ada, [], {}, 400],
      [ada, ["1"], {}, 400],
      [ada, Array.from({ length: AGREEMENTS_AT_ONCE + 1 }, () => randomUUID()), {}, 400],
    ];
    for (const [who, list, changes, expected] of tries)
      expect([expected, (await sign(who, list, changes)).status]).toEqual([expected, expected]);
    expect(idsOf(await waitingOf(ada))).toEqual(ids);
    expect((await server.api("GET", "/api/agreements")).status).toBe(401);

    const answers = await Promise.all([ids, [...ids].reverse(), [...ids, ...ids]].map((list) => sign(ada, list)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect([...body.accepted].sort()).toEqual([...ids].sort());
    }
    expect(await mailsTo(server, ada.email, "agreement-accepted")).toHaveLength(1);
  });

  it("are not proposed by who may not set terms, and not by the seller", async () => {
    const [first] = await imported(2);
    const body = { ...prices, ...terms, others: true };
    const path = `/admin/offers/${first?.offerId}/accept`;
    expect((await ask(importer, "POST", path, body)).status).toBe(403);
    expect((await ask(ada, "POST", path, body)).status).toBe(403);
    await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [ada.id]);
    expect((await ask(ada, "POST", path, body)).body.code).toBe("CONFLICT_OF_INTEREST");
    expect(await waitingOf(ada)).toEqual([]);
  });
});
