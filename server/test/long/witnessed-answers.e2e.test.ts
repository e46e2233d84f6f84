// Tests the answers that carry a witness's cosignature: the server signs and verifies each once, however often they are
// asked for, and never shows a cached one for other leaves.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parseCheckpoint } from "../../../proof/src/checkpoint.ts";
import { isIncluded } from "../../../proof/src/merkle-proofs.ts";
import { witnessesOf } from "../../src/config/log-witness.ts";
import { hashOfLeaf } from "../support/check-log.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { startTestWitness, type TestWitness } from "../support/test-witness.ts";

const counted = { signed: 0, verified: 0 };
const real = { sign: crypto.sign, verify: crypto.verify };
/** All signatures of this process, the server's among them, are made by these two functions of Node. */
const countSignatures = (): void => {
  Object.assign(crypto, {
    sign: (...given: Parameters<typeof crypto.sign>) => {
      counted.signed += 1;
      return real.sign(...given);
    },
    verify: (...given: Parameters<typeof crypto.verify>) => {
      counted.verified += 1;
      return real.verify(...given);
    },
  });
  syncBuiltinESMExports();
};

/** The server asks each witness every ten seconds. */
const ASKED_WITHIN = { timeout: 45_000, interval: 100 };
const TIMES = 40;

describeEndToEnd("the answers with a witness's cosignature", () => {
  let server: TestServer;
  let witness: TestWitness;
  let [admin, ada]: Person[] = [];
  let lot = "";

  beforeAll(async () => {
    countSignatures();
    witness = await startTestWitness("witness.test/w1");
    server = await startTestServer({ config: { witnesses: witnessesOf(witness.setting) ?? [] } });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    lot = (await openAuction(server, admin))._id;
  });
  afterAll(async () => {
    await server?.close();
    await witness?.close();
    Object.assign(crypto, real);
    syncBuiltinESMExports();
  });

  const proof = async () => (await server.api("GET", `/api/auctions/${lot}/proof`)).body;
  const textAt = async (where: string): Promise<string> => {
    const { status, text } = await server.api("GET", `/log/1/checkpoint${where}`);
    return status === 200 ? text : "";
  };
  const sizeOf = (note: string): number => parseCheckpoint(note)?.size ?? 0;
  const isSigned = (note: string): boolean => note.includes("\n— witness.test/w1 ");
  const askAll = async (size: number): Promise<void> => {
    for (const note of [(await proof()).checkpoint, await textAt("/witnessed"), await textAt("")]) {
      expect([sizeOf(note), isSigned(note)]).toEqual([size, true]);
    }
  };
  let amount = 1_000;
  /** One more bid, which the witness signs. Returns the log's size. */
  const grow = async (): Promise<number> => {
    amount += 500;
    const before = sizeOf(await textAt(""));
    const body = { auctionId: lot, amount };
    expect((await server.api("POST", "/api/bids", { token: ada?.token, body })).status).toBe(201);
    return await vi.waitFor(async () => {
      const size = sizeOf(await textAt("/witnessed"));
      expect(size).toBeGreaterThan(before);
      return size;
    }, ASKED_WITHIN);
  };

  it("take one signature and one verification for each checkpoint that the witness signs", async () => {
    await grow();
    Object.assign(counted, { signed: 0, verified: 0 });
    const size = await grow();
    for (let n = 0; n < TIMES; n++) await askAll(size);
    // The sequencer signs the checkpoint, the witness of this process cosigns it, and the readers' note is signed once. The
    // witness's line is verified when it comes, and once for the readers.
    expect(counted).toEqual({ signed: 3, verified: 2 });
    const { checkpoint, leaves } = await proof();
    const tree = parseCheckpoint(checkpoint);
    if (!tree) throw new Error("there is no checkpoint");
    for (const { index, entry, path } of leaves) {
      const hashes = path.map((hash: string) => Buffer.from(hash, "base64"));
      expect(isIncluded(hashOfLeaf(entry), index, tree, hashes)).toBe(true);
    }
  });

  it("are those of the witness that the reader names, and of no other leaves than the log has now", async () => {
    const size = await grow();
    expect(sizeOf(await textAt("/witnessed?witness=witness.test/w1"))).toBe(size);
    const statusOf = async (query: string) => (await server.api("GET", `/log/1/checkpoint/witnessed${query}`)).status;
    expect(await statusOf("?witness=witness.test/w2")).toBe(404);
    const [leaf] = await server.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from log_leaves where log = 1 and index = 1",
    );
    const setHash = (hash: string) =>
      server.query("update log_leaves set hash = decode($1, 'hex') where log = 1 and index = 1", [hash]);
    await setHash("ab".repeat(32));
    expect([await statusOf(""), isSigned((await proof()).checkpoint)]).toEqual([404, false]);
    await setHash(leaf?.hash ?? "");
    await askAll(size);
  });
});
