// Checks the lock of a data folder: one process holds it, others are refused, and a dead process's lock is taken over.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FolderInUse, holdFolder } from "./folder-lock.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => path.join(folder, "lock");
const ownLock = new RegExp(`^${process.pid} `);

/** A live process, and the id of a dead one. */
const aProcess = () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
const aDeadPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
};

describe("a data folder", () => {
  it("is held under this process's id until it is released, and can then be held again", () => {
    const release = holdFolder(folder);
    expect(readFileSync(lockFile(), "utf8")).toMatch(ownLock);
    release();
    expect(existsSync(lockFile())).toBe(false);
    holdFolder(folder)();
  });

  it("cannot be held twice, not even by the same process", () => {
    const release = holdFolder(folder);
    expect(() => holdFolder(folder)).toThrow(FolderInUse);
    release();
  });

  it("is refused, with folder and process named, if another living process holds it", async () => {
    const other = aProcess();
    try {
      writeFileSync(lockFile(), String(other.pid));
      expect(() => holdFolder(folder)).toThrow(FolderInUse);
      expect(() => holdFolder(folder)).toThrow(`${folder} is in use by process ${other.pid}`);
      expect(readFileSync(lockFile(), "utf8")).toBe(String(other.pid));
    } finally {
      other.kill("SIGKILL");
      await once(other, "exit");
    }
    // The process was killed and could not release its lock, so the lock is taken over.
    const release = holdFolder(folder);
    expect(readFileSync(lockFile(), "utf8")).toMatch(ownLock);
    release();
  });

  it.each(["", "not a number", "-1", "0", "1e3.5"])(
    "is taken over if its lock holds %j, which no process writes",
    (text) => {
      writeFileSync(lockFile(), text);
      const release = holdFolder(folder);
      expect(readFileSync(lockFile(), "utf8")).toMatch(ownLock);
      release();
    },
  );

  it("is taken over if its process has ended", async () => {
    writeFileSync(lockFile(), String(await aDeadPid()));
    holdFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is taken over if another program has the id of its process by now, as after a power cut", async () => {
    const other = aProcess();
    try {
      writeFileSync(lockFile(), `${other.pid} 1`);
      holdFolder(folder)();
    } finally {
      other.kill("SIGKILL");
      await once(other, "exit");
    }
  });

  it.runIf(process.platform === "linux")("is taken over if its process ended and nobody waited for it", async () => {
    const command = "cat <&3 & echo $!; exec sleep 600";
    const parent = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "inherit", "pipe"] });
    try {
      const [pid] = await once(createInterface({ input: parent.stdout as Readable }), "line");
      // A shell would wait for its child, so the child ends after the shell has become another program.
      const program = () => readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim();
      await vi.waitFor(() => expect(program()).toBe("sleep"), { timeout: 45_000 });
      (parent.stdio[3] as Writable).end();
      const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
      await vi.waitFor(() => expect(stat()[2]).toBe("Z"), { timeout: 45_000 });
      writeFileSync(lockFile(), `${pid} ${stat()[21]}`);
      holdFolder(folder)();
    } finally {
      parent.kill("SIGKILL");
    }
  });

  it("is taken over if an earlier process had the same id, as at every start in a container", () => {
    writeFileSync(lockFile(), String(process.pid));
    const release = holdFolder(folder);
    expect(() => holdFolder(folder)).toThrow(FolderInUse);
    release();
  });

  it("has an error of its own if it does not exist", () => {
    expect(() => holdFolder(path.join(folder, "missing"))).toThrow("ENOENT");
  });
});
