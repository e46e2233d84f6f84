// Tests lot drafts from outside: saving, two tabs, whose they are, how many, their uploads, publishing once, and copies
// of auctions.
import { randomUUID } from "node:crypto";
import { auctionAnswer } from "@jara/shared/rest/auctions";
import {
  LOT_DRAFTS_MAX,
  type LotDraftContent,
  lotDraftAnswer,
  lotDraftsAnswer,
  savedLotDraftAnswer,
} from "@jara/shared/rest/lot-drafts";
import { beforeEach, expect, it } from "vitest";
import { noteUpload, takeOrphans } from "../../src/features/media/upload-queries.ts";
import { lot, makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const content = (details: Partial<LotDraftContent> = {}): LotDraftContent => ({
  title: "",
  description: "",
  categories: [],
  condition: "good",
  location: "",
  currency: "NGN",
  startingPrice: "",
  bidIncrement: "1.00",
  reservePrice: "",
  buyItNowPrice: "",
  lowEstimate: "",
  highEstimate: "",
  startTime: "",
  endTime: "",
  duration: "24",
  softCloseWindow: "120",
  softCloseCap: "30",
  media: [],
  ...details,
});

const server = await sharedServer();

describeEndToEnd("unfinished lots", () => {
  let admin: Person;
  let people = 0;
  beforeEach(async () => {
    admin = await makePerson(server, `admin-${++people}`, { role: "admin" });
  });

  const put = (id: string, revision: number, given: LotDraftContent, who = admin) =>
    server.api("PUT", `/api/lot-drafts/${id}`, { token: who.token, body: { revision, content: given } });
  const read = (id: string, who = admin) => server.api("GET", `/api/lot-drafts/${id}`, { token: who.token });
  const list = async (who = admin, query = "?mine=true") => {
    const { body } = await server.api("GET", `/api/lot-drafts${query}`, { token: who.token });
    expectShape(lotDraftsAnswer, body);
    return body.drafts;
  };
  const draft = async (details: Partial<LotDraftContent> = {}, who = admin): Promise<string> => {
    const id = randomUUID();
    expect((await put(id, 0, content(details), who)).status).toBe(200);
    return id;
  };
  const publish = (id: string, revision: number, details: object = {}, key: string = randomUUID(), who = admin) =>
    server.api("POST", "/api/auctions", {
      token: who.token,
      headers: { "idempotency-key": key },
      body: { ...lot(), ...details, draft: { id, revision } },
    });

  it("keep what was typed, cleaned and however incomplete, and are listed with the last saved first", async () => {
    const typed = content({ title: "Half a drum  ", startingPrice: "20,0", reservePrice: "soon", endTime: "2026-11" });
    const id = randomUUID();
    const saved = await put(id, 0, typed);
    expect([saved.status, saved.body.draft]).toMatchObject([200, { _id: id, revision: 1 }]);
    expectShape(savedLotDraftAnswer, saved.body);
    const { body } = await read(id);
    expectShape(lotDraftAnswer, body);
    expect(body.draft.content).toEqual({ ...typed, title: "Half a drum" });

    const other = await draft({ title: "Bell" });
    expect((await list()).map(({ _id }: { _id: string }) => _id)).toEqual([other, id]);
    const media = [
      { url: "https://pictures.example/film.mp4", type: "video" as const },
      { url: "https://pictures.example/drum.jpg", type: "image" as const },
    ];
    expect((await put(id, 1, { ...typed, media })).body.draft.revision).toBe(2);
    expect(await list()).toMatchObject([
      { _id: id, revision: 2, title: "Half a drum", imageUrl: "https://pictures.example/drum.jpg" },
      { _id: other, imageUrl: null },
    ]);
  });

  it("refuse a save over a newer one, and accept the same save twice", async () => {
    const id = await draft({ title: "One" });
    expect((await put(id, 0, content({ title: "One" }))).body.draft.revision, "the answer was lost").toBe(1);
    expect((await put(id, 1, content({ title: "Two" }))).body.draft.revision).toBe(2);
    expect((await put(id, 1, content({ title: "Two" }))).body.draft.revision, "the answer was lost").toBe(2);
    for (const revision of [0, 1, 3, 9]) {
      const { status, body } = await put(id, revision, content({ title: "Older tab" }));
      expect([revision, status, body.code]).toEqual([revision, 409, "DRAFT_CHANGED"]);
    }
    expect((await read(id)).body.draft.content.title).toBe("Two");
    const both = await Promise.all(["A", "B"].map((title) => put(id, 2, content({ title }))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("are shared by all staff who make lots, and are not made again once they are gone", async () => {
    const title = `Shared ${randomUUID()}`;
    const id = await draft({ title });
    const colleague = await makePerson(server, `colleague-${people}`, { role: "cataloguer" });
    const bidder = await makePerson(server, `nobody-${people}`);
    const gone = { code: "NOT_FOUND", message: "This draft is gone: it was published or deleted." };
    expect(await list(colleague)).toEqual([]);
    const [word = ""] = title.split(" ").slice(1);
    expect(await list(colleague, "?search=%CC%80")).toEqual([]);
    expect(await list(colleague, `?search=${word}%20sh%C3%A1red`)).toMatchObject([
      { _id: id, title, author: { _id: admin.id, username: admin.username } },
    ]);
    expect((await read(id, colleague)).body.draft.author.username).toBe(admin.username);
    expect((await read(id, bidder)).status).toBe(403);
    expect((await put(id, 1, content({ title: `${title}, theirs` }), colleague)).status).toBe(200);
    // The author's form does not know it yet, and gets the other's text instead of replacing it.
    const refused = await put(id, 1, content({ title: `${title}, mine` }));
    expect([refused.status, refused.body.code]).toEqual([409, "DRAFT_CHANGED"]);
    expect(refused.body.draft).toMatchObject({ revision: 2, content: { title: `${title}, theirs` } });
    const published = await publish(id, 2, {}, randomUUID(), colleague);
    expect([published.status, published.body.auction?.seller?._id]).toEqual([201, colleague.id]);
    for (const answer of [
      await read(id),
      await put(id, 2, content({ title: "Again" })),
      await server.api("DELETE", `/api/lot-drafts/${id}`, { token: admin.token }),
      await publish(id, 2),
      await read("no-id"),
      await put("no-id", 0, content()),
      await publish("no-id", 1),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, gone]);
    }
  });

  it("say what is missing, and become a draft of an auction once when nothing is", async () => {
    const finish = (id: string, revision: number, who = admin, key: string = randomUUID()) =>
      server.api("POST", `/api/lot-drafts/${id}/finish`, {
        token: who.token,
        headers: { "idempotency-key": key },
        body: { revision },
      });
    const title = `Finished ${randomUUID()}`;
    const wrong = { title: "x".repeat(101), startingPrice: "20,0", buyItNowPrice: "5", endTime: "2026-11" };
    const id = await draft(wrong);
    const missing = [
      "The description is missing.",
      "The starting price is not an amount.",
      "The end is not a time.",
      "The title has more than 100 characters.",
    ];
    expect((await list())[0]).toMatchObject({ _id: id, missing });
    const unfinished = await finish(id, 1);
    expect([unfinished.status, unfinished.body.code]).toEqual([400, "INVALID"]);
    expect(unfinished.body.message).toBe(`This lot is not finished. ${missing.join(" ")}`);

    const whole = content({
      title,
      description: "From Ibadan",
      startingPrice: "25,000",
      startTime: "2036-11-24T18:00",
      location: " Oyo ",
      categories: ["automobiles"],
      conditionReport: { year: "2015" },
      incrementTable: true,
      softCloseWindow: "off",
    });
    expect((await put(id, 1, whole)).status).toBe(200);
    expect((await list())[0]).toMatchObject({ missing: [] });
    expect((await finish(id, 1)).body).toMatchObject({ code: "DRAFT_CHANGED", draft: { revision: 2 } });
    const key = randomUUID();
    const colleague = await makePerson(server, `finisher-${people}`, { role: "cataloguer" });
    const both = await Promise.all([finish(id, 2, colleague, key), finish(id, 2, colleague, key)]);
    const again = await finish(id, 2, colleague, key);
    expectShape(auctionAnswer, again.body);
    for (const { status, body } of [...both, again]) {
      expect([status, body.auction?._id]).toEqual([201, again.body.auction._id]);
    }
    expect(again.body.auction).toMatchObject({
      title,
      status: "draft",
      startTime: null,
      startingPrice: 25_000,
      location: "Oyo",
      softClose: null,
      conditionReport: { year: 2015 },
      incrementSteps: expect.any(Array),
    });
    expect((await finish(id, 2)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("have bounds: texts, unknown fields, and the number of an account's drafts", async () => {
    const id = randomUUID();
    for (const wrong of [
      content({ title: "x".repeat(501) }),
      content({ description: "x".repeat(5001) }),
      content({ startingPrice: "1".repeat(41) }),
      { ...content(), bids: 4 } as LotDraftContent,
      content({ media: [{ url: `/media/${"0".repeat(32)}.webp`, type: "image" }] }),
      content({ media: [{ url: "/etc/passwd", type: "image" }] }),
    ]) {
      const { status, body } = await put(id, 0, wrong);
      expect([status, body.code], JSON.stringify(wrong).slice(0, 80)).toEqual([400, "INVALID"]);
    }
    expect((await put(id, 0, content({ title: "x".repeat(500), description: "y".repeat(5000) }))).status).toBe(200);
    await server.query(
      `insert into lot_drafts (id, owner_id, revision, content, uploads, created_at, updated_at)
       select gen_random_uuid(), owner_id, 1, content, uploads, created_at, updated_at
       from lot_drafts, generate_series(2, $2::text::int) where id = $1::text::uuid`,
      [id, LOT_DRAFTS_MAX],
    );
    const full = await put(randomUUID(), 0, content());
    expect([full.status, full.body.message]).toEqual([400, expect.stringMatching(/^You have 200 drafts/)]);
    expect((await put(id, 1, content({ title: "Still saved" }))).status, "the known ones go on").toBe(200);
    expect(await list(admin, `?mine=true&limit=${LOT_DRAFTS_MAX}`)).toHaveLength(LOT_DRAFTS_MAX);
  });

  it("keep their uploads as long as they name them", async () => {
    const name = `${randomUUID().replaceAll("-", "")}.webp`;
    await noteUpload(server.server.database, name, "00".repeat(32));
    const id = await draft();
    await server.query("update lot_drafts set uploads = array[$2::text] where id = $1::text::uuid", [id, name]);
    await server.query("update uploads set touched_at = touched_at - interval '30 days' where name = $1", [name]);
    expect(await takeOrphans(server.server.database)).not.toContain(name);
    await server.api("DELETE", `/api/lot-drafts/${id}`, { token: admin.token });
    expect(await takeOrphans(server.server.database)).toContain(name);
  });

  it("become one auction, however often and from wherever they are published", async () => {
    const id = await draft({ title: "Drum" });
    const wrong = await publish(id, 1, { startingPrice: -1 });
    expect([wrong.status, (await list()).length], "a refusal keeps the draft").toEqual([400, 1]);
    const stale = await publish(id, 7);
    expect([stale.status, stale.body.code]).toEqual([409, "DRAFT_CHANGED"]);

    const title = `Published ${id}`;
    const key = randomUUID();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => publish(id, 1, { title })),
      ...[1, 2].map(() => publish(id, 1, { title }, key)),
    ]);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.auction._id);
    expect(new Set(made).size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    }
    const rows = await server.query("select id from auctions where title = $1", [title]);
    expect(rows).toHaveLength(1);
    expect(await list()).toEqual([]);
  });

  it("are made from an auction with its texts, prices and media, and with nothing of its bids, times and ids", async () => {
    const media = [{ url: "https://pictures.example/drum.jpg", type: "image" as const }];
    const source = await openAuction(server, admin, {
      title: "Talking drum",
      location: "Oyo",
      categories: ["toys"],
      reservePrice: 5_000,
      buyItNowPrice: 9_000.5,
      media,
      softClose: { windowSeconds: 60, capMinutes: 10 },
    });
    const bidder = await makePerson(server, `bidder-${people}`);
    await server.api("POST", "/api/bids", { token: bidder.token, body: { auctionId: source._id, amount: 4_000 } });
    const copy = () => server.api("POST", `/api/auctions/${source._id}/duplicate`, { token: admin.token });
    const { status, body } = await copy();
    expect(status).toBe(201);
    expect(body.draft._id).not.toBe(source._id);
    const { draft: made } = (await read(body.draft._id)).body;
    const copied = {
      title: "Talking drum",
      description: source.description,
      categories: ["toys"],
      condition: source.condition,
      location: "Oyo",
      startingPrice: "1000",
      bidIncrement: String(source.bidIncrement),
      reservePrice: "5000",
      buyItNowPrice: "9000.5",
      media,
    };
    expect(made.content).toEqual(content(copied));
    const unknown = await server.api("POST", `/api/auctions/${randomUUID()}/duplicate`, { token: admin.token });
    expect(unknown.status).toBe(404);
  });

  it("are refused to somebody whose role no longer makes lots", async () => {
    await draft({ title: "Of a former administrator" });
    await server.query("update users set role = 'user' where id = $1::text::uuid", [admin.id]);
    expect((await server.api("GET", "/api/lot-drafts", { token: admin.token })).status).toBe(403);
    expect((await put(randomUUID(), 0, content())).status).toBe(403);
  });
});
