// Tests the built-in PostgreSQL: what it keeps through kills, and the sentences for folders that it cannot use.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { projectRoot } from "../../../config.ts";
import { DatabaseUnusable } from "../connection-problem.ts";
import { FolderInUse } from "../folder-lock.ts";
import { accountFor } from "./account.ts";
import { type OwnPostgres, openOwnPostgres, runningUrl } from "./own-postgres.ts";
import { findPrograms } from "./programs.ts";

vi.setConfig({ testTimeout: 120_000 });

const made: string[] = [];
const newFolder = (name = "data"): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-own-"));
  made.push(folder);
  return path.join(folder, name);
};
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const open = async (folder: string): Promise<OwnPostgres> => {
  const own = await openOwnPostgres(folder);
  onTestFinished(() => own.close());
  return own;
};
const ask = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return await sql.unsafe(text).finally(() => sql.end({ timeout: 1 }));
};
const wins = (url: string) => ask(url, "select count(*)::int as wins from wins");

const parentOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));

describe("the built-in PostgreSQL", () => {
  it("keeps its rows in a folder with a long and unusual name", async () => {
    const folder = newFolder(`my data ₦ ${"long ".repeat(30)}`);
    const own = await openOwnPostgres(folder);
    await ask(own.url, "create table wins (amount bigint); insert into wins values (25000)");
    await own.close();
    expect(await wins((await open(folder)).url)).toEqual([{ wins: 1 }]);
  });

  it("asks for its password", async () => {
    const own = await open(newFolder());
    const stranger = new URL(own.url);
    stranger.password = "guessed";
    await expect(ask(stranger.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  it("is started again on the same port after a kill, with every committed row", async () => {
    const own = await open(newFolder());
    await ask(own.url, "create table wins (amount bigint); insert into wins values (1)");
    const killed = own.pid();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(async () => expect(await wins(own.url)).toEqual([{ wins: 1 }]), { timeout: 60_000 });
    expect(own.pid()).not.toBe(killed);
  });

  it("is started again after its shell was killed, which watches over it", async () => {
    const own = await open(newFolder());
    const killed = own.pid();
    process.kill(parentOf(killed), "SIGKILL");
    await vi.waitFor(() => expect(own.pid()).not.toBe(killed), { timeout: 60_000 });
    await vi.waitFor(() => ask(own.url, "select 1"), { timeout: 60_000 });
    expect(parentOf(own.pid())).not.toBe(1);
  });

  it("starts though another program has the process id of the killed one by now, as after a power cut", async () => {
    const folder = newFolder();
    const own = await open(folder);
    await ask(own.url, "create table wins (amount bigint); insert into wins values (1)");
    const file = path.join(folder, "postgres/data/postmaster.pid");
    const left = readFileSync(file, "utf8");
    await own.close();
    const { uid, gid } = statSync(path.dirname(file));
    const other = spawn("sleep", ["600"], { uid, gid });
    onTestFinished(() => void other.kill());
    writeFileSync(file, left.replace(/^\d+/, String(other.pid)));
    expect(runningUrl(folder)).toBeNull();
    expect(await wins((await open(folder)).url)).toEqual([{ wins: 1 }]);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)("runs as the owner of the data folder, if root starts it", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    chownSync(folder, 1, 1);
    await open(folder);
    expect(statSync(path.join(folder, "postgres/data")).uid).toBe(1);
  });

  it.runIf(process.getuid?.() === 0)("finds an account for programs in a folder that is closed to all but root", () => {
    const closed = newFolder();
    const native = path.resolve(path.dirname(findPrograms().initdb), "..");
    mkdirSync(closed, { mode: 0o700 });
    cpSync(path.join(native, "bin"), path.join(closed, "bin"), { recursive: true });
    for (const part of ["lib", "share"]) symlinkSync(path.join(native, part), path.join(closed, part));
    const programs = { initdb: path.join(closed, "bin/initdb"), postgres: path.join(closed, "bin/postgres") };
    const { ids, commandOf } = accountFor(programs, closed);
    const { command, args } = commandOf(programs.initdb, ["--show", `--pgdata=${closed}`]);
    expect(() => execFileSync(command, args, { ...ids, cwd: "/", stdio: "pipe" })).not.toThrow();
    rmSync(programs.postgres);
    expect(() => accountFor(programs, closed)).toThrow(DatabaseUnusable);
  });

  it("refuses a folder that it cannot use with a sentence", async () => {
    const folder = newFolder();
    await (await openOwnPostgres(folder)).close();
    rmSync(path.join(folder, "postgres/password"));
    await expect(openOwnPostgres(folder)).rejects.toThrow(DatabaseUnusable);
    const file = newFolder();
    writeFileSync(file, "");
    await expect(openOwnPostgres(file)).rejects.toThrow(DatabaseUnusable);
  });

  it("never makes an empty database beside one that was moved aside", async () => {
    const folder = newFolder();
    await (await openOwnPostgres(folder)).close();
    renameSync(path.join(folder, "postgres"), path.join(folder, "postgres.before-20260101T000000Z"));
    await expect(openOwnPostgres(folder)).rejects.toThrow(DatabaseUnusable);
  });

  it("stops when its program is killed, and keeps every committed row", async () => {
    const folder = newFolder();
    const script = `
      import { openOwnPostgres } from "./server/src/platform/database/own-postgres/own-postgres.ts";
      console.log((await openOwnPostgres(${JSON.stringify(folder)})).url);
      setInterval(() => {}, 1000);`;
    const program = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = (await once(createInterface({ input: program.stdout }), "line")) as [string];
    expect(runningUrl(folder)).toBe(url);
    await expect(openOwnPostgres(folder)).rejects.toThrow(FolderInUse);
    await expect(openOwnPostgres(folder)).rejects.toThrow(`in use by process ${program.pid}`);
    await ask(url, "create table wins (amount bigint); insert into wins values (1)");
    program.kill("SIGKILL");
    await vi.waitFor(() => expect(runningUrl(folder)).toBeNull(), { timeout: 60_000 });
    expect(await wins((await open(folder)).url)).toEqual([{ wins: 1 }]);
  });

  it("refuses the database of another PostgreSQL and of an older version of the program with a sentence", async () => {
    const other = newFolder();
    await (await openOwnPostgres(other)).close();
    writeFileSync(path.join(other, "postgres/data/PG_VERSION"), "12\n");
    await expect(openOwnPostgres(other)).rejects.toThrow(/was made by PostgreSQL 12, .*The folder is left as it is/);
    const older = newFolder();
    mkdirSync(path.join(older, "old-name"), { recursive: true });
    writeFileSync(path.join(older, "old-name/PG_VERSION"), "17\n");
    await expect(openOwnPostgres(older)).rejects.toThrow(/an older version of this program.*move that folder away/);
  });

  it("begins anew where making the database was cut off", async () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, "postgres.making/data"), { recursive: true });
    expect(await ask((await open(folder)).url, "select 1 as is_open")).toEqual([{ is_open: 1 }]);
  });

  /** A disk of its own, which only root can make. */
  const smallDisk = (megabytes: number): string => {
    const folder = newFolder();
    mkdirSync(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
    onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
    return folder;
  };
  const canMount = ((): boolean => {
    try {
      execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();

  it.runIf(canMount)("leaves nothing on a disk on which it has no room", async () => {
    const folder = smallDisk(20);
    await expect(openOwnPostgres(folder)).rejects.toThrow(/No space left/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(canMount)("goes on once a full disk has space again, with every committed row", async () => {
    const folder = smallDisk(200);
    const own = await open(folder);
    await ask(own.url, "create table wins (amount bigint, note text)");
    const fill = path.join(folder, "fill");
    expect(() => writeFileSync(fill, Buffer.alloc(200_000_000))).toThrow("ENOSPC");
    const win = "insert into wins select i, repeat('a long note ', 50) from generate_series(1, 1000) i";
    let committed = 0;
    for (let isFull = false; !isFull; ) {
      isFull = await ask(own.url, win).then(
        () => false,
        () => true,
      );
      if (!isFull) committed += 1000;
    }
    rmSync(fill);
    await vi.waitFor(() => ask(own.url, win), { timeout: 60_000 });
    const [kept] = await wins(own.url);
    // The statement that failed may have been committed.
    expect([committed + 1000, committed + 2000]).toContain(kept?.wins);
  });
});
