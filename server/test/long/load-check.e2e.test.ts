// Tests `pnpm load … --history` and `pnpm load:check` as people run them: they compare what a run saw with the
// database, also if others bid before it, and find an untrue history.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { makeParticipants } from "../../src/tools/load/make-participants.ts";
import { JWT_SECRET, startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { quickProgram } from "../support/quick-programs.ts";

const run = async (program: readonly string[], ...args: string[]): Promise<{ code: number; said: string }> => {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      said += text.toString();
    });
  }
  return { code: await new Promise((resolve) => child.once("close", resolve)), said };
};
const check = (...args: string[]) => run(quickProgram("load-check"), ...args);

describeEndToEnd("the history of a load test", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-e2e-history-"));
  const file = path.join(folder, "history.ndjson");
  let place: FreshDatabase;
  const where = (): string[] => ["--database", place.databaseUrl];

  beforeAll(async () => {
    place = await makeDatabase();
    const server = await startTestServer({ at: place, config: { balanceRule: "hold" } });
    const participants = await makeParticipants(server.server.database, JWT_SECRET, {
      bidders: 6,
      auctions: 2,
      hasSeller: false,
    });
    const participantsFile = path.join(folder, "participants.json");
    writeFileSync(participantsFile, JSON.stringify(participants), { mode: 0o600 });
    // Before the run, and so none of its business.
    const [bidder] = participants.bidders;
    const body = { auctionId: participants.auctions[0], amount: 1100 };
    const { status } = await server.api("POST", "/api/bids", { ...(bidder && { token: bidder.token }), body });
    expect(status).toBe(201);
    const flags = "war --transport both --bidders 6 --watchers 4 --auctions 2 --rate 60 --time 1 --warm-up 0.2";
    const target = ["--url", server.address, "--participants", participantsFile, "--history", file];
    const { code, said } = await run(quickProgram("load"), ...flags.split(" "), ...target);
    expect([code, said]).toEqual([0, expect.stringContaining(`Written: ${file}`)]);
    await server.close();
  });
  afterAll(async () => {
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("agrees with the database if auctions end and wins are paid, reversed, waived and offered again", async () => {
    const own = await makeDatabase();
    const paid = path.join(folder, "paid.ndjson");
    const server = await startTestServer({ at: own });
    try {
      const participants = await makeParticipants(server.server.database, JWT_SECRET, {
        bidders: 6,
        auctions: 0,
        hasSeller: true,
      });
      const participantsFile = path.join(folder, "paying.json");
      writeFileSync(participantsFile, JSON.stringify(participants), { mode: 0o600 });
      const flags = "close --bidders 6 --watchers 4 --auctions 6 --rate 60 --time 3 --warm-up 0.2";
      const target = ["--url", server.address, "--participants", participantsFile, "--history", paid];
      const { said } = await run(quickProgram("load"), ...flags.split(" "), ...target);
      expect(said).toContain(`Written: ${paid}`);
      await server.close();
      const database = ["--database", own.databaseUrl];
      const { code, said: found } = await check(paid, ...database);
      expect([code, found]).toEqual([0, expect.stringMatching(/payments: [1-9]/)]);
      const commands = readFileSync(paid, "utf8");
      for (const command of ["payment:balance", "payment:book", "payment:reverse", "offer:answer", "auction:void"]) {
        expect(commands).toContain(`"command":"${command}"`);
      }
    } finally {
      await own.drop();
    }
  });

  it("agrees with the database", async () => {
    const { code, said } = await check(file, ...where());
    expect([code, said]).toEqual([0, expect.stringMatching(/\n\d+ tried, 0 bad\.\n$/)]);
    // The history says that the site's bids reserve money.
    for (const promise of ["acknowledged", "reserved"]) {
      expect(said).toMatch(new RegExp(`${promise}: [1-9]\\d* tried, 0 bad`));
    }
  });

  it("disagrees with the database if an answer had a price that never existed", async () => {
    const doctored = path.join(folder, "doctored.ndjson");
    const lines = readFileSync(file, "utf8").replace(/"currentPrice":\d+/, '"currentPrice":7');
    writeFileSync(doctored, lines);
    const { code, said } = await check(doctored, ...where());
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/BROKEN {2}What an answer says[\s\S]*currentPrice is 7(00)? where/),
    ]);
  });

  it("ends with 2 and a sentence if it cannot be read", async () => {
    const { code, said } = await check(path.join(folder, "none"), ...where());
    expect([code, said]).toEqual([2, expect.stringMatching(/^\S+none cannot be read: ENOENT/)]);
  });
});
