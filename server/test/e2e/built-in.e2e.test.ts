// Tests a server without DATABASE_URL: it starts a PostgreSQL of its own, `jara` works beside it, and a backup that is made
// while people bid is restored into another folder.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { runJara } from "../support/e2e-operator.ts";
import { type ServerProcess, startProcess } from "../support/e2e-process.ts";
import { callApi } from "../support/e2e-server.ts";
import { migrationsFolder } from "../support/fresh-database.ts";
import { quickProgram } from "../support/quick-programs.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), "jara-built-in-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

describe("a server without DATABASE_URL", () => {
  const dataDir = folder();
  const settings = { DATA_DIR: dataDir };
  let server: ServerProcess;
  const start = (to = dataDir): Promise<ServerProcess> =>
    startProcess(null, { DATA_DIR: to, SEED: "demo" }, quickProgram("main"));
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.discard());
  let others: ServerProcess[] = [];
  afterEach(async () => {
    await Promise.all(others.map((other) => other.discard()));
    others = [];
  });

  const login = (to: ServerProcess) =>
    callApi(to.address, "POST", "/api/auth/login", {
      body: { email: "ada@auction.test", password: "ada12345" },
    });

  it("makes the demo in an empty folder, and says so", () => {
    expect(server.said()).toContain("admin@auction.test / admin1234");
  });

  it("refuses a second server on its folder with a sentence", async () => {
    await expect(start()).rejects.toThrow(/The data folder .* is in use by process \d+\. Stop it, or set DATA_DIR/);
  });

  it("lets commands of the operator work beside it", async () => {
    const listed = await runJara(["admin", "list"], settings);
    expect([listed.code, listed.said]).toEqual([0, expect.stringContaining("admin@auction.test")]);
    const checked = await runJara(["check"], { ...settings, PUBLIC_URL: server.address });
    expect(checked.said).toMatch(/ok +database +PostgreSQL 18\./);
  });

  it("is backed up while it runs, and the backup is restored into another folder", async () => {
    const [to, other] = [folder(), folder()];
    const made = await runJara(["backup", "--to", to, "--no-uploads"], settings);
    expect([made.code, made.said]).toEqual([0, expect.stringContaining("rows in")]);
    const files = readdirSync(to);
    expect(files.map((name) => path.extname(name)).sort()).toEqual([".gz", ".json"]);
    const file = path.join(to, files.find((name) => name.endsWith(".gz")) ?? "");
    const restore = (...flags: string[]) => runJara(["restore", file, ...flags], { DATA_DIR: other });
    // A restore that was killed left this.
    mkdirSync(path.join(other, "restoring/postgres"), { recursive: true });
    const restored = await restore();
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("all add up")]);
    const again = await restore();
    expect([again.code, again.said]).toEqual([1, expect.stringContaining("--move-existing")]);
    const moved = await restore("--move-existing");
    expect([moved.code, moved.said]).toEqual([0, expect.stringMatching(/is in .*postgres\.before-\d+T\d+Z now/)]);
    const copy = await startProcess(null, { DATA_DIR: other }, quickProgram("main"));
    others.push(copy);
    expect((await login(copy)).status).toBe((await login(server)).status);
    expect((await callApi(copy.address, "GET", "/api/auctions")).body.total).toBeGreaterThan(0);
  });

  it("stays as it is when a backup cannot be restored: cut off, of something else, or of a newer version", async () => {
    const [to, other] = [folder(), folder()];
    const newer = await openDatabase({ folder: other }, migrationsFolder);
    await newer.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)");
    await newer.close();
    const made = await runJara(["backup", "--to", to, "--no-uploads"], { DATA_DIR: other });
    expect([made.code, made.said]).toEqual([0, expect.stringContaining("rows in")]);
    const whole = path.join(to, readdirSync(to).find((name) => name.endsWith(".gz")) ?? "");
    const [cut, foreign, undescribed] = ["cut", "foreign", "newer"].map((name) => path.join(to, `${name}.tar.gz`)) as [
      string,
      string,
      string,
    ];
    const bytes = readFileSync(whole);
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    execFileSync("tar", ["-czf", foreign, "-C", to, path.basename(cut)]);
    writeFileSync(undescribed, bytes);
    const before = readdirSync(other).sort();
    for (const file of [cut, foreign, undescribed, whole]) {
      expect(await runJara(["restore", file, "--move-existing"], { DATA_DIR: other })).toMatchObject({ code: 1 });
      expect(readdirSync(other).sort()).toEqual(before);
    }
  });

  it.runIf(existsSync("/dev/full"))(
    "runs and stops as ever if its log cannot be written, as on a full disk",
    async () => {
      const full = openSync("/dev/full", "w");
      const other = await startProcess(
        null,
        { DATA_DIR: folder(), SEED: "none", LOG_LEVEL: "info" },
        quickProgram("main"),
        full,
      );
      others.push(other);
      closeSync(full);
      expect((await callApi(other.address, "GET", "/api/auctions")).status).toBe(200);
      other.signal("SIGTERM");
      expect(await other.ended).toBe(0);
    },
  );

  it("keeps everything when it is killed, and starts again on its folder", async () => {
    const before = (await callApi(server.address, "GET", "/api/auctions")).body.total;
    server.signal("SIGKILL");
    await server.ended;
    server = await start();
    expect((await callApi(server.address, "GET", "/api/auctions")).body.total).toBe(before);
    expect(existsSync(path.join(dataDir, "postgres/log"))).toBe(true);
  });
});
