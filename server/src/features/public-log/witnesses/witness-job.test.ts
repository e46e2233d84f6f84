// Asks witnesses that answer as they should, and others that do not.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { LOG_KEYS, sequence } from "../../../../test/support/given-log.ts";
import { seedAuction, seedPeople } from "../../../../test/support/seed.ts";
import { startTestWitness, type TestWitness } from "../../../../test/support/test-witness.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";
import { witnessesOf } from "../../../config/log-witness.ts";
import { readHead } from "../heads.ts";
import { createPublished } from "../published/published.ts";
import { isAsked } from "./ask-witness.ts";
import { newestSigned, newestWitnessed, storedCosignatures, textOf, verifiedCosignatures } from "./cosignatures.ts";
import { startWitnessJob } from "./witness-job.ts";

const NODE = "00000000-0000-4000-8000-00000000000a";

describe("witnesses of the public log", () => {
  const test = withDatabase();
  let witness: TestWitness;
  beforeAll(async () => {
    witness = await startTestWitness("witness.test/w1");
  });
  afterAll(() => witness.close());
  beforeEach(() => {
    witness.broken = null;
  });

  const grow = async (): Promise<number> => {
    const { admin } = await seedPeople(test.database);
    for (let n = 0; n < 3; n++) await seedAuction(test.database, admin);
    await sequence(test.database, LOG_KEYS);
    return (await readHead(test.database))?.size ?? 0;
  };
  const start = (everyMs = 30) => {
    const { database } = test;
    const warnings: string[] = [];
    const published = createPublished({ database, mayPublish: async () => true });
    const log = { warn: (details: object) => void warnings.push(String((details as { err: Error }).err.message)) };
    const witnesses = (witnessesOf(witness.setting) ?? []).filter(isAsked);
    const job = startWitnessJob({ database, node: NODE, witnesses, published, log, everyMs });
    onTestFinished(() => job.stop());
    return { job, warnings };
  };
  const signed = () => newestSigned(test.database, 1, witness.name);

  it("sign each newer checkpoint with a proof that it continues the one before", async () => {
    const first = await grow();
    const { job, warnings } = start();
    await vi.waitFor(async () => expect(await signed()).toBe(first), { timeout: 45_000 });
    const second = await grow();
    await vi.waitFor(async () => expect(await signed()).toBe(second), { timeout: 45_000 });
    await job.stop();
    expect([witness.signed.slice(-2), warnings]).toEqual([[first, second], []]);
    const witnesses = witnessesOf(witness.setting) ?? [];
    const { checkpoint: note = "" } = (await readHead(test.database)) ?? {};
    const stored = await storedCosignatures(test.database, 1, second);
    const lines = verifiedCosignatures(stored, textOf(note), witnesses);
    expect(lines).toMatch(/^— witness\.test\/w1 [\w+/=]+\n$/);
    expect(await newestWitnessed(test.database, 1, witnesses, second)).toBe(second);
    expect(await newestWitnessed(test.database, 1, witnesses, second - 1)).toBe(first);
    // The cosignature is not accepted for another checkpoint, and a removed witness's cosignature is not used at all.
    const another = textOf(note).replace(/\n\d+\n/, "\n999\n");
    expect(verifiedCosignatures(stored, another, witnesses)).toBe("");
    expect(verifiedCosignatures(stored, textOf(note), [])).toBe("");
    expect(await newestWitnessed(test.database, 1, [], second)).toBeNull();
  });

  it("get a proof from the size that they know, if it differs from the one that the site remembers", async () => {
    const first = await grow();
    const { job } = start();
    await vi.waitFor(async () => expect(await signed()).toBe(first), { timeout: 45_000 });
    await job.stop();
    // The database forgot what was signed, the witness did not.
    await test.database.query("delete from log_cosignatures");
    const second = await grow();
    start();
    await vi.waitFor(async () => expect(await signed()).toBe(second), { timeout: 45_000 });
  });

  it.each([
    ["refuses", { status: 403, body: "" }, "the witness answered 403"],
    ["sends a wrong signature", { status: 200, body: `— witness.test/w1 ${"A".repeat(100)}\n` }, "not right"],
    ["sends no signature", { status: 200, body: "hello" }, "not right"],
    ["knows more than there is", { status: 409, body: "999999999\n" }, "knows 999999999 leaves"],
    ["answers without an end", { status: 200, body: "x".repeat(100_000) }, "too long"],
    ["points elsewhere", { status: 302, body: "" }, ""],
  ])("is tried again if it %s, and nothing is stored", async (_what, broken, says) => {
    const size = await grow();
    witness.broken = broken;
    const { warnings } = start();
    await vi.waitFor(() => expect(warnings.join("\n")).toContain(says === "" ? "e" : says), { timeout: 45_000 });
    expect(await signed()).toBeLessThan(size);
    witness.broken = null;
    await vi.waitFor(async () => expect(await signed()).toBe(size), { timeout: 45_000 });
  });
});

describe("the setting of witnesses", () => {
  it("reads keys and addresses, and refuses what is none", async () => {
    const witness = await startTestWitness("witness.test/w2");
    const { setting, vkey } = witness;
    await witness.close();
    expect(witnessesOf(`${setting}, ${setting.replaceAll("w2", "w3")}`)).toBeNull();
    expect(witnessesOf(setting)?.map((one) => [one.name, one.vkey, one.url?.endsWith("/witness")])).toEqual([
      ["witness.test/w2", vkey, true],
    ]);
    expect(witnessesOf("")).toEqual([]);
    // Without an address it is asked no more.
    expect(witnessesOf(`${setting}, ${vkey}`)).toBeNull();
    expect(witnessesOf(vkey)).toMatchObject([{ name: "witness.test/w2", vkey, url: null }]);
    for (const bad of [`${setting} more`, `${setting},${setting}`, `${vkey} ftp://x`, "hello http://x.test"]) {
      expect(witnessesOf(bad), bad).toBeNull();
    }
  });
});
