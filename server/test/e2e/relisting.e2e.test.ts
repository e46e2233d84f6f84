// Tests relisting: a lot that was not sold is copied into a draft, and both name each other. Until the copy is deleted,
// the old lot can be neither sold, opened nor relisted.
import { randomUUID } from "node:crypto";
import { historyAnswer, type ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { auctionAnswer, listedAgainAnswer } from "@jara/shared/rest/auctions";
import { beforeAll, expect, it } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("relisting a lot", () => {
  let admin: Person;
  let ada: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  });

  const relist = (id: string, key: string = randomUUID(), by = admin, body?: object) =>
    server.api("POST", `/api/auctions/${id}/relist`, {
      token: by.token,
      headers: { "idempotency-key": key },
      ...(body && { body }),
    });
  const history = async (id: string, query = "order=oldest") => {
    const { body } = await server.api("GET", `/api/auctions/admin/${id}/history?${query}`, { token: admin.token });
    expectShape(historyAnswer, body);
    return body as { entries: { type: string; summary: string; at: string }[]; total: number };
  };
  const row = async (id: string): Promise<ManagedAuction> =>
    (await server.api("GET", `/api/auctions/admin/all?search=${id}`, { token: admin.token })).body.auctions[0];
  const bid = (auctionId: string, amount: number, by = ada) =>
    server.api("POST", "/api/bids", { token: by.token, body: { auctionId, amount } });
  const remove = (id: string) => server.api("DELETE", `/api/auctions/${id}`, { token: admin.token });
  const copiesOf = (id: string) =>
    server.query<{ id: string }>("select auction_id::text as id from relistings where relisted_from = $1::text::uuid", [
      id,
    ]);
  const ended = async (details: object = {}) => {
    const auction = await openAuction(server, admin, { title: "Unsold kora", duration: 48, ...details });
    await setStatus(server, admin, auction._id, "ended");
    return auction;
  };

  it("copies texts and prices into a draft without a start, and links both ways", async () => {
    const old = await ended({
      reservePrice: 5000,
      buyItNowPrice: 9000,
      softClose: { windowSeconds: 60, capMinutes: 5 },
    });
    const { status, body } = await relist(old._id);
    expect(status).toBe(201);
    expectShape(auctionAnswer, body);
    const { auction: copy } = body;
    for (const field of ["title", "description", "categories", "startingPrice", "buyItNowPrice"]) {
      expect([field, copy[field]]).toEqual([field, (old as unknown as Record<string, unknown>)[field]]);
    }
    expect(copy).toMatchObject({ status: "draft", startTime: null, bidCount: 0, reservePrice: 5000 });
    expect(Math.round((Date.parse(copy.endTime) - Date.parse(copy.createdAt)) / 3_600_000)).toBe(48);
    expect(await row(old._id)).toMatchObject({
      relistedAs: { _id: copy._id, title: "Unsold kora" },
      relistedFrom: null,
    });
    expect(await row(copy._id)).toMatchObject({ relistedFrom: { _id: old._id }, relistedAs: null });
    // A draft without a start stays a draft, and opens when its status is set.
    await setStatus(server, admin, copy._id, "active");
    expect((await row(copy._id)).status).toBe("active");
  });

  it("makes one copy for one command, also if it is sent twice at the same time", async () => {
    const { _id } = await ended();
    const key = randomUUID();
    const answers = await Promise.all([relist(_id, key), relist(_id, key), relist(_id, key)]);
    answers.push(await relist(_id, key));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.auction._id)).size).toBe(1);
    const rows = await server.query("select 1 from relistings where relisted_from = $1::text::uuid", [_id]);
    expect(rows).toHaveLength(1);
    const other = await ended();
    expect((await relist(other._id, key)).body.code).toBe("COMMAND_ID_REUSED");
  });

  it("of a lot with bids needs staff who run auctions, unless its payment was waived", async () => {
    const cataloguer = await makePerson(server, "early", { role: "cataloguer" });
    const manager = await makePerson(server, "decider", { role: "manager" });
    const withBid = async (details: object) => {
      const { _id } = await openAuction(server, admin, details);
      await bid(_id, 1500);
      await setStatus(server, admin, _id, "ended");
      return _id;
    };
    const below = await withBid({ reservePrice: 5000 });
    const { status, body } = await relist(below, randomUUID(), cataloguer);
    expect([status, body.code]).toEqual([403, "FORBIDDEN"]);
    expect(await copiesOf(below)).toEqual([]);
    expect((await relist(below, randomUUID(), manager)).status).toBe(201);

    const won = await withBid({});
    const { settlementId } = await row(won);
    await server.api("POST", `/api/settlements/${settlementId}/waive`, { token: admin.token, body: {} });
    expect((await relist(won, randomUUID(), cataloguer)).status).toBe(201);
    expect((await relist((await ended())._id, randomUUID(), cataloguer)).status).toBe(201);
  });

  it("says in both histories who relisted the lot and why, and in their files", async () => {
    const { _id } = await ended();
    const key = randomUUID();
    const reason = "Nobody came to the viewing";
    const { body } = await relist(_id, key, admin, { reason });
    expect((await relist(_id, key, admin, { reason })).body.auction._id).toBe(body.auction._id);
    expect((await relist(_id, key, admin, { reason: "Another one" })).body.code).toBe("COMMAND_ID_REUSED");
    const other = await ended();
    const first = (await relist(other._id, randomUUID(), admin, { reason })).body.auction._id;
    expect((await remove(first)).status).toBe(200);
    expect((await relist(other._id)).status).toBe(201);
    await bid((await openAuction(server, admin, {}))._id, 5100);
    const listed = await history(other._id);
    expect(listed.entries.map(({ type }) => type)).toEqual(["AuctionCreated", "AuctionEnded", "Relisted", "Relisted"]);
    expect(listed.total).toBe(4);
    expect(listed.entries.slice(2).map(({ summary }) => summary)).toEqual([
      `${admin.username} relisted the lot as a new draft. Reason: “${reason}”.`,
      `${admin.username} relisted the lot as a new draft.`,
    ]);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(...(await history(other._id, `limit=1&page=${page}`)).entries);
    expect(pages).toEqual([...listed.entries].reverse());
    expect((await history(other._id, "kind=status&order=oldest")).entries).toEqual(listed.entries);
    expect((await history(other._id, "kind=bids")).entries).toEqual([]);
    expect((await history(body.auction._id)).entries[0]?.summary).toMatch(
      / created the auction .* as a copy of a lot that was not sold\. Reason: “Nobody came to the viewing”\.$/,
    );
    for (const id of [_id, body.auction._id]) {
      const { text } = await server.api("GET", `/api/auctions/admin/${id}/history.csv`, { token: admin.token });
      expect(text).toContain(`"${reason}"`);
    }
    // Bidders never read it.
    await setStatus(server, admin, body.auction._id, "active");
    const shown = await server.api("GET", `/api/auctions/${body.auction._id}`, { token: ada.token });
    expect(shown.text).not.toContain(reason);
    for (const wrong of ["", "x".repeat(501), 7])
      expect((await relist(_id, randomUUID(), admin, { reason: wrong })).status).toBe(400);
  });

  it("makes one copy of a lot, also for two keys at the same moment, until the copy is deleted", async () => {
    const { _id } = await ended();
    const answers = await Promise.all([relist(_id), relist(_id), relist(_id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await copiesOf(_id)).toHaveLength(1);
    const again = await relist(_id);
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      "ALREADY_EXISTS",
      "This lot was relisted already. Relist its newest copy, or delete all its copies first.",
    ]);
    const [copy] = await copiesOf(_id);
    await setStatus(server, admin, copy?.id ?? "", "cancelled");
    expect((await relist(_id)).status).toBe(409);
    expect((await remove(copy?.id ?? "")).status).toBe(200);
    expect((await relist(_id)).status).toBe(201);
    expect((await copiesOf(_id)).length).toBe(2);
  });

  it("names the last copy that is public, to everybody and to its bidders, and never a draft", async () => {
    const lot = await openAuction(server, admin, { reservePrice: 9000 });
    await bid(lot._id, 5100);
    await setStatus(server, admin, lot._id, "ended");
    const said = async () => {
      const path = `/api/auctions/${lot._id}/listed-again`;
      const answers = [await server.api("GET", path), await server.api("GET", path, { token: ada.token })];
      for (const { body } of answers) expectShape(listedAgainAnswer, body);
      const mine = await server.api("GET", `/api/bids/user/my-auctions?auction=${lot._id}`, { token: ada.token });
      const ids = [...answers.map(({ body }) => body.listedAgainAs), mine.body.auctions[0].listedAgainAs];
      expect(new Set(ids).size).toBe(1);
      return ids[0];
    };
    expect(await said()).toBeNull();
    const { _id: copy } = (await relist(lot._id)).body.auction;
    expect(await said(), "a draft").toBeNull();
    await setStatus(server, admin, copy, "active");
    expect(await said()).toBe(copy);
    await setStatus(server, admin, copy, "ended");
    const { _id: next } = (await relist(copy)).body.auction;
    expect(await said(), "the copy of the copy is a draft").toBe(copy);
    await setStatus(server, admin, next, "active");
    expect(await said()).toBe(next);
    await setStatus(server, admin, next, "cancelled");
    expect(await said(), "the last one was cancelled").toBe(copy);
    expect(
      (await server.api("GET", `/api/auctions/${(await relist(next)).body.auction._id}/listed-again`)).status,
    ).toBe(404);
  });

  it("refuses to sell or open a relisted lot, until its copy is deleted", async () => {
    const lot = await openAuction(server, admin, { reservePrice: 9000 });
    await bid(lot._id, 5100);
    await setStatus(server, admin, lot._id, "ended");
    const { _id: copy } = (await relist(lot._id)).body.auction;
    const endTime = new Date(Date.now() + 86_400_000).toISOString();
    const sell = () =>
      server.api("POST", `/api/admin/auctions/${lot._id}/sell-to-highest-bidder`, { token: admin.token });
    const status = (to: string) =>
      server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, { token: admin.token, body: { status: to } });
    const edit = (body: object) => server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body });
    for (const call of [
      sell,
      () => status("active"),
      () => status("paused"),
      () => status("sold"),
      () => status("draft"),
      () => edit({ status: "active", endTime }),
    ]) {
      const { status: code, body, text } = await call();
      expect([code, body.code, body.message], text).toEqual([
        409,
        "AUCTION_NOT_ACTIVE",
        "This lot was relisted, so its newest copy is the lot to sell. Delete all its copies first.",
      ]);
    }
    expect((await edit({ title: "An old lot" })).status).toBe(200);
    expect((await remove(copy)).status).toBe(200);
    expect((await sell()).status).toBe(200);
    const owed = await relist(lot._id);
    expect([owed.status, owed.body.message]).toEqual([400, expect.stringContaining("may still pay")]);
  });

  it("refuses to sell a lot whose copy was relisted and then deleted, until the copy of the copy is deleted", async () => {
    const lot = await openAuction(server, admin, { reservePrice: 9000 });
    await bid(lot._id, 5100);
    await setStatus(server, admin, lot._id, "ended");
    const { _id: first } = (await relist(lot._id)).body.auction;
    await setStatus(server, admin, first, "active");
    await setStatus(server, admin, first, "ended");
    const { _id: second } = (await relist(first)).body.auction;
    await setStatus(server, admin, second, "active");
    expect((await row(lot._id)).relistedAs).toMatchObject({ _id: first });
    expect((await remove(first)).status).toBe(200);
    expect((await row(lot._id)).relistedAs).toMatchObject({ _id: second });
    const sell = () =>
      server.api("POST", `/api/admin/auctions/${lot._id}/sell-to-highest-bidder`, { token: admin.token });
    const refused = await sell();
    expect([refused.status, refused.body.code]).toEqual([409, "AUCTION_NOT_ACTIVE"]);
    expect((await relist(lot._id)).body.code).toBe("ALREADY_EXISTS");
    expect(await copiesOf(lot._id)).toHaveLength(1);
    expect((await remove(second)).status).toBe(200);
    expect((await row(lot._id)).relistedAs).toBeNull();
    expect((await sell()).status).toBe(200);
  });

  it("says in the lot's settlement that the lot was relisted, until its copy is deleted", async () => {
    const lot = await openAuction(server, admin, { title: `Owed ${randomUUID()}` });
    await bid(lot._id, 5100);
    await setStatus(server, admin, lot._id, "ended");
    const settlement = async () =>
      (await server.api("GET", `/api/settlements?q=${encodeURIComponent(lot.title)}`, { token: admin.token })).body
        .settlements[0];
    const { _id } = await settlement();
    const waived = await server.api("POST", `/api/settlements/${_id}/waive`, {
      token: admin.token,
      body: { note: "The winner cannot be reached" },
    });
    expect(waived.status, waived.text).toBe(200);
    expect((await settlement()).auction.isRelisted).toBe(false);
    const copy = (await relist(lot._id)).body.auction._id;
    expect((await settlement()).auction.isRelisted).toBe(true);
    expect((await remove(copy)).status).toBe(200);
    expect((await settlement()).auction.isRelisted).toBe(false);
  });

  it("refuses a lot that is open, a draft, owed or paid, and makes nothing", async () => {
    const open = await openAuction(server, admin, {});
    const sold = await openAuction(server, admin, {});
    await bid(sold._id, 5100);
    await setStatus(server, admin, sold._id, "ended");
    const owed = await relist(sold._id);
    expect([owed.status, owed.body.message]).toEqual([400, expect.stringContaining("may still pay")]);
    await setStatus(server, admin, sold._id, "sold");
    const paid = await relist(sold._id);
    expect([paid.status, paid.body.message]).toEqual([400, expect.stringContaining("sold and paid")]);
    expect((await relist(open._id)).body.code).toBe("INVALID");
    await setStatus(server, admin, open._id, "draft");
    expect((await relist(open._id)).body.code).toBe("INVALID");
    expect((await relist(randomUUID())).body.code).toBe("NOT_FOUND");
    expect((await relist("no-id")).body.code).toBe("NOT_FOUND");
    const rows = await server.query("select 1 from relistings where relisted_from::text = any($1::text::text[])", [
      `{${open._id},${sold._id}}`,
    ]);
    expect(rows).toEqual([]);
  });

  it("is refused to users, cashiers, and staff with an interest in the lot", async () => {
    const lot = await openAuction(server, admin, { reservePrice: 9000 });
    const bola = await makePerson(server, "bola");
    await bid(lot._id, 5100, bola);
    await setStatus(server, admin, lot._id, "ended");
    const codeOf = async (by: Person) => (await relist(lot._id, randomUUID(), by)).body.code ?? "yes";
    expect(await codeOf(bola)).toBe("FORBIDDEN");
    expect(await codeOf(await makePerson(server, "cashier", { role: "cashier" }))).toBe("FORBIDDEN");
    const promoted = await server.api("PUT", `/api/users/admin/role/${bola.id}`, {
      token: admin.token,
      body: { role: "admin" },
    });
    expect(promoted.status).toBe(200);
    expect(await codeOf(bola)).toBe("CONFLICT_OF_INTEREST");
    expect(await codeOf(admin)).toBe("yes");
  });
});
