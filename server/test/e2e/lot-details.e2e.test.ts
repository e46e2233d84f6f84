// Tests the optional texts of lots from outside, each of them: where it comes from, where it is told, and that nobody
// loses it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import { detailNames, lotDetails } from "@jara/shared/lot-fields";
import { auctionAnswer } from "@jara/shared/rest/auctions";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/platform/signing/canonical-json.ts";
import { sha256 } from "../../src/platform/signing/merkle.ts";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { connect, transports } from "../support/e2e-live.ts";
import { mailTo } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const FIRST = "Weekdays from 9:00.\nBring a van.";
const SECOND = "Saturdays only.";

const server = await sharedServer();

describeEndToEnd("optional texts of lots", () => {
  let admin: Person;
  let ada: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  });
  const ask = (method: string, path: string, body?: object) =>
    server.api(method, path, { token: admin.token, ...(body && { body }) });
  const read = async (id: string): Promise<Auction> => (await server.api("GET", `/api/auctions/${id}`)).body.auction;
  const edit = (id: string, body: object) => ask("PUT", `/api/auctions/admin/${id}`, body);

  describe.each(detailNames)("%s", (name) => {
    const { title, max, label } = lotDetails[name];

    it("is what was typed, cleaned, and absent without a text", async () => {
      const plain = await openAuction(server, admin);
      expect(await read(plain._id)).not.toHaveProperty(name);
      const { _id, ...made } = await openAuction(server, admin, { [name]: ` ${FIRST}\r\n` });
      expect(made[name]).toBe(FIRST);
      expect((await read(_id))[name]).toBe(FIRST);
      expect((await edit(_id, { title: "Another drum" })).body.auction[name], "an edit of something else").toBe(FIRST);
      const edited = await edit(_id, { [name]: "x".repeat(max) });
      expectShape(auctionAnswer, edited.body);
      expect(edited.body.auction[name]).toHaveLength(max);
      expect((await edit(_id, { [name]: "x".repeat(max + 1) })).status).toBe(400);
      for (const nothing of ["", null]) {
        expect((await edit(_id, { [name]: FIRST })).body.auction[name]).toBe(FIRST);
        expect((await edit(_id, { [name]: nothing })).body.auction).not.toHaveProperty(name);
      }
    });

    it.each(transports)(
      "is a change of the lot once somebody has bid, which everybody is told, over %s",
      async (transport) => {
        const { _id } = await openAuction(server, admin, { [name]: FIRST });
        const bid = { auctionId: _id, amount: 1_500 };
        expect((await server.api("POST", "/api/bids", { token: ada.token, body: bid })).status).toBe(201);
        const watcher = await connect(server, transport);
        await watcher.ask("auction:watch", { auctionId: _id });
        const stale = await edit(_id, { [name]: SECOND, seen: { [name]: null } });
        expect([stale.status, stale.body.code, stale.body.changes]).toEqual([
          409,
          "VALUE_CHANGED",
          [{ field: name, before: null, after: FIRST }],
        ]);
        expect((await edit(_id, { [name]: SECOND, isCorrection: true })).status, "it is no correction").toBe(400);
        expect((await edit(_id, { [name]: SECOND, seen: { [name]: FIRST } })).status).toBe(200);
        const change = { field: name, before: FIRST, after: SECOND };
        const event = await watcher.next("auction:updated");
        expect(event).toMatchObject({ contentVersion: 2, auction: { [name]: SECOND } });
        expect(event.changes).toContainEqual(change);
        watcher.close();
        const { changes } = (await server.api("GET", `/api/auctions/${_id}/changes`)).body;
        expect(changes).toMatchObject([{ contentVersion: 2, fields: expect.arrayContaining([change]) }]);
        const { entries } = (await ask("GET", `/api/auctions/admin/${_id}/history`)).body;
        expect(entries[0].summary).toContain(`changed the ${label}`);
        expect((await mailTo(server, ada.email, "lot-changed")).fields).toEqual([`the ${label}`]);
      },
    );

    it("goes from an unfinished lot to its auction, and from a lot to its copies", async () => {
      const { _id } = await openAuction(server, admin, { [name]: FIRST });
      const copied = await ask("POST", `/api/auctions/${_id}/duplicate`);
      const { draft } = (await ask("GET", `/api/lot-drafts/${copied.body.draft._id}`)).body;
      expect(draft.content[name]).toBe(FIRST);
      const tooLong = { ...draft.content, [name]: "x".repeat(max + 1) };
      const save = (revision: number, content: object) =>
        ask("PUT", `/api/lot-drafts/${draft._id}`, { revision, content });
      const finish = (revision: number) => ask("POST", `/api/lot-drafts/${draft._id}/finish`, { revision });
      expect((await save(1, tooLong)).status).toBe(200);
      const refused = await finish(2);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(`The ${label}`)]);
      expect((await save(2, { ...draft.content, [name]: SECOND })).status).toBe(200);
      const finished = await finish(3);
      expect([finished.status, finished.body.auction?.[name]]).toEqual([201, SECOND]);
      await setStatus(server, admin, _id, "ended");
      expect((await ask("POST", `/api/auctions/${_id}/relist`)).body.auction[name]).toBe(FIRST);
    });

    it("is a column of imports and exports", async () => {
      const importer = await makePerson(server, "importer", { role: "admin" });
      const { applied, checked, step, until } = importsOn(() => ({ server, importer }));
      const stem = `Collected ${importer.username}`;
      const table = `${HEAD},${title}\n1,${stem} a,A lot,100,"${FIRST}"\n2,${stem} b,A lot,100,`;
      const { rows } = await applied({ table });
      const [one = "", two = ""] = rows.map(({ auctionId }) => auctionId ?? "");
      const lot = async (id: string) =>
        (await server.api("GET", `/api/auctions/${id}`, { token: importer.token })).body.auction;
      expect([(await lot(one))[name], (await lot(two))[name]]).toEqual([FIRST, undefined]);
      const file = await ask("GET", `/api/admin/lots.csv?search=${encodeURIComponent(stem)}`);
      expect(file.text).toContain(`"${FIRST}"`);
      const verdictsOf = async (text: string) => (await checked({ table: text })).rows.map(({ verdict }) => verdict);
      expect(await verdictsOf(table)).toEqual(["unchanged", "unchanged"]);
      expect(await verdictsOf(table.replace(FIRST, SECOND))).toEqual(["changed", "unchanged"]);
      const again = await checked({ table: table.replace(FIRST, "") });
      const chosen = await server.api("POST", `/api/admin/imports/${again.import._id}/choose`, {
        token: importer.token,
        body: { choice: "update", verdict: "changed" },
      });
      expect(chosen.status, chosen.text).toBe(200);
      await step(again.import._id, "apply");
      await until(again.import._id, "applied");
      expect(await lot(one), "an empty cell removes it").not.toHaveProperty(name);
    });

    it("is in the document whose hash the public log has, and on the page without scripts", async () => {
      const { _id } = await openAuction(server, admin, { [name]: `<b>${FIRST}` });
      const proof = await proofOf(_id);
      expect(proof.lot[name]).toBe(`<b>${FIRST}`);
      const [opened] = JSON.parse(proof.leaves[0].entry).facts;
      expect(sha256(canonicalJson(proof.lot)).toString("hex")).toBe(opened.lotHash);
      const page = await (await fetch(`${server.address}/auction/${_id}`)).text();
      expect(page).toContain(`<h2>${title}</h2>\n<p>&lt;b&gt;Weekdays from 9:00.</p>`);
    });
  });

  const proofOf = async (id: string) => {
    for (let n = 0; n < 300; n++) {
      const { status, body } = await server.api("GET", `/api/auctions/${id}/proof`);
      if (status === 200 && body.leaves.length > 0) return body;
      await sleep(50);
    }
    throw new Error("the lot has no leaf");
  };
});
