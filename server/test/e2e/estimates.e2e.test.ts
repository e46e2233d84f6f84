// Tests the estimates of lots from outside: their rules, where they are shown, and that edits, copies and imports keep
// them.
import { beforeAll, expect, it } from "vitest";
import { replay } from "../../../load/src/history/checks/log.ts";
import { evidenceOf } from "../../../load/src/history/evidence.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const FIRST = { lowEstimate: 30_000, highEstimate: 50_000 };
const SECOND = { lowEstimate: 35_000.5, highEstimate: 60_000 };
const NONE = { lowEstimate: null, highEstimate: null };

const server = await sharedServer();

describeEndToEnd("estimates of lots", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  const ask = (method: string, path: string, body?: object) =>
    server.api(method, path, { token: admin.token, ...(body && { body }) });
  const read = async (id: string) => (await server.api("GET", `/api/auctions/${id}`)).body.auction;
  const edit = (id: string, body: object) => ask("PUT", `/api/auctions/admin/${id}`, body);

  it("are shown to everybody, changed and removed, always both together", async () => {
    expect(await read((await openAuction(server, admin))._id)).not.toHaveProperty("lowEstimate");
    const { _id } = await openAuction(server, admin, FIRST);
    expect(await read(_id)).toMatchObject(FIRST);
    expect((await edit(_id, { lowEstimate: 50_000 })).body.auction).toMatchObject({ lowEstimate: 50_000 });
    const wrong = [{ lowEstimate: 50_000.01 }, { lowEstimate: null }, { highEstimate: 49_999 }, { highEstimate: 0 }];
    for (const body of wrong) {
      const { status, body: answer } = await edit(_id, body);
      expect([status, answer.code], JSON.stringify(body)).toEqual([400, "INVALID"]);
    }
    expect((await edit(_id, SECOND)).body.auction).toMatchObject(SECOND);
    const { auction } = (await edit(_id, NONE)).body;
    expect([auction.lowEstimate, auction.highEstimate]).toEqual([undefined, undefined]);
  });

  it("are a change of the lot once somebody has bid", async () => {
    const { _id } = await openAuction(server, admin, FIRST);
    const ada = await makePerson(server, "ada");
    const bid = { auctionId: _id, amount: 1_500 };
    expect((await server.api("POST", "/api/bids", { token: ada.token, body: bid })).status).toBe(201);
    const stale = await edit(_id, { ...SECOND, seen: NONE });
    expect([stale.status, stale.body.code]).toEqual([409, "VALUE_CHANGED"]);
    expect((await edit(_id, { ...SECOND, seen: FIRST })).body.auction.contentVersion).toBe(2);
    const [change] = (await server.api("GET", `/api/auctions/${_id}/changes`)).body.changes;
    expect(change.fields).toEqual(
      expect.arrayContaining([
        { field: "lowEstimate", before: FIRST.lowEstimate, after: SECOND.lowEstimate },
        { field: "highEstimate", before: FIRST.highEstimate, after: SECOND.highEstimate },
      ]),
    );
    const { entries } = (await ask("GET", `/api/auctions/admin/${_id}/history`)).body;
    expect(entries[0].summary).toContain("the low estimate from ₦30,000.00 to ₦35,000.50");
    const history = { calls: [], watching: [], held: [], clock: null, since: null };
    const { violations, tried } = replay.run(evidenceOf(history, await readStored(server.query, [_id], [])));
    expect([violations, tried > 0]).toEqual([[], true]);
  });

  it("go from an unfinished lot to its auction, and from a lot to its copies", async () => {
    const { _id } = await openAuction(server, admin, FIRST);
    const copied = await ask("POST", `/api/auctions/${_id}/duplicate`);
    const { draft } = (await ask("GET", `/api/lot-drafts/${copied.body.draft._id}`)).body;
    expect(draft.content).toMatchObject({ lowEstimate: "30000", highEstimate: "50000" });
    const content = { ...draft.content, highEstimate: "" };
    expect((await ask("PUT", `/api/lot-drafts/${draft._id}`, { revision: 1, content })).status).toBe(200);
    const half = await ask("POST", `/api/lot-drafts/${draft._id}/finish`, { revision: 2 });
    expect([half.status, half.body.code]).toEqual([400, "INVALID"]);
    const whole = { ...content, lowEstimate: "35,000.50", highEstimate: "60k" };
    expect((await ask("PUT", `/api/lot-drafts/${draft._id}`, { revision: 2, content: whole })).status).toBe(200);
    const finished = await ask("POST", `/api/lot-drafts/${draft._id}/finish`, { revision: 3 });
    expect(finished.body.auction).toMatchObject(SECOND);
    await setStatus(server, admin, _id, "ended");
    expect((await ask("POST", `/api/auctions/${_id}/relist`)).body.auction).toMatchObject(FIRST);
  });

  it("are columns of imports and exports", async () => {
    const importer = await makePerson(server, "importer", { role: "admin" });
    const { applied, checked } = importsOn(() => ({ server, importer }));
    const stem = `Estimated ${importer.username}`;
    const table = `${HEAD},Low Estimate,High estimate\n1,${stem} a,A lot,100,"30,000",50k\n2,${stem} b,A lot,100,,`;
    const { rows } = await applied({ table });
    const lots = await Promise.all(
      rows.map(({ auctionId }) => server.api("GET", `/api/auctions/${auctionId}`, { token: importer.token })),
    );
    expect(lots.map(({ body: { auction } }) => [auction.lowEstimate, auction.highEstimate])).toEqual([
      [FIRST.lowEstimate, FIRST.highEstimate],
      [undefined, undefined],
    ]);
    const file = await ask("GET", `/api/admin/lots.csv?search=${encodeURIComponent(stem)}`);
    expect(file.text).toContain(",30000.00,50000.00,");
    const verdictsOf = async (text: string) => (await checked({ table: text })).rows.map(({ verdict }) => verdict);
    expect(await verdictsOf(table)).toEqual(["unchanged", "unchanged"]);
    expect(await verdictsOf(table.replace("50k", "60k"))).toEqual(["changed", "unchanged"]);
    expect(await verdictsOf(table.replace("50k", ""))).toEqual(["refused", "unchanged"]);
  });
});
