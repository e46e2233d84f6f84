// Keeps the published part of the logs: their newest checkpoints, as this node last read them. A node reads them at
// most a few times a second, whatever is asked, and remembers a checkpoint for good before anybody gets it.
import type { Database } from "../../../platform/database/database.ts";
import { type LogHead, readHeads } from "../heads.ts";
import { type Tiles, tilesOf } from "../tree/stored-tiles.ts";

const READ_EVERY_MS = 250;

export interface PublishedLog extends Omit<LogHead, "frontier"> {
  readonly tiles: Tiles;
}

export interface Published {
  /** The newest log first. */
  logs(): Promise<readonly PublishedLog[]>;
  log(number: number): Promise<PublishedLog | null>;
  /** The newest log; null if there is none. */
  current(): Promise<PublishedLog | null>;
}

export const createPublished = (deps: {
  readonly database: Pick<Database, "db">;
  /** Called with the newest head before it is published. False: it must not be; the one before stays. */
  readonly mayPublish: (head: LogHead) => Promise<boolean>;
}): Published => {
  const { database, mayPublish } = deps;
  const tiles = new Map<number, Tiles>();
  const tilesFor = (log: number): Tiles => {
    const known = tiles.get(log) ?? tilesOf(database, log);
    tiles.set(log, known);
    return known;
  };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly PublishedLog[]> | null = null;
  let last: readonly PublishedLog[] = [];

  const read = async (): Promise<readonly PublishedLog[]> => {
    readAt = performance.now();
    const heads = await readHeads(database);
    const [newest] = heads;
    if (newest && newest.stoppedAt === null && !(await mayPublish(newest))) return last;
    last = heads.map(({ frontier: _, ...head }) => ({ ...head, tiles: tilesFor(head.log) }));
    return last;
  };
  const logs = (): Promise<readonly PublishedLog[]> => {
    if (reading) return reading;
    if (performance.now() - readAt < READ_EVERY_MS) return Promise.resolve(last);
    reading = read().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    logs,
    log: async (number) => (await logs()).find(({ log }) => log === number) ?? null,
    current: async () => (await logs())[0] ?? null,
  };
};
