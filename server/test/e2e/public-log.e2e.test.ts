// Tests the public log over HTTP, read as other people's tools read it: checkpoint, tiles, entry bundles and proofs.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOfLeaf, isIncluded, merkleRoot, openNote } from "../support/check-log.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { commitmentTo } from "../support/given-log.ts";

const HASH = 32;

describeEndToEnd("the public log of a server", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ because: "it reads the whole log, which must fit into one tile" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  });
  afterAll(() => server?.close());

  const bytesAt = async (path: string): Promise<Buffer | number> => {
    const response = await fetch(`${server.address}${path}`);
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : response.status;
  };

  const newLot = async (details = {}): Promise<string> => (await openAuction(server, admin, details))._id;

  /** Waits until the lot has so many leaves. */
  const provenLeaves = async (id: string, count: number, token?: string) => {
    for (let n = 0; n < 300; n++) {
      const { status, body } = await server.api("GET", `/api/auctions/${id}/proof`, { ...(token && { token }) });
      if (status === 200 && body.leaves.length >= count) return body;
      await sleep(50);
    }
    throw new Error(`the lot does not have ${count} leaves`);
  };

  it("soon has what was bid, with proofs to a checkpoint that its keys signed", async () => {
    const lot = await newLot({ reservePrice: 20_000 });
    await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: lot, amount: 1_500 } });
    const proof = await provenLeaves(lot, 2);
    expect((await server.api("GET", "/log")).body).toMatchObject({
      logs: [{ number: 1, origin: "localhost:3000/log/1", url: "http://localhost:3000/log/1", isCurrent: true }],
      keys: [{ vkey: proof.keys[0] }],
      receiptKeys: [{ vkey: expect.stringMatching(/^localhost:3000\/bid-receipts\+/) }],
      witnesses: [],
    });
    const note = openNote(proof.checkpoint, proof.keys);
    expect([note.origin, note.signedBy]).toEqual([proof.origin, proof.keys]);
    for (const { index, entry, path } of proof.leaves) {
      const hashes = path.map((hash: string) => Buffer.from(hash, "base64"));
      expect(isIncluded(hashOfLeaf(entry), index, note.size, hashes, note.root)).toBe(true);
    }
    const own = (await server.api("GET", `/api/users/proof/${lot}`, { token: ada.token })).body;
    expect(own.commitment).toBe(commitmentTo(lot, ada.id, own.salt));
    expect(JSON.parse(proof.leaves[1].entry).facts).toEqual([
      { type: "bid", number: 1, amount: 150_000, kind: "manual", bidder: own.commitment },
    ]);
    expect(await server.api("GET", `/api/users/proof/${lot}`, { token: admin.token })).toMatchObject({ status: 404 });
    expect(await server.api("GET", `/api/users/proof/${lot}`)).toMatchObject({ status: 401 });
  });

  it("publishes tiles and entries of what its checkpoint covers, and nothing more", async () => {
    for (const lot of [await newLot(), await newLot()]) await provenLeaves(lot, 1);
    const checkpoint = await fetch(`${server.address}/log/1/checkpoint`);
    expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(checkpoint.headers.get("cache-control")).toBe("no-cache");
    expect(checkpoint.headers.get("access-control-allow-origin")).toBe("*");
    const { size, root } = openNote(await checkpoint.text(), []);
    expect(size).toBeGreaterThan(1);
    const tile = (await bytesAt(`/log/1/tile/0/000.p/${size}`)) as Buffer;
    const hashes = Array.from({ length: size }, (_, n) => tile.subarray(n * HASH, (n + 1) * HASH));
    expect(merkleRoot(hashes)).toEqual(root);
    const bundle = (await bytesAt(`/log/1/tile/entries/000.p/${size}`)) as Buffer;
    const entries: Buffer[] = [];
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
      entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
    }
    expect(entries.map(hashOfLeaf)).toEqual(hashes);
    const served = await fetch(`${server.address}/log/1/tile/0/000.p/1`);
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(served.headers.get("content-type")).toBe("application/octet-stream");
    for (const path of [
      `/log/1/tile/0/000.p/${size + 1}`,
      "/log/1/tile/0/000",
      `/log/1/tile/entries/000.p/${size + 1}`,
      "/log/1/tile/1/000.p/1",
      "/log/1/tile/0/001.p/1",
      "/log/2/checkpoint",
      "/log/0/checkpoint",
      "/log/1/nothing",
      "/log/1/tile/0/000.p/0",
      "/log/1/tile/x/000",
      "/log/1",
      "/log/99999/tile/0/000",
    ]) {
      expect([path, await bytesAt(path)]).toEqual([path, expect.toSatisfy((s) => s === 404 || s === 400)]);
    }
  });

  it("says nothing of a draft, also of one that was public before", async () => {
    const lot = await newLot();
    await provenLeaves(lot, 1);
    await setStatus(server, admin, lot, "draft");
    expect(await server.api("GET", `/api/auctions/${lot}/proof`)).toMatchObject({ status: 404 });
    const proof = await provenLeaves(lot, 2, admin.token);
    expect(proof.leaves.map(({ entry }: { entry: string }) => JSON.parse(entry).facts[0].type)).toEqual([
      "opened",
      "withdrawn",
    ]);
  });
});

describe("a server without a key for the log", () => {
  it("has no log, and serves everything else", async () => {
    const server = await startTestServer({ config: { log: null } });
    try {
      const admin = await makePerson(server, "admin", { role: "admin" });
      const lot = (await openAuction(server, admin))._id;
      expect((await server.api("GET", "/log")).body).toEqual({
        logs: [],
        keys: [],
        receiptKeys: [],
        verdictKeys: [],
        waiting: [],
        witnesses: [],
        verdicts: { url: "http://localhost:3000/log/verdicts", last: null },
      });
      expect(await server.api("GET", "/log/1/checkpoint")).toMatchObject({ status: 404 });
      expect(await server.api("GET", `/api/auctions/${lot}/proof`)).toMatchObject({ status: 404 });
      expect(await server.api("GET", `/api/auctions/${lot}`)).toMatchObject({ status: 200 });
    } finally {
      await server.close();
    }
  });
});
