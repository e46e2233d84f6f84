// Tests the history of an auction for staff: it is readable, complete once the auction is over, silent about maxima
// before, and available as a file.
import { randomUUID } from "node:crypto";
import { type HistoryEntry, historyAnswer } from "@jara/shared/rest/admin-auctions";
import { beforeAll, describe, expect, it } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { changeByNewerVersion } from "../support/newer-version.ts";

const server = await sharedServer();

describeEndToEnd("an auction's history", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
    bola = await makePerson(server, "bola");
  });

  const get = (path: string, person: Person = admin) =>
    server.api("GET", `/api/auctions/admin/${path}`, { token: person.token });
  const history = async (id: string, query = ""): Promise<{ entries: HistoryEntry[]; total: number }> => {
    const { status, body } = await get(`${id}/history${query}`);
    expect(status).toBe(200);
    expectShape(historyAnswer, body);
    return body;
  };
  const setMax = (person: Person, auctionId: string, maxAmount: number) =>
    server.api("POST", "/api/maxbids", { token: person.token, body: { auctionId, maxAmount, currency: "NGN" } });
  const placeBid = (person: Person, auctionId: string, amount: number) =>
    server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });
  const edit = (id: string, body: object) =>
    server.api("PUT", `/api/auctions/admin/${id}`, { token: admin.token, body });

  /** A maximum, a bid that it answers, a raised maximum that nobody may know of, an edit. */
  const contested = async (title = "Drum"): Promise<string> => {
    const { _id } = await openAuction(server, admin, { title, reservePrice: 9999 });
    await setMax(ada, _id, 7777);
    await placeBid(bola, _id, 1500);
    await setMax(ada, _id, 8888);
    await edit(_id, { bidIncrement: 50, reservePrice: 1200 });
    return _id;
  };

  it("shows a change that a newer version wrote without its fields", async () => {
    const _id = await contested();
    await changeByNewerVersion(server.server.database, _id, true);
    for (const status of ["active", "ended"] as const) {
      if (status === "ended") await setStatus(server, admin, _id, status);
      const { entries } = await history(_id);
      const entry = entries.find(({ version }) => version === 5);
      expect(entry).toMatchObject({ summary: expect.stringContaining("A newer version of the site") });
      expect(entry?.details).toEqual(status === "ended" ? [{ type: "MadeByNewerVersion" }] : []);
      expect(JSON.stringify(entries)).not.toContain("777700");
    }
  });

  it("names the author of each change and the reason for each price, newest first", async () => {
    const _id = await contested();
    const { entries, total } = await history(_id);
    expect(total).toBe(4);
    expect(entries.map(({ summary }) => summary)).toEqual([
      `${admin.username} changed the bid increment from ₦100.00 to ₦50.00 and the reserve from ₦9,999.00 to ₦1,200.00.`,
      `${bola.username} bid ₦1,500.00 (₦400.00 above ${ada.username}'s ₦1,100.00). ${ada.username}'s auto-bid went to ₦1,600.00 (₦100.00 above ${bola.username}'s ₦1,500.00).`,
      `${ada.username}'s auto-bid went to ₦1,100.00 (₦100.00 above the starting price).`,
      `${admin.username} created the auction with a starting price of ₦1,000.00.`,
    ]);
    expect(entries.map(({ version, type, actor }) => [version, type, actor?.username])).toEqual([
      [4, "AuctionEdited", admin.username],
      [3, "BidPlaced", bola.username],
      [2, "BidPlaced", ada.username],
      [1, "AuctionCreated", admin.username],
    ]);
    expect(entries[1]?.details).toMatchObject([
      { type: "BidPlaced", amount: 1500, kind: "manual", bidder: { username: bola.username } },
      { type: "BidPlaced", amount: 1600, kind: "auto", number: 3 },
    ]);
    expect(entries[0]?.details[0]).toMatchObject({ changes: { increment: 50, reserve: 1200 } });
  });

  it("hides every maximum while the auction is open, also from its numbering, and shows all of them afterwards", async () => {
    const _id = await contested();
    for (const text of [(await get(`${_id}/history`)).text, (await get(`${_id}/history.csv`)).text]) {
      expect(text).not.toMatch(/7,?777|8,?888|MaxBidSet|maximum/);
    }
    expect((await history(_id)).entries.every(({ revision }) => revision === null)).toBe(true);
    await setStatus(server, admin, _id, "ended");
    const { entries, total } = await history(_id);
    expect(total).toBe(6);
    expect(entries.map(({ revision, version }) => [revision, version])).toEqual([
      [6, 5],
      [5, 4],
      [4, null],
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    expect(entries[2]?.summary).toBe(`${ada.username} set a maximum of ₦8,888.00.`);
    expect(entries[4]?.summary).toContain(
      `${ada.username} set a maximum of ₦7,777.00. ${ada.username}'s auto-bid went to ₦1,100.00`,
    );
    expect(entries[0]?.summary).toContain(`${admin.username} ended the auction. ${ada.username} won, to pay before 20`);
  });

  it("has pages that follow each other without gap or repetition", async () => {
    const _id = await contested();
    const whole = (await history(_id)).entries;
    const pages = await Promise.all([1, 2, 3].map((page) => history(_id, `?limit=2&page=${page}`)));
    expect(pages.flatMap(({ entries }) => entries)).toEqual(whole);
    expect((await get(`${_id}/history?page=0`)).status).toBe(400);
  });

  // S182
  it("comes oldest first on request, and by kind, which finds nothing hidden", async () => {
    const _id = await contested();
    const kind = async (query: string) => {
      const { entries, total } = await history(_id, `?${query}`);
      expect(entries).toHaveLength(total);
      return entries.map(({ type }) => type);
    };
    expect(await kind("order=oldest")).toEqual(["AuctionCreated", "BidPlaced", "BidPlaced", "AuctionEdited"]);
    expect(await kind("kind=bids")).toEqual(["BidPlaced", "BidPlaced"]);
    expect(await kind("kind=edits")).toEqual(["AuctionEdited"]);
    expect(await kind("kind=status")).toEqual(["AuctionCreated"]);
    expect(await kind("kind=payments")).toEqual([]);
    await setStatus(server, admin, _id, "ended");
    expect(await kind("kind=bids&order=oldest")).toEqual(["MaxBidSet", "BidPlaced", "MaxBidSet"]);
    expect((await get(`${_id}/history?kind=secrets`)).status).toBe(400);
  });

  it("does not show void maxima by their kind while the auction is open", async () => {
    const { _id } = await openAuction(server, admin);
    await setMax(ada, _id, 1050);
    await edit(_id, { currency: "USD" });
    expect((await history(_id, "?kind=bids")).total).toBe(0);
    expect((await history(_id, "?kind=edits")).total).toBe(1);
  });

  it("names each price in its currency, and the reserve, as they were at that time", async () => {
    const { _id } = await openAuction(server, admin, { currency: "USD" });
    await edit(_id, { startingPrice: 500 });
    await edit(_id, { currency: "NGN" });
    expect((await history(_id)).entries.map(({ summary }) => summary)).toEqual([
      `${admin.username} changed the currency from USD to NGN.`,
      `${admin.username} changed the starting price from $1,000.00 to $500.00.`,
      `${admin.username} created the auction with a starting price of $1,000.00.`,
    ]);
  });

  it("is kept for an auction that was deleted", async () => {
    const { _id } = await openAuction(server, admin);
    await server.api("DELETE", `/api/auctions/${_id}`, { token: admin.token });
    expect((await history(_id)).entries[0]?.summary).toBe(`${admin.username} deleted the auction.`);
    expect((await get(`${randomUUID()}/history`)).status).toBe(404);
    expect((await get("none/history.csv")).status).toBe(404);
  });

  describe("the file of a history", () => {
    it("is CSV for spreadsheets, oldest first, and has the auction's name", async () => {
      const _id = await contested('=HYPERLINK("x"), “drum”');
      await edit(_id, { title: "+Other" });
      const { headers, text, status } = await get(`${_id}/history.csv`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(headers.get("content-disposition")).toBe(`attachment; filename="other-${_id.slice(0, 8)}-history.csv"`);
      const bytes = await fetch(`${server.address}/api/auctions/admin/${_id}/history.csv`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const lines = text.split("\r\n");
      expect(lines).toHaveLength(7);
      expect(lines[1]?.replaceAll(admin.username, "admin")).toMatch(
        /^"20.*","20.*Z","admin","admin created the auction .*","AuctionCreated","","","NGN","","1",""$/,
      );
      expect(lines[5]).toContain('from “=HYPERLINK(""x""), “drum”” to “+Other”');
    });

    it("contains more than one read, each line once", async () => {
      const { _id } = await openAuction(server, admin);
      await server.query(
        `insert into auction_events (auction_id, revision, version, events, at)
         select $1::text::uuid, n, n, '[{"type":"AuctionReopened"}]', now() from generate_series(2, 1201) n`,
        [_id],
      );
      const lines = (await get(`${_id}/history.csv`)).text.trimEnd().split("\r\n").slice(1);
      const versions = lines.map((line) => Number(/"(\d+)",""$/.exec(line)?.[1]));
      expect(versions).toEqual(Array.from({ length: 1201 }, (_, i) => i + 1));
    });
  });
});
