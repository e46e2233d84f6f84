// Tests the load tester and the program that makes its participants, in processes of their own, as people run them:
// each scenario for a second over both transports against a real server, the arithmetic of the reports, the exit codes,
// and what the participants leave behind.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { builtProgram } from "../support/built-program.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { JWT_SECRET, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase, migrationsFolder, postgresUrl } from "../support/fresh-database.ts";
import { quickProgram } from "../support/quick-programs.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-e2e-load-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** From source, on a busy machine. */
const STARTS_WITHIN_MS = 120_000;

const start = (program: readonly string[], args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [...program, ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
const ended = async (child: ChildProcess): Promise<{ code: unknown; said: string }> => {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      said += text;
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, said };
};

const load = (...args: string[]) => ended(start(quickProgram("load"), args));
/** Its server's own database is made there. */
const onPostgres = postgresUrl ? { TEST_DATABASE_URL: postgresUrl } : {};
/** An address where nobody listens. */
const nowhere = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

const reportIn = (file: string) => JSON.parse(readFileSync(file, "utf8"));

describe("the load tester, on the built-in database", () => {
  let server: ChildProcess;
  let target: { url: string; participantsFile: string };

  beforeAll(async () => {
    const args = ["--bidders", "12", "--auctions", "40"];
    server = start(quickProgram("own-server"), args);
    server.stderr?.pipe(process.stderr);
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      if (line.startsWith("{")) {
        target = JSON.parse(line);
        return;
      }
    }
    throw new Error("the server did not start");
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    const closed = new Promise((resolve) => server.once("close", resolve));
    server.stdin?.end();
    await closed;
    // It took everything with it.
    expect(() => statSync(target.participantsFile)).toThrow(/ENOENT/);
    await expect(fetch(target.url)).rejects.toThrow();
  });

  it.each([
    ["hot", "--watchers 10"],
    ["market", "--watchers 8 --auctions 40"],
    ["audience", "--watchers 40 --rate 10"],
    ["war", "--watchers 6"],
    ["storm", "--watchers 20 --auctions 4 --max-catch-up 60000"],
    ["close", "--watchers 6 --auctions 3 --time 4"],
  ])("loses nothing, keeps every promise, and counts consistently in the scenario %s", async (scenario, flags) => {
    const [json, html] = ["json", "html"].map((kind) => path.join(folder, `${scenario}.${kind}`)) as [string, string];
    const usual = "--transport both --bidders 12 --rate 40 --time 1 --warm-up 0.2 --max-unknown 0";
    const files = ["--url", target.url, "--participants", target.participantsFile, "--json", json, "--html", html];
    const { code, said } = await load(scenario, ...`${usual} ${flags}`.split(" "), ...files);
    expect([code, said]).toEqual([0, expect.stringContaining("Passed.")]);

    const report = reportIn(json);
    const { commands, deliveries, latency, asked } = report;
    expect(commands.offered).toBe(asked.rate * asked.time);
    expect(commands.accepted + commands.refused + commands.unknown).toBe(commands.offered);
    expect(commands.accepted).toBeGreaterThan(0);
    expect(Object.values<number>(commands.refusedByCode).reduce((sum, count) => sum + count, 0)).toBe(commands.refused);
    for (const key of ["offered", "accepted", "refused", "unknown"]) {
      expect(commands.byTransport["socket.io"][key] + commands.byTransport.websocket[key]).toBe(commands[key]);
    }
    expect(commands.byTransport["socket.io"].accepted).toBeGreaterThan(0);
    expect(commands.byTransport.websocket.accepted).toBeGreaterThan(0);
    expect(latency.answer.count).toBe(commands.accepted + commands.refused);
    expect(latency.watcher.count).toBeGreaterThan(0);
    expect([deliveries.complete, deliveries.lost]).toEqual([deliveries.views, 0]);
    expect(deliveries.views).toBeGreaterThanOrEqual(asked.watchers);
    expect(report.promises).toHaveLength(scenario === "close" ? 6 : 2);
    expect(report.moments.length).toBeGreaterThan(0);
    if (scenario === "storm") expect(report.storm).toMatchObject({ connections: 32, missing: 0 });
    if (scenario === "close") expect(commands.refusedByCode.AUCTION_ENDED).toBeGreaterThan(0);
    expect(readFileSync(html, "utf8")).toContain(`Load test: ${scenario}`);
  });

  it("ends with 1 if a limit was broken", async () => {
    const files = ["--url", target.url, "--participants", target.participantsFile];
    const flags = "--bidders 2 --watchers 1 --rate 5 --time 1 --warm-up 0 --max-p99-answer 0".split(" ");
    const { code, said } = await load("hot", ...flags, ...files);
    expect([code, said]).toEqual([1, expect.stringMatching(/at most 0.0 ms\s+NOT KEPT[\s\S]*Failed\./)]);
  });

  it("stops its load on Ctrl-C and still reports", async () => {
    const json = path.join(folder, "stopped.json");
    const args = `hot --bidders 2 --watchers 1 --rate 5 --time 600 --warm-up 0 --json ${json}`.split(" ");
    const child = start(quickProgram("load"), [
      ...args,
      "--url",
      target.url,
      "--participants",
      target.participantsFile,
    ]);
    child.stderr?.on("data", (text) => {
      if (/accepted [1-9]/.test(String(text))) child.kill("SIGINT");
    });
    const { code, said } = await ended(child);
    expect([code, said]).toEqual([0, expect.stringContaining("Stopped early.")]);
    expect(reportIn(json).isStoppedEarly).toBe(true);
  });

  it("ends with 2 and a sentence after a wrong call", async () => {
    const participants = ["--participants", target.participantsFile];
    const cases: [string[], RegExp][] = [
      [["hot", "--html", path.join(folder, "none", "page.html")], /page.html cannot be written/],
      [["hot", "--url", await nowhere(), ...participants], /does not answer \(ECONNREFUSED\)/],
      [["hot", "--url", target.url, ...participants, "--bidders", "13"], /13 bidders are wanted, and there are 12/],
      [
        ["market", "--url", target.url, ...participants],
        /1000 auctions are wanted, and of the 40 that were made only 40 are open/,
      ],
    ];
    const found = await Promise.all(cases.map(([args]) => load(...args)));
    for (const [i, { code, said }] of found.entries()) {
      expect([code, said]).toEqual([2, expect.stringMatching(cases[i]?.[1] ?? "")]);
      expect(said).not.toMatch(/^\s+at .*:\d+/m);
    }
  });

  it(
    "starts and removes a server of its own if it gets no address, on PostgreSQL where there is one",
    async () => {
      const args = "hot --bidders 2 --watchers 1 --rate 5 --time 1 --warm-up 0".split(" ");
      // From source, as people run it.
      const { code, said } = await ended(start(["--import", "tsx", "load/src/main.ts"], args, onPostgres));
      expect([code, said]).toEqual([0, expect.stringContaining("Passed.")]);
      const [, url = ""] = /participants \w+ at (http:\S+)/.exec(said) ?? [];
      expect(url).not.toBe(target.url);
      await expect(fetch(url)).rejects.toThrow();
    },
    STARTS_WITHIN_MS,
  );
});

