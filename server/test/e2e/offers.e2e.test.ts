// Tests offers of items from outside: the draft, its files, sending it, the review, the agreement and its lot, and what
// other people and hostile callers get.
import { randomUUID } from "node:crypto";
import type { Media } from "@jara/shared/auction";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { OFFER_PHOTOS_MIN, OPEN_OFFERS_MAX } from "@jara/shared/offer-limits";
import { agreementAnswer } from "@jara/shared/rest/agreements";
import { offerAnswer, reviewedOfferAnswer, staffOfferAnswer, staffOffersAnswer } from "@jara/shared/rest/offers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeOldParts } from "../../src/features/media/offer-parts.ts";
import type { MediaStorage } from "../../src/features/media/storage/media-storage.ts";
import { mailsTo, mailTo } from "../support/e2e-mailbox.ts";
import { askForStatus, makePerson, type Person } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { hostileTexts } from "../support/hostile-words.ts";
import { pdfText } from "../support/pdf-text.ts";
import { mp4, picture } from "../support/sample-media.ts";

const server = await sharedServer();
let people = 0;

const content = {
  title: "Generator, 5 kVA",
  description: "Bought in 2021, used at weekends.",
  age: "5 years",
  category: "electronics",
  condition: "good",
  workingCondition: "yes",
  estimatedValue: 650_000,
  location: "Ibadan",
} as const;
const terms = {
  startingPrice: 300_000,
  reservePrice: 450_000,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 20_000,
  charges: [{ text: "Transport", amount: 15_000 }],
} as const;

