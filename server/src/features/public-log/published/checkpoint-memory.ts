// The newest checkpoint that this node has published, kept beside the database, so that a database that was restored from
// an older backup is noticed. Then the log is stopped, because to go on would be a second history.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../../platform/database/database.ts";
import { firstBegan, type LogHead, stopLog } from "../heads.ts";
import { subtreeHash } from "../tree/proofs.ts";
import { LogIncomplete, tilesOf } from "../tree/stored-tiles.ts";
import { parseCheckpoint } from "./parse-checkpoint.ts";
import { writeDurably } from "./write-durably.ts";

const FILE = "log-checkpoint";

export interface CheckpointMemory {
  /** True if the head continues what was published. Otherwise the log is stopped. */
  continues(head: LogHead): Promise<boolean>;
  /** Keeps the head's checkpoint. Call after `continues`, and before anybody gets the checkpoint. */
  remember(head: Pick<LogHead, "checkpoint">): Promise<void>;
  /** The newest checkpoint that was published, as far as this node knows. */
  last(): Promise<string | null>;
}

/** A place that all nodes share, such as Redis. */
export interface SharedMemory {
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
  close(): void;
}

interface Remembered {
  readonly note: string;
  /** When the first log of the database began, epoch ms. It distinguishes databases. */
  readonly began: number;
}

export const createCheckpointMemory = (deps: {
  readonly database: Pick<Database, "db">;
  /** Null: the checkpoint is not kept after the process ends. */
  readonly folder: string | null;
  readonly shared: SharedMemory | null;
  /** Outside production, one folder may be used with several databases after each other. */
  readonly isProduction: boolean;
  /** Called once, when this node stops the log. */
  readonly stopped: (reason: string) => void;
}): CheckpointMemory => {
  const { database, folder, shared, isProduction, stopped } = deps;
  const file = folder === null ? null : path.join(folder, FILE);
  let newest: Remembered | null | undefined;
  let began: number | undefined;
  /** A checkpoint that was found to continue the remembered one. */
  let checked: string | null = null;

  const last = async (): Promise<Remembered | null> => {
    if (newest !== undefined) return newest;
    const kept = file === null ? null : await readFile(file, "utf8").catch(() => null);
    newest = newerOf(read(kept), read((await shared?.read().catch(() => null)) ?? null));
    return newest;
  };

  const isContinuation = async (head: LogHead, remembered: Remembered): Promise<boolean> => {
    const then = parseCheckpoint(remembered.note);
    const now = parseCheckpoint(head.checkpoint);
    if (!then || !now || then.number < now.number) return true;
    if (then.number > now.number || then.size > now.size) return false;
    if (then.size === now.size) return then.root.equals(now.root);
    try {
      const root = await subtreeHash(tilesOf(database, head.log).readOf(head.size), 0, then.size);
      return root.equals(then.root);
    } catch (error) {
      if (error instanceof LogIncomplete) return false;
      throw error;
    }
  };

  return {
    last: async () => (await last())?.note ?? null,
    continues: async (head) => {
      const remembered = await last();
      if (remembered === null || head.checkpoint === checked || (await isContinuation(head, remembered))) {
        checked = head.checkpoint;
        return true;
      }
      if (!isProduction && (await firstBegan(database)) !== remembered.began) {
        newest = null;
        return true;
      }
      const size = parseCheckpoint(remembered.note)?.size ?? 0;
      const reason =
        `The database has ${head.size} leaves of log ${head.log}, and they do not continue the published checkpoint of ` +
        `${size} leaves. It was probably restored from an older backup.`;
      await stopLog(database, head.log, reason);
      stopped(reason);
      return false;
    },
    remember: async ({ checkpoint }) => {
      const before = await last();
      began ??= await firstBegan(database);
      newest = newerOf(before, { note: checkpoint, began });
      checked = checkpoint;
      if (newest === before || newest === null) return;
      const text = JSON.stringify(newest);
      if (file !== null) await writeDurably(file, text);
      await shared?.write(text).catch(() => {});
    },
  };
};

const read = (text: string | null): Remembered | null => {
  if (text === null) return null;
  try {
    const { note, began } = JSON.parse(text) as Partial<Remembered>;
    return typeof note === "string" && typeof began === "number" && parseCheckpoint(note) ? { note, began } : null;
  } catch {
    return null;
  }
};

const newerOf = (one: Remembered | null, other: Remembered | null): Remembered | null => {
  const [a, b] = [one && parseCheckpoint(one.note), other && parseCheckpoint(other.note)];
  if (!a) return b ? other : null;
  if (!b) return one;
  if (a.number !== b.number) return a.number > b.number ? one : other;
  return a.size >= b.size ? one : other;
};