describeEndToEnd("the participants of the load tester", () => {
  let database: FreshDatabase;
  let server: TestServer | undefined;
  const file = path.join(folder, "participants.json");

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
  });

  const runProgram = (args: readonly string[], env: Record<string, string> = {}) =>
    ended(
      start(builtProgram("load-participants"), args, {
        DATABASE_URL: database.databaseUrl,
        JWT_SECRET,
        ...env,
      }),
    );

  it("are bidders with sessions and open auctions in a file that only its owner can read, and they can be hidden again", async () => {
    const made = await runProgram(["--", "--bidders", "3", "--auctions", "2", "--out", file]);
    expect([made.code, made.said]).toEqual([0, expect.stringMatching(/3 bidders and 2 auctions/)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { bidders, seller, auctions } = reportIn(file);
    expect([bidders.length, seller, auctions.length]).toEqual([3, null, 2]);
    const twice = await runProgram(["--out", file]);
    expect([twice.code, twice.said]).toEqual([1, expect.stringMatching(/is there already/)]);

    server = await startTestServer({ at: database });
    const [auctionId, untouched] = auctions;
    const bid = (token: string, amount: number) =>
      server?.api("POST", "/api/bids", { token, body: { auctionId, amount } });
    expect((await bid(bidders[0].token, 1100))?.status).toBe(201);
    const removed = await runProgram(["--remove"]);
    expect([removed.code, removed.said]).toEqual([0, expect.stringMatching(/^2 auctions are hidden, 4 accounts/)]);

    expect((await server.api("GET", `/api/auctions/${auctionId}`)).status).toBe(404);
    expect((await server.api("GET", "/api/auctions")).body.auctions).toEqual([]);
    expect((await bid(bidders[1].token, 1200))?.status).toBe(401);
    const held = [];
    for (const id of [auctionId, untouched]) held.push(await expectHistoryHolds(server.server.database, id));
    expect(held).toMatchObject([
      { status: "cancelled", isRemoved: true, bidCount: 1 },
      { status: "cancelled", isRemoved: true, bidCount: 0 },
    ]);
    await server.close();
    server = undefined;
  });

  it("changes no other account or auction", async () => {
    const where = { url: database.databaseUrl };
    const query = async (statement: string) => {
      const opened = await openDatabase(where, migrationsFolder);
      return await opened.query(statement).finally(() => opened.close());
    };
    await query(`insert into users (id, username, email, password_hash, role, email_verified_at, created_at)
                 values (gen_random_uuid(), 'real', 'real@load.invalid', 'x', 'admin', now(), now())`);
    expect((await runProgram(["--remove"])).said).toMatch(/^0 auctions are hidden, 0 accounts/);
    const rows = await query("select banned_at is null as free from users where username = 'real'");
    expect(rows).toEqual([{ free: true }]);
  });

  it("says what is wrong, and is not made in production by mistake", async () => {
    const out = `${file}.2`;
    const cases: [string[], Record<string, string>, RegExp][] = [
      [["--out", out], { NODE_ENV: "production" }, /add --i-know-this-is-production/],
      [["--remove", "--out", out], {}, /^Usage: /],
      [["--out", out, "--bidders", "many"], {}, /--bidders must be a whole number from 2 to 5,000/],
    ];
    const found = await Promise.all(cases.map(([args, env]) => runProgram(args, env)));
    for (const [i, { code, said }] of found.entries()) {
      expect([code, said]).toEqual([1, expect.stringMatching(cases[i]?.[2] ?? "")]);
    }
    expect(() => statSync(out)).toThrow(/ENOENT/);
  });
});