describeEndToEnd("offers of items", () => {
  let admin: Person;
  let cataloguer: Person;
  let ada: Person;
  let bola: Person;
  let photo: Buffer;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    cataloguer = await makePerson(server, "funke", { role: "cataloguer" });
    photo = await picture(64, 48).jpeg().toBuffer();
  });
  beforeEach(async () => {
    ada = await makePerson(server, `ada-${++people}`);
    bola = await makePerson(server, `bola-${people}`);
  });

  const ask = (who: Person | null, method: string, path: string, body?: object, key?: string) =>
    server.api(method, `/api${path}`, {
      ...(who && { token: who.token }),
      ...(body && { body }),
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const done = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked);
    expect([answer.status, answer.body?.message]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    return answer.body;
  };
  const upload = async (who: Person, offerId: string, bytes: Buffer, name: string) => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${server.address}/api/offers/${offerId}/media`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as { file: Media; message?: string } };
  };
  const uploaded = async (who: Person, offerId: string, bytes: Buffer, name: string) => {
    const { status, body } = await upload(who, offerId, bytes, name);
    expect([status, body.message]).toEqual([201, undefined]);
    return body.file;
  };

  /** A complete draft of the person. */
  const drafted = async (who: Person): Promise<{ id: string; revision: number }> => {
    const { offer } = await done(who, "POST", "/offers", content);
    expectShape(offerAnswer, { offer });
    const files = Array.from({ length: OFFER_PHOTOS_MIN }, (_, at) => uploaded(who, offer._id, photo, `IMG_${at}.jpg`));
    const media = [...(await Promise.all(files)), await uploaded(who, offer._id, mp4(), "film.mp4")];
    const saved = await done(who, "PUT", `/offers/${offer._id}`, { media, revision: offer.revision });
    return { id: offer._id, revision: saved.offer.revision };
  };
  const sent = async (who: Person): Promise<string> => {
    const { id, revision } = await drafted(who);
    await done(who, "POST", `/offers/${id}/submit`, { revision });
    return id;
  };
  const accepted = async (who: Person, changes = {}): Promise<{ id: string; agreementId: string }> => {
    const id = await sent(who);
    const { agreement } = await done(admin, "POST", `/admin/offers/${id}/accept`, { ...terms, ...changes });
    return { id, agreementId: agreement._id };
  };
  const sign = (who: Person, agreementId: string, termsVersion: string = SELLER_TERMS_VERSION) =>
    ask(who, "POST", `/agreements/${agreementId}/accept`, { name: "Adaeze Obi", termsVersion });

  const notified = async (who: Person, id: string) =>
    (await done(who, "GET", "/notifications?limit=100")).notifications
      .filter(({ link }: { link: string | null }) => link?.endsWith(id))
      .map(({ kind, title, text }: Record<string, string>) => [kind, title, text]);
  const named = `“${content.title}”`;

  it("goes from a draft to the signed agreement and the published lot", async () => {
    const other = await makePerson(server, `tunde-${people}`, { role: "cataloguer" });
    const id = await sent(ada);
    for (const who of [admin, cataloguer]) {
      expect(await notified(who, id)).toEqual([["staff", "An item is offered", named]]);
      const { offers: waiting, needsHand } = await done(who, "GET", "/admin/desk");
      expect(waiting.total).toBeGreaterThan(0);
      expect(needsHand).toBeGreaterThanOrEqual(waiting.total);
    }
    const { offers, counts } = await done(cataloguer, "GET", "/admin/offers?limit=100");
    expectShape(staffOffersAnswer, { offers, counts, pagination: { current: 1, pages: 1, total: 1, limit: 1 } });
    expect(offers).toContainEqual(expect.objectContaining({ _id: id, status: "offered", ...content }));

    await done(cataloguer, "POST", `/admin/offers/${id}/review`);
    await done(cataloguer, "POST", `/admin/offers/${id}/messages`, { text: "Does it have its papers?" });
    expect(await mailTo(server, ada.email, "offer-message")).toMatchObject({
      offerId: id,
      text: "Does it have its papers?",
    });
    const { offer: asked } = await done(ada, "POST", `/offers/${id}/messages`, { text: "Yes." });
    expect(asked).toMatchObject({ status: "in-review", messages: [{ by: "staff" }, { by: "seller", text: "Yes." }] });

    expect(await notified(ada, id)).toEqual([
      ["own-lot", "A message about your offer", `${named}: Does it have its papers?`],
    ]);
    // The one who works on the offer hears of the answer, and no other.
    expect(await notified(cataloguer, id)).toEqual([["staff", "A seller wrote to you", named]]);
    expect(await notified(admin, id)).toEqual([["staff", "An item is offered", named]]);
    expect(await notified(other, id)).toEqual([["staff", "An item is offered", named]]);
    const reviewed = await done(admin, "GET", `/admin/offers/${id}`);
    expectShape(reviewedOfferAnswer, reviewed);
    expect(reviewed.usualTerms).toMatchObject({ commissionPercent: 10, vatPercent: 7.5 });

    const made = await done(admin, "POST", `/admin/offers/${id}/accept`, terms);
    expectShape(staffOfferAnswer, { offer: made.offer });
    const agreementId = made.agreement._id;
    expect(await mailTo(server, ada.email, "offer-accepted")).toMatchObject({ agreementId, isChanged: false });
    const { auction } = await done(cataloguer, "POST", `/admin/offers/${id}/lot`, undefined, "one-press");
    expect(auction).toMatchObject({
      status: "draft",
      title: content.title,
      startingPrice: 300_000,
      reservePrice: 450_000,
      bidIncrement: 10_000,
      categories: ["electronics"],
      seller: { _id: ada.id },
      conditionReport: { working: "yes", notes: "Age: 5 years" },
    });
    expect(auction.media).toHaveLength(OFFER_PHOTOS_MIN + 1);
    const again = await done(cataloguer, "POST", `/admin/offers/${id}/lot`, undefined, "one-press");
    expect(again.auction._id).toBe(auction._id);
    expect(await ask(admin, "POST", `/admin/offers/${id}/lot`)).toMatchObject({ status: 409 });

    expect(await askForStatus(server, admin, auction._id, "active")).toMatchObject({
      status: 409,
      body: { code: "AGREEMENT_MISSING" },
    });
    const before = await done(ada, "GET", `/agreements/${agreementId}`);
    expectShape(agreementAnswer, before);
    expect(before.agreement).toMatchObject({ ...terms, vatPercent: 7.5, status: "proposed", version: 1 });
    const { body: after } = await sign(ada, agreementId);
    expect(after.agreement).toMatchObject({ status: "accepted", acceptedName: "Adaeze Obi" });
    expect(await mailTo(server, ada.email, "agreement-accepted")).toMatchObject({ agreementId });
    expect(await notified(ada, agreementId)).toEqual([
      ["own-lot", "You accepted the terms", expect.stringContaining(named)],
      ["own-lot", "We want to sell your item", expect.stringContaining(named)],
    ]);
    expect(await notified(admin, id)).toEqual([["staff", "A seller accepted the terms", named]]);
    const own = async () => (await done(ada, "GET", `/offers/${id}`)).offer.lot;
    expect(await own()).toBeNull();
    expect(await askForStatus(server, admin, auction._id, "active")).toMatchObject({ status: 200 });
    expect(await own()).toEqual({ _id: auction._id, status: "active", isUpcoming: false, sale: null });
    // The owner may do nothing that a bidder may.
    expect(await ask(ada, "POST", "/bids", { auctionId: auction._id, amount: 900_000 })).toMatchObject({
      status: 403,
      body: { code: "OWN_AUCTION" },
    });
    expect(await ask(ada, "POST", `/auctions/${auction._id}/questions`, { text: "Is it good?" })).toMatchObject({
      status: 403,
      body: { code: "OWN_AUCTION" },
    });
  });

  it("is refused with a sentence for each part that is missing, and sent once", async () => {
    const { offer } = await done(ada, "POST", "/offers", {});
    const refused = await ask(ada, "POST", `/offers/${offer._id}/submit`, { revision: 1 });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("Please add at least 10 photos. Please add at least 1 video.");
    expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      "title",
      "description",
      "category",
      "age",
      "condition",
      "estimatedValue",
      "media",
      "media",
    ]);
    const { id, revision } = await drafted(ada);
    const answers = await Promise.all([1, 2, 3].map(() => ask(ada, "POST", `/offers/${id}/submit`, { revision })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const short = { media: [], revision };
    expect(await ask(ada, "PUT", `/offers/${id}`, short)).toMatchObject({ status: 400 });
    expect(await ask(ada, "DELETE", `/offers/${id}`)).toMatchObject({ status: 409, body: { code: "OFFER_STATE" } });
  });

  it("loses nothing when a save is repeated, and refuses one over a newer revision", async () => {
    const { offer } = await done(ada, "POST", "/offers", {}, randomUUID());
    const save = { title: "A generator", revision: 1 };
    for (let times = 1; times <= 2; times += 1) {
      expect((await done(ada, "PUT", `/offers/${offer._id}`, save)).offer).toMatchObject({ revision: 2 });
    }
    const other = await ask(ada, "PUT", `/offers/${offer._id}`, { title: "Another", revision: 1 });
    expect(other).toMatchObject({ status: 409, body: { code: "OFFER_STATE" } });
  });

  it("begins one offer for one key, and at most the open ones that a person may have", async () => {
    const key = randomUUID();
    const two = await Promise.all([1, 2].map(() => done(ada, "POST", "/offers", {}, key)));
    expect(new Set(two.map(({ offer }) => offer._id))).toEqual(new Set([key]));
    const many = await Promise.all(Array.from({ length: 40 }, () => ask(ada, "POST", "/offers", {})));
    const made = many.filter(({ status }) => status === 201).length;
    expect(made).toBe(OPEN_OFFERS_MAX - 1);
    expect((await ask(bola, "POST", "/offers", {}, key)).body.code).toBe("COMMAND_ID_REUSED");
  });

  it("is its seller's alone: others get 404, and their files are refused", async () => {
    const { id, revision } = await drafted(ada);
    for (const who of [bola, admin]) {
      expect((await ask(who, "GET", `/offers/${id}`)).status).toBe(404);
      expect((await ask(who, "PUT", `/offers/${id}`, { title: "Mine", revision })).status).toBe(404);
      expect((await ask(who, "POST", `/offers/${id}/submit`, { revision })).status).toBe(404);
      expect((await ask(who, "DELETE", `/offers/${id}`)).status).toBe(404);
      expect((await upload(who, id, photo, "x.jpg")).status).toBe(404);
    }
    // Nobody but the seller sees a draft.
    expect((await ask(admin, "GET", `/admin/offers/${id}`)).status).toBe(404);
    const { offer } = await done(ada, "GET", `/offers/${id}`);
    expect(await ask(bola, "POST", "/offers", { media: offer.media.slice(0, 1) })).toMatchObject({ status: 400 });
    const elsewhere = [{ url: "https://elsewhere.test/a.jpg", type: "image" }];
    expect(await ask(bola, "POST", "/offers", { media: elsewhere })).toMatchObject({ status: 400 });
    const twice = Array.from({ length: OFFER_PHOTOS_MIN }, () => offer.media[0]);
    expect(await ask(ada, "PUT", `/offers/${id}`, { media: twice, revision })).toMatchObject({ status: 400 });
    const unverified = await makePerson(server, `new-${people}`, { isVerified: false });
    expect((await ask(unverified, "POST", "/offers", {})).body.code).toBe("EMAIL_NOT_VERIFIED");
  });

  it("refuses files that are neither photos nor videos", async () => {
    const { offer } = await done(ada, "POST", "/offers", {});
    const answers = await Promise.all([
      upload(ada, offer._id, Buffer.from("<svg onload=alert(1)>"), "x.svg"),
      upload(ada, offer._id, Buffer.from("MZ\u0000\u0001"), "photo.jpg"),
      upload(ada, offer._id, Buffer.alloc(0), "photo.jpg"),
    ]);
    for (const { status } of answers) expect(status).toBeOneOf([400, 415]);
  });

  describe("an upload in parts", () => {
    const PART = 512 * 1024;
    const film = mp4();
    const send = async (
      who: Person,
      offerId: string,
      uploadId: string,
      bytes: Buffer,
      [offset, size]: [number, number],
    ) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "film.mp4");
      const response = await fetch(
        `${server.address}/api/offers/${offerId}/media/parts?uploadId=${uploadId}&offset=${offset}&size=${size}`,
        { method: "POST", headers: { authorization: `Bearer ${who.token}` }, body: form },
      );
      return {
        status: response.status,
        body: (await response.json()) as { received: number; file?: Media; code?: string },
      };
    };
    const begun = async () => ({
      id: (await done(ada, "POST", "/offers", {})).offer._id as string,
      uploadId: randomUUID(),
    });
    const size = film.length;
    const cut = Math.floor(size / 2);
    const halves = [film.subarray(0, cut), film.subarray(cut)] as const;

    it("goes on where it stopped; parts that come twice, late or for another place change nothing", async () => {
      const { id, uploadId } = await begun();
      const at = (bytes: Buffer, offset: number) => send(ada, id, uploadId, bytes, [offset, size]);
      expect(await at(halves[1], cut)).toMatchObject({ status: 200, body: { received: 0 } });
      expect(await at(halves[0], 0)).toMatchObject({ status: 200, body: { received: cut } });
      expect(await at(halves[0], 0)).toMatchObject({ body: { received: cut } });
      expect(await at(film, cut)).toMatchObject({ body: { received: cut } });
      expect(await at(Buffer.alloc(0), cut)).toMatchObject({ body: { received: cut } });
      const ends = await Promise.all([1, 2, 3].map(() => at(halves[1], cut)));
      expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200]));
      const { body } = await at(halves[1], cut);
      expect(body).toMatchObject({ received: size, file: { type: "video" } });
      const stored = await fetch(`${server.address}${body.file?.url}`);
      expect(Buffer.from(await stored.arrayBuffer()).length).toBe(size);
      await done(ada, "PUT", `/offers/${id}`, { media: [body.file], revision: 1 });
      const parts = await server.query("select from parted_uploads where id = $1::text::uuid and received = size", [
        uploadId,
      ]);
      expect(parts).toHaveLength(1);
    });

    it("is its owner's alone, keeps its size, and takes no file that is no video", async () => {
      const { id, uploadId } = await begun();
      await send(ada, id, uploadId, halves[0], [0, size]);
      const other = (await done(bola, "POST", "/offers", {})).offer._id;
      expect((await send(bola, other, uploadId, halves[1], [cut, size])).status).toBe(404);
      expect((await send(bola, id, uploadId, halves[1], [cut, size])).status).toBe(404);
      expect((await send(ada, id, uploadId, halves[1], [cut, size + 1])).status).toBe(400);
      expect((await send(ada, id, "no-uuid", film, [0, size])).status).toBe(400);
      expect((await send(ada, id, randomUUID(), Buffer.alloc(PART + 1), [0, PART + 1])).status).toBe(413);
      expect((await send(ada, id, randomUUID(), film, [0, 200 * 1024 * 1024])).status).toBe(413);
      const text = Buffer.from("MZ\u0000\u0001 no film");
      const bad = randomUUID();
      expect((await send(ada, id, bad, text, [0, text.length])).status).toBe(415);
      expect(await server.query("select from parted_uploads where id = $1::text::uuid", [bad])).toEqual([]);
    });

    it("bounds what a person has begun, and is removed after a day", async () => {
      const { id } = await begun();
      const mebibyte = 1024 * 1024;
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => send(ada, id, randomUUID(), halves[0], [0, 90 * mebibyte])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
      const mine = () =>
        server.query<{ part: string }>(
          "select unnest(parts) as part from parted_uploads where owner_id = $1::text::uuid",
          [ada.id],
        );
      const removed: string[] = [];
      await server.query(
        "update parted_uploads set updated_at = now() - interval '25 hours' where owner_id = $1::text::uuid",
        [ada.id],
      );
      const names = (await mine()).map(({ part }) => part);
      const storage = { remove: async (name: string) => void removed.push(name) } as unknown as MediaStorage;
      await removeOldParts({ database: server.server.database, storage });
      expect(await mine()).toEqual([]);
      expect(removed).toEqual(expect.arrayContaining(names));
    });
  });

  it("keeps hostile texts as words, in the offer, the mails and the lot", async () => {
    const { id, revision } = await drafted(ada);
    let newest = revision;
    for (const text of hostileTexts) {
      const body = { description: text, revision: newest };
      const { status, body: answer } = await ask(ada, "PUT", `/offers/${id}`, body);
      expect(status).toBeOneOf([200, 400]);
      if (status === 200) newest = answer.offer.revision;
    }
    await done(ada, "PUT", `/offers/${id}`, { description: "<script>alert(1)</script>", revision: newest });
    await done(ada, "POST", `/offers/${id}/submit`, { revision: newest + 1 });
    const { offer } = await done(cataloguer, "GET", `/admin/offers/${id}`);
    expect(offer.description).toBe("<script>alert(1)</script>");
  });

  it("is taken back by its seller as long as it is not decided, and is then a draft that staff do not see", async () => {
    const id = await sent(ada);
    await done(cataloguer, "POST", `/admin/offers/${id}/messages`, { text: "Does it have its papers?" });
    expect((await ask(bola, "POST", `/offers/${id}/withdraw`)).status).toBe(404);
    const takenBack = await Promise.all([1, 2].map(() => done(ada, "POST", `/offers/${id}/withdraw`)));
    for (const { offer } of takenBack) expect(offer).toMatchObject({ status: "draft", offeredAt: null });
    const news = (await done(cataloguer, "GET", "/notifications?limit=100")).notifications;
    expect(news).toContainEqual(
      expect.objectContaining({ title: "A seller took an offer back", text: named, link: "/admin/offers" }),
    );
    expect((await ask(cataloguer, "GET", `/admin/offers/${id}`)).status).toBe(404);
    expect((await ask(admin, "POST", `/admin/offers/${id}/accept`, terms)).status).toBe(404);
    // Sent again, it has its messages; a draft can be deleted with them.
    const { revision } = takenBack[0].offer;
    const again = await done(ada, "POST", `/offers/${id}/submit`, { revision });
    expect(again.offer).toMatchObject({ status: "offered", messages: [{ by: "staff" }] });
    await done(ada, "POST", `/offers/${id}/withdraw`);
    expect((await ask(ada, "DELETE", `/offers/${id}`)).status).toBe(200);
    expect((await ask(ada, "GET", `/offers/${id}`)).status).toBe(404);

    const { id: decided } = await accepted(ada);
    const entered = await done(cataloguer, "POST", "/admin/offers", { seller: ada.username, title: "A chair" });
    for (const one of [decided, entered.offer._id]) {
      const refused = await ask(ada, "POST", `/offers/${one}/withdraw`);
      expect(refused).toMatchObject({ status: 409, body: { code: "OFFER_STATE" } });
    }
  });

  it("is declined with a reason; then nothing can be accepted", async () => {
    const { id, agreementId } = await accepted(ada);
    const { offer } = await done(cataloguer, "GET", `/admin/offers/${id}`);
    const decline = { reason: "It was stolen.", revision: offer.revision };
    await done(cataloguer, "POST", `/admin/offers/${id}/decline`, decline);
    expect(await mailTo(server, ada.email, "offer-declined")).toMatchObject({ reason: "It was stolen." });
    expect((await done(ada, "GET", `/agreements/${agreementId}`)).agreement.status).toBe("withdrawn");
    expect(await sign(ada, agreementId)).toMatchObject({ status: 409, body: { code: "AGREEMENT_STATE" } });
    for (const [path, body] of [
      ["accept", terms],
      ["lot", undefined],
      ["decline", decline],
    ] as const) {
      expect(await ask(admin, "POST", `/admin/offers/${id}/${path}`, body)).toMatchObject({ status: 409 });
    }
  });

  it("refuses to accept what was changed after the staff read it", async () => {
    const id = await sent(ada);
    const { offer } = await done(admin, "GET", `/admin/offers/${id}`);
    await done(ada, "PUT", `/offers/${id}`, { title: "An empty box", revision: offer.revision });
    const stale = { ...terms, revision: offer.revision };
    expect(await ask(admin, "POST", `/admin/offers/${id}/accept`, stale)).toMatchObject({
      body: { code: "OFFER_STATE" },
    });
    await done(admin, "POST", `/admin/offers/${id}/accept`, { ...terms, revision: offer.revision + 1 });
    const late = { title: "Nothing", revision: offer.revision + 1 };
    expect(await ask(ada, "PUT", `/offers/${id}`, late)).toMatchObject({ body: { code: "OFFER_STATE" } });
  });

  it("lets its seller alone read and accept the agreement, once, as it is now", async () => {
    const { id, agreementId } = await accepted(ada);
    for (const who of [bola, admin]) {
      expect((await ask(who, "GET", `/agreements/${agreementId}`)).status).toBe(404);
      expect((await sign(who, agreementId)).status).toBe(404);
    }
    expect((await ask(null, "GET", `/agreements/${agreementId}`)).status).toBe(401);
    expect((await ask(bola, "GET", `/agreements/${agreementId}.pdf`)).status).toBe(404);
    expect((await ask(ada, "GET", `/agreements/${agreementId}.pdf`)).body.code).toBe("AGREEMENT_STATE");
    expect((await sign(ada, agreementId, "2020-01-01")).body.code).toBe("AGREEMENT_STATE");
    const answers = await Promise.all([1, 2, 3].map(() => sign(ada, agreementId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await mailsTo(server, ada.email, "agreement-accepted")).toHaveLength(1);
    const file = await fetch(`${server.address}/api/agreements/${agreementId}.pdf`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const { text } = await pdfText(new Uint8Array(await file.arrayBuffer()));
    for (const words of ["Generator, 5 kVA", "₦300,000.00", "10%", "Transport", "Adaeze Obi", SELLER_TERMS_VERSION]) {
      expect(text).toContain(words);
    }

    // The same terms change nothing; other terms ask again.
    const same = await done(admin, "POST", `/admin/offers/${id}/accept`, terms);
    expect(same.agreement).toMatchObject({ _id: agreementId, status: "accepted" });
    const { auction } = await done(admin, "POST", `/admin/offers/${id}/lot`);
    const other = await done(admin, "POST", `/admin/offers/${id}/accept`, { ...terms, commissionPercent: 12 });
    expect(other.agreement).toMatchObject({ version: 2, status: "proposed", commissionPercent: 12 });
    expect(await askForStatus(server, admin, auction._id, "active")).toMatchObject({
      body: { code: "AGREEMENT_MISSING" },
    });
    const old = await done(ada, "GET", `/agreements/${agreementId}`);
    expect(old).toMatchObject({ agreement: { status: "replaced" }, newestId: other.agreement._id });
    expect(await sign(ada, agreementId)).toMatchObject({ status: 409, body: { agreementId: other.agreement._id } });
    expect((await sign(ada, other.agreement._id)).status).toBe(200);
    expect((await askForStatus(server, admin, auction._id, "active")).status).toBe(200);
  });

  it("is not published without its agreement: by status, edit, start or sale", async () => {
    const { id, agreementId } = await accepted(ada);
    const { auction } = await done(admin, "POST", `/admin/offers/${id}/lot`);
    const edit = (body: object) => ask(admin, "PUT", `/auctions/admin/${auction._id}`, body);
    const missing = { status: 409, body: { code: "AGREEMENT_MISSING" } };
    const managed = async (who = admin) => {
      const { auctions } = await done(who, "GET", `/auctions/admin/all?search=${auction._id}`);
      return auctions[0].terms;
    };
    const { startingPrice, reservePrice, currency } = terms;
    const asked = { offerId: id, agreement: { status: "proposed", startingPrice, reservePrice, currency } };
    expect(await managed()).toEqual(asked);
    expect(await managed(cataloguer)).toEqual(asked);
    expect(await edit({ status: "active" })).toMatchObject(missing);
    expect(await edit({ startTime: inHours(5) })).toMatchObject(missing);
    const { makeSale, setLots, post, publishedSale } = salesOn(() => ({ server, admin }));
    const { sale: running } = await publishedSale(1);
    const late = () => post(admin, `/${running._id}/lots`, { body: { auctionId: auction._id } });
    expect(await late()).toMatchObject(missing);
    const sale = await makeSale();
    expect((await setLots(sale, [auction._id])).status).toBe(200);
    expect(await post(admin, `/${sale._id}/publish`)).toMatchObject(missing);
    expect((await sign(ada, agreementId)).status).toBe(200);
    expect(await managed()).toEqual({ ...asked, agreement: { ...asked.agreement, status: "accepted" } });
    expect((await edit({ reservePrice: 320_000 })).status).toBe(200);
    expect(await edit({ status: "active" })).toMatchObject(missing);
    expect((await edit({ reservePrice: terms.reservePrice, status: "active" })).status).toBe(200);
    expect(await managed()).toBeNull();
    expect(await edit({ reservePrice: 320_000 })).toMatchObject(missing);
  });

  it("gives the copy of an unsold lot the same seller and agreement", async () => {
    const { id, agreementId } = await accepted(ada);
    await sign(ada, agreementId);
    const { auction } = await done(admin, "POST", `/admin/offers/${id}/lot`);
    await askForStatus(server, admin, auction._id, "active");
    await askForStatus(server, admin, auction._id, "ended");
    const { auction: copy } = await done(admin, "POST", `/auctions/${auction._id}/relist`, {});
    expect(copy.seller._id).toBe(ada.id);
    expect((await askForStatus(server, admin, copy._id, "active")).status).toBe(200);
    await done(admin, "POST", `/admin/offers/${id}/accept`, { ...terms, commissionPercent: 1 });
    expect((await askForStatus(server, admin, copy._id, "cancelled")).status).toBe(200);
    expect((await askForStatus(server, admin, copy._id, "active")).body.code).toBe("AGREEMENT_MISSING");
  });

  it("is never reviewed by its own seller, and accepted only by staff who run auctions", async () => {
    const seller = await makePerson(server, `staff-${people}`, { role: "admin" });
    const id = await sent(seller);
    for (const [path, body] of [
      ["review", {}],
      ["messages", { text: "To myself" }],
      ["accept", terms],
      ["decline", { reason: "No", revision: 2 }],
    ] as const) {
      expect((await ask(seller, "POST", `/admin/offers/${id}/${path}`, body)).body.code).toBe("CONFLICT_OF_INTEREST");
    }
    expect((await ask(cataloguer, "POST", `/admin/offers/${id}/accept`, terms)).status).toBe(403);
    expect((await ask(bola, "GET", "/admin/offers")).status).toBe(403);
    const { agreement } = await done(admin, "POST", `/admin/offers/${id}/accept`, terms);
    expect((await ask(seller, "POST", `/admin/offers/${id}/lot`)).body.code).toBe("CONFLICT_OF_INTEREST");
    const { auction } = await done(admin, "POST", `/admin/offers/${id}/lot`);
    const own = await done(seller, "GET", `/auctions/admin/all?search=${auction._id}`);
    expect(own.auctions).toEqual([expect.not.objectContaining({ terms: expect.anything() })]);
    await sign(seller, agreement._id);
    expect((await askForStatus(server, seller, auction._id, "active")).body.code).toBe("CONFLICT_OF_INTEREST");
    expect((await askForStatus(server, admin, auction._id, "active")).status).toBe(200);
  });

  it("is not needed for a code: staff give one to a verified account, once, and never to themselves", async () => {
    const [ada, nobody] = [await makePerson(server, "coded"), randomUUID()];
    const give = (who: Person, seller: string) =>
      server.api("POST", "/api/admin/seller-codes", { token: who.token, body: { seller } });
    const { status, body } = await give(cataloguer, ada.username);
    expect([status, body.seller]).toEqual([
      200,
      {
        _id: ada.id,
        username: ada.username,
        name: expect.any(String),
        code: expect.stringMatching(/^[XYVBCDWF2-9]{6}$/),
      },
    ]);
    const [{ email = "" } = {}] = await server.query<{ email: string }>(
      "select email from users where id = $1::text::uuid",
      [ada.id],
    );
    expect((await give(admin, email.toUpperCase())).body).toEqual(body);
    expect((await give(cataloguer, nobody)).body).toMatchObject({ code: "INVALID", issues: [{ path: "seller" }] });
    expect((await give(cataloguer, cataloguer.username)).body.code).toBe("CONFLICT_OF_INTEREST");
    expect((await give(ada, ada.username)).status).toBe(403);
    const given = await server.query(
      "select actor_id, details from admin_actions where action = 'seller code given' and user_id = $1::text::uuid",
      [ada.id],
    );
    expect(given).toEqual([{ actor_id: cataloguer.id, details: { code: body.seller.code } }]);
  });

  it("is entered by staff for somebody, who then sees it", async () => {
    const key = randomUUID();
    const body = { seller: ada.username, ...content };
    const { offer } = await done(cataloguer, "POST", "/admin/offers", body, key);
    expect(offer).toMatchObject({ status: "in-review", seller: { _id: ada.id }, enteredBy: cataloguer.username });
    expect((await done(cataloguer, "POST", "/admin/offers", body, key)).offer._id).toBe(offer._id);
    expect((await done(ada, "GET", "/offers")).offers).toHaveLength(1);
    const nobody = { ...body, seller: "nobody at all" };
    expect((await ask(cataloguer, "POST", "/admin/offers", nobody)).status).toBe(400);
  });
});
