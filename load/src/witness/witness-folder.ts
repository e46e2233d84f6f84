// The witness's folder: its secret key, and the newest tree of each log that it cosigned. The tree is on disk before
// the cosignature is sent. A witness that lost its memory must not continue with its old key, because it could
// contradict itself.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fromHex, toHex } from "@jara/proof/bytes";
import { z } from "zod";
import { Mistake } from "../mistake.ts";
import type { Seen } from "./add-checkpoint.ts";

const seenSchema = z.object({ size: z.int().min(0), root: z.string(), note: z.string() });
const schema = z.strictObject({ lastTime: z.int(), seen: z.record(z.string(), seenSchema) });

const KEY = "witness-key";
const STATE = "cosigned.json";
const LOCK = "running";

export class WitnessFolder {
  readonly seed: Uint8Array;
  readonly seen: Map<string, Seen>;
  readonly #folder: string;
  #lastTime: number;
  /** The memory's text, as this process last read or wrote it. */
  #written = "";

  /** Makes the key at the first start. Throws a Mistake if the folder cannot be used. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock();
    if (!existsSync(this.#at(KEY))) this.#begin();
    const seed = fromHex(readFileSync(this.#at(KEY), "utf8").trim());
    if (seed?.length !== 32) throw new Mistake(`${this.#at(KEY)} is no key.`);
    this.seed = seed;
    const { lastTime, seen } = this.#read();
    this.#lastTime = lastTime;
    this.seen = new Map(Object.entries(seen));
  }

  /** Seconds since 1970, never below what it gave before. */
  time(): number {
    return Math.max(this.#lastTime, Math.floor(Date.now() / 1000));
  }

  /** Returns once the tree is on disk. */
  remember(origin: string, next: Seen, time: number): void {
    // Check the file again, because the lock does not cover a second witness in another container.
    if (readFileSync(this.#at(STATE), "utf8") !== this.#written) throw new Error("another process wrote the memory");
    const seen = new Map(this.seen).set(origin, next);
    this.#write({ lastTime: time, seen: Object.fromEntries(seen) });
    this.seen.set(origin, next);
    this.#lastTime = time;
  }

  /** Keeps two notes that contradict each other, to be shown to anybody. */
  keepEvidence(notes: readonly string[]): void {
    const name = `two-trees-${new Date().toISOString().replaceAll(":", "-")}.txt`;
    writeDurably(this.#at(name), notes.join("\n\n"));
  }

  close(): void {
    rmSync(this.#at(LOCK), { force: true });
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Two processes with one memory could sign two trees of one size. */
  #lock(): void {
    const file = this.#at(LOCK);
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
    } catch {
      const pid = Number(readFileSync(file, "utf8"));
      if (isRunning(pid)) throw new Mistake(`A witness with this folder runs already (process ${pid}).`);
      writeFileSync(file, String(process.pid));
    }
  }

  #begin(): void {
    if (existsSync(this.#at(STATE))) throw new Mistake(`${this.#at(KEY)} is missing. Take it from a backup.`);
    this.#write({ lastTime: 0, seen: {} });
    writeDurably(this.#at(KEY), `${toHex(randomBytes(32))}\n`);
  }

  #read(): z.infer<typeof schema> {
    try {
      this.#written = readFileSync(this.#at(STATE), "utf8");
      return schema.parse(JSON.parse(this.#written));
    } catch {
      throw new Mistake(
        `${this.#at(STATE)} is missing or damaged. A witness that has forgotten what it signed must not go on with its key: begin with a new folder, and tell the log's operator the new key.`,
      );
    }
  }

  #write(state: z.infer<typeof schema>): void {
    this.#written = `${JSON.stringify(state, null, 2)}\n`;
    writeDurably(this.#at(STATE), this.#written);
  }
}

/** On disk when it returns, whole or not at all. */
const writeDurably = (file: string, text: string): void => {
  const half = `${file}.new`;
  const open = openSync(half, "w", 0o600);
  try {
    writeFileSync(open, text);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  renameSync(half, file);
  const folder = openSync(path.dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const isRunning = (pid: number): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
