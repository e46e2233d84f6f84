// Tests our own witness, in a process of its own, with a real server: it cosigns what the server publishes, the
// verifier counts it, and it signs no log whose past an operator with the database and the key has rewritten.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { reportOf } from "../../../load/src/public-log/report.ts";
import { openSource } from "../../../load/src/public-log/source.ts";
import type { State } from "../../../load/src/public-log/state-file.ts";
import { verifySite } from "../../../load/src/public-log/verify-site.ts";
import { cosignaturesOf, parseCheckpoint } from "../../../proof/src/checkpoint.ts";
import { parseVkey } from "../../../proof/src/signed-note.ts";
import { type Witness, witnessesOf } from "../../src/config/log-witness.ts";
import { projectRoot } from "../../src/config.ts";
import { logSigner } from "../../src/features/public-log/signers.ts";
import { GrowingTree } from "../../src/features/public-log/tree/tree.ts";
import { leafHash } from "../../src/platform/signing/merkle.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { LOG_SEED, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";

const KEYS = { host: "localhost:3000", seeds: [LOG_SEED] } as const;
const signer = logSigner(KEYS, "localhost:3000/log/1");
/** The server asks each witness every ten seconds. */
const ASKED_WITHIN = { timeout: 45_000, interval: 250 };

describeEndToEnd("a witness beside a server", () => {
  let place: FreshDatabase;
  let server: TestServer;
  let folder = "";
  let witness: { process: ChildProcess; vkey: string; configured: readonly Witness[] };
  let [admin, ada, bola]: Person[] = [];
  let lot = "";

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "jara-witness-"));
    place = await makeDatabase();
    witness = await startWitness();
    server = await start();
    admin = await makePerson(server, "admin", { role: "admin" });
    [ada, bola] = [await makePerson(server, "adaeze"), await makePerson(server, "bolanle")];
    lot = (await openAuction(server, admin))._id;
  });
  afterAll(async () => {
    await server?.close();
    if (witness) {
      witness.process.kill();
      await once(witness.process, "close");
    }
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startWitness = async (): Promise<typeof witness> => {
    const program = ["--import", "tsx", path.join(projectRoot, "load/src/witness/main.ts")];
    const flags = ["--name", "witness.test/w1", "--folder", folder, "--port", "0", "--log", signer.vkeys[0] ?? ""];
    const process_ = spawn(process.execPath, [...program, ...flags], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", 2],
    });
    let said = "";
    process_.stdout?.on("data", (text) => {
      said += text;
    });
    await vi.waitFor(() => expect(said.split("\n")).toHaveLength(3), { timeout: 60_000 });
    const [address = "", vkey = ""] = said.split("\n");
    const configured = witnessesOf(`${vkey} ${address.replace("/add-checkpoint", "")}`) ?? [];
    expect(configured).toHaveLength(1);
    return { process: process_, vkey, configured };
  };
  const warnings: string[] = [];
  const start = () =>
    startTestServer({
      at: place,
      config: { witnesses: witness.configured, log: KEYS, logLevel: "warn" },
      logTo: { write: (line) => void warnings.push(line) },
    });
  const bid = async (person: Person | undefined, amount: number) => {
    const body = { auctionId: lot, amount };
    expect((await server.api("POST", "/api/bids", { token: person?.token, body })).status).toBe(201);
  };
  const textAt = async (where: string): Promise<string> => {
    const { status, text } = await server.api("GET", where);
    return status === 200 ? text : "";
  };
  const sizeAt = async (where: string): Promise<number> => parseCheckpoint(await textAt(where))?.size ?? 0;
  const newest = "/log/1/checkpoint";
  const witnessed = "/log/1/checkpoint/witnessed";
  const signersOf = (note: string) => {
    const checkpoint = parseCheckpoint(note);
    const key = parseVkey(witness.vkey);
    return checkpoint && key ? cosignaturesOf(checkpoint, [key]).length : 0;
  };
  const nothing: State = { format: "jara-verifier-v1", site: "the test's", keys: [], checkpoints: {} };
  const verify = (witnesses: readonly string[]) =>
    verifySite(openSource(server.address, null), nothing, {
      keys: [],
      witnesses,
      others: [],
      lot: null,
      receipts: null,
      hasTiles: true,
      compared: 0,
      now: Date.now(),
    });

  it("cosigns the checkpoint, the verifier says who signed, and nothing of a log that was rewritten is signed", async () => {
    await bid(ada, 1_500);
    await bid(bola, 2_000);
    await vi.waitFor(async () => expect(await sizeAt(newest)).toBe(3), ASKED_WITHIN);
    await vi.waitFor(async () => expect(await sizeAt(witnessed)).toBe(3), ASKED_WITHIN);
    expect([signersOf(await textAt(witnessed)), signersOf(await textAt(newest))]).toEqual([1, 1]);
    expect((await server.api("GET", "/log")).body.witnesses).toEqual([
      { name: "witness.test/w1", vkey: witness.vkey, size: 3 },
    ]);
    // A lot's proof leads to the checkpoint that is cosigned, and brings the witness's key.
    const proof = (await server.api("GET", `/api/auctions/${lot}/proof`)).body;
    expect([signersOf(proof.checkpoint), proof.leaves.length]).toEqual([1, 3]);
    expect(proof.keys).toEqual([...signer.vkeys, witness.vkey]);

    const own = await verify([witness.vkey]);
    expect([own.findings.hasFault, own.logs[0]?.cosignatures.length]).toEqual([false, 1]);
    const report = reportOf(own, null);
    expect(report).toContain("1 witness signed its newest checkpoint.");
    expect(report).toContain("With a key that you gave: witness.test/w1 on ");
    expect(reportOf(await verify([]), null)).toContain("With a key that only the house lists: witness.test/w1 on ");

    const before = await textAt(witnessed);
    await server.close();
    await rewrite();
    server = await start();
    await bid(ada, 3_000);
    await vi.waitFor(async () => expect(await sizeAt(newest)).toBe(4), ASKED_WITHIN);
    // The house has signed the rewritten log, and its files fit together.
    const run = await verify([witness.vkey]);
    expect([run.findings.hasFault, run.logs[0]?.size]).toEqual([false, 4]);
    expect(reportOf(run, null)).toContain("Has not signed: witness.test/w1, whose key you gave.");
    expect(run.findings.all.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringContaining(
        "The house says that witness.test/w1 signed 3 entries of localhost:3000/log/1, and shows no",
      ),
    );

    // The witness is asked to sign the rewritten log, and refuses.
    const isRefused = (line: string) => line.includes("did not cosign") && line.includes("the witness answered 422");
    await vi.waitFor(async () => {
      expect([await sizeAt(witnessed), signersOf(await textAt(newest))]).toEqual([0, 0]);
      expect(warnings.some(isRefused)).toBe(true);
    }, ASKED_WITHIN);
    const kept = JSON.parse(readFileSync(path.join(folder, "cosigned.json"), "utf8")).seen["localhost:3000/log/1"];
    expect([kept.size, before.startsWith(kept.note.trimEnd())]).toEqual([3, true]);
    expect([await sizeAt(witnessed), signersOf(await textAt(newest))]).toEqual([0, 0]);
    // The reader who was shown the log before has it in black and white.
    const compared = await verifySite(openSource(server.address, null), nothing, {
      keys: [],
      witnesses: [witness.vkey],
      others: [before],
      lot: null,
      receipts: null,
      hasTiles: true,
      compared: 0,
      now: Date.now(),
    });
    expect(compared.findings.all.map(({ sentence }) => sentence).join("\n")).toMatch(/The house runs two logs/);
  });

  /** The operator changes the first bid, computes the log anew, signs it with the real key, and makes the node forget. */
  const rewrite = async (): Promise<void> => {
    const editor = await startTestServer({ at: place, config: { log: null } });
    try {
      const rows = await editor.query<{ index: number; entry: string }>(
        "select index::int, entry from log_leaves where log = 1 order by index",
      );
      const tree = new GrowingTree(0, Buffer.alloc(0));
      for (const { index, entry } of rows) {
        const written = entry.replace('"amount":150000', '"amount":140000');
        const hash = leafHash(written);
        tree.add(hash);
        await editor.query(
          `update log_leaves set entry = $2, hash = decode($3, 'hex') where log = 1 and index = $1::text::bigint`,
          [String(index), written, hash.toString("hex")],
        );
      }
      await editor.query("update log_heads set frontier = decode($1, 'hex'), checkpoint = $2 where log = 1", [
        tree.frontier.toString("hex"),
        signer.checkpoint(tree.size, tree.root()),
      ]);
      rmSync(path.join(editor.config.dataDir ?? "/nowhere", "log-checkpoint"), { force: true });
    } finally {
      await editor.close();
    }
  };
});
