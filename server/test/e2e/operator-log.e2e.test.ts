// Tests `jara log`, and a server whose database was restored to before what it had published: it adds nothing to the
// public log, goes on with its auctions, and begins the next log when the operator says so.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openNote } from "../support/check-log.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { LOG_SEED, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { makeDatabase } from "../support/fresh-database.ts";

describeEndToEnd("jara log", () => {
  it("shows the log and its verdicts, and begins it anew only after an older backup was restored", {
    timeout: 240_000,
  }, async () => {
    const database = await makeDatabase();
    const folder = mkdtempSync(path.join(tmpdir(), "jara-log-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = folder;
    const settings = { ...databaseSettings(database), DATA_DIR: dataDir, LOG_KEY: LOG_SEED.toString("hex") };
    const log = (...args: string[]) => runJara(["log", ...args], { ...settings, PUBLIC_URL: "http://localhost:3000" });
    const errors: string[] = [];
    const start = (): Promise<TestServer> =>
      startTestServer({
        at: database,
        config: { dataDir, logLevel: "error" },
        logTo: { write: (line) => void errors.push(line) },
      });
    const published = async (server: TestServer, number = 1) =>
      openNote((await server.api("GET", `/log/${number}/checkpoint`)).text, []);
    const hasSize = (server: TestServer, size: number, number?: number) =>
      vi.waitFor(async () => expect((await published(server, number)).size).toBe(size), { timeout: 45_000 });

    let server = await start();
    const admin = await makePerson(server, "admin", { role: "admin" });
    await openAuction(server, admin);
    await hasSize(server, 1);
    await server.close();
    const reason = ["--reason", "restored from Monday's backup"];
    expect((await log("status")).said).toMatch(/localhost:3000\/log\/1 {2}1 leaves\n.*log\/1, 1 leaves/);
    expect(await log("restart", ...reason)).toMatchObject({ code: 1, said: expect.stringContaining("not stopped") });
    expect([(await log("restart")).code, (await log("nothing")).code]).toEqual([2, 2]);

    // The backup is from before the lot was in the log.
    server = await start();
    await server.query("delete from log_leaves");
    await server.query("delete from log_lots");
    await server.query(
      `update log_heads set size = 0, frontier = '', checkpoint = replace(checkpoint, E'\\n1\\n', E'\\n0\\n')`,
    );
    await server.close();
    server = await start();
    await vi.waitFor(
      async () => expect(await server.query("select 1 from log_heads where stopped_at is not null")).toHaveLength(1),
      { timeout: 45_000 },
    );
    expect(errors.join("\n")).toContain("the public log is stopped");
    await openAuction(server, admin);
    expect(await server.query("select * from log_leaves")).toEqual([]);
    await server.close();

    expect((await log("status")).said).toContain("STOPPED");
    expect(await log("restart", ...reason)).toMatchObject({
      code: 0,
      said: expect.stringContaining("Log 2 has begun"),
    });
    server = await start();
    // The first leaf, and both lots.
    await hasSize(server, 3, 2);
    const [first] = await server.query<{ entry: string }>("select entry from log_leaves where log = 2 and index = 0");
    expect(JSON.parse(first?.entry ?? "{}").facts).toEqual([
      {
        type: "log-restarted",
        reason: "restored from Monday's backup",
        previous: expect.stringMatching(/^localhost:3000\/log\/1\n1\n/),
      },
    ]);
    expect((await server.api("GET", "/log")).body.logs).toMatchObject([
      { number: 2, isCurrent: true },
      { number: 1, isCurrent: false, size: 0 },
    ]);
    await server.close();

    // A verdict that an operator asks for.
    const none = { code: 1, said: expect.stringContaining("There is no such verdict.") };
    expect(await log("verdict")).toMatchObject(none);
    expect((await log("status")).said).toContain("There is no nightly verdict yet.");
    for (const wrong of [["check-again"], ["check-again", "yesterday"], ["verdict", "one"]]) {
      expect((await log(...wrong)).code).toBe(2);
    }
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await log("check-again", day)).toMatchObject({ code: 0, said: expect.stringContaining(day) });
    server = await start();
    await vi.waitFor(
      async () => expect((await server.api("GET", "/log")).body.verdicts.last).toMatchObject({ log: 2, date: day }),
      { timeout: 120_000, interval: 500 },
    );
    await server.close();
    // The checkpoint of log 1 was changed by hand above.
    expect((await log("status")).said).toContain(`The newest nightly verdict: number 1 on ${day}, bad.`);
    const { said } = await log("verdict");
    expect(said).toContain("localhost:3000/log/2/verdict\nnumber: 1\n");
    expect(said.split("\n").filter((line) => line.startsWith("finding: "))).toEqual([
      expect.stringMatching(/^finding: The public log: The checkpoint of localhost:3000\/log\/1 /),
    ]);
    expect(await log("verdict", "2")).toMatchObject(none);
    await database.drop();
  });
});
