// Receives a large file for an offer in parts, so that an upload that broke off goes on where it stopped, also on another
// node. Each part is an object of the storage, and the row names the parts in order. Two parts for one place: the first
// that is written counts.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { VIDEO_MAX_BYTES } from "@jara/shared/media";
import { OFFER_PART_BYTES, OFFER_PARTED_BYTES_MAX } from "@jara/shared/offer-limits";
import type { UploadedPart } from "@jara/shared/rest/offers";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { partedUploads, uploads as uploadRows } from "../../platform/database/schema/media.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { RefusedError } from "../../platform/http/refused.ts";
import { RefusedFile } from "./refused-file.ts";
import { type MediaStorage, StorageAway } from "./storage/media-storage.ts";
import type { Uploads } from "./uploads.ts";

interface Deps {
  readonly database: Database;
  readonly storage: MediaStorage;
  readonly uploads: Uploads;
}

export interface PartOf {
  readonly id: string;
  readonly ownerId: string;
  /** The bytes of the whole file. */
  readonly size: number;
  readonly offset: number;
}

type Row = typeof partedUploads.$inferSelect;

const refuseWith = (body: ErrorBody): never => {
  throw new RefusedError(body);
};
const notFound = () => refusal("NOT_FOUND", { message: "Upload not found" });

/** Returns the row, which is made if there is none. */
const begin = async ({ database }: Deps, { id, ownerId, size }: PartOf): Promise<Row> => {
  const known = await find(database, id);
  if (known) {
    if (known.ownerId !== ownerId) return refuseWith(notFound());
    return known.size === size ? known : refuseWith(refusal("INVALID", { message: "This upload has another size." }));
  }
  if (size > VIDEO_MAX_BYTES) return refuseWith(refusal("PAYLOAD_TOO_LARGE"));
  const no = await database.transaction(async (tx) => {
    // The person's row is locked, so that many uploads at once keep to the sum.
    await lockPeople(tx, [ownerId]);
    const isOpen = and(eq(partedUploads.ownerId, ownerId), isNull(partedUploads.filename));
    const [open] = await tx
      .select({ bytes: sql<number>`coalesce(sum(${partedUploads.size}), 0)`.mapWith(Number) })
      .from(partedUploads)
      .where(isOpen);
    if ((open?.bytes ?? 0) + size > OFFER_PARTED_BYTES_MAX) {
      const message = "You have begun many uploads that are not finished. Finish them, or try again tomorrow.";
      return refusal("RATE_LIMITED", { message, retryAfterMs: 3_600_000 });
    }
    await tx
      .insert(partedUploads)
      .values({ id, ownerId, size, received: 0, parts: [], createdAt: clockNow, updatedAt: clockNow })
      .onConflictDoNothing();
    return null;
  });
  if (no) return refuseWith(no);
  const made = await find(database, id);
  return made && made.ownerId === ownerId && made.size === size ? made : refuseWith(notFound());
};

const find = async ({ db }: Database, id: string): Promise<Row | null> =>
  (await db.select().from(partedUploads).where(eq(partedUploads.id, id)))[0] ?? null;

/** Null: the row went on meanwhile, or this is not the next part. */
const append = async ({ database, storage }: Deps, row: Row, offset: number, bytes: Buffer): Promise<Row | null> => {
  if (offset !== row.received || bytes.length === 0 || offset + bytes.length > row.size) return null;
  const name = `part-${randomUUID()}`;
  await storage.put(name, bytes, "application/octet-stream");
  const isNext = and(eq(partedUploads.id, row.id), eq(partedUploads.received, offset), isNull(partedUploads.filename));
  const [next] = await database.db
    .update(partedUploads)
    .set({
      received: offset + bytes.length,
      parts: sql`${partedUploads.parts} || ${name}::text`,
      updatedAt: clockNow,
    })
    .where(isNext)
    .returning();
  if (!next) await storage.remove(name);
  return next ?? null;
};

async function* bytesOf(storage: MediaStorage, parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of parts) {
    const found = await storage.get(name);
    if (!found || found === "unsatisfiable") throw new StorageAway();
    yield await buffer(found.stream);
  }
}

/** Removes the objects first, so that no object is left that no row names. */
const removeParts = async ({ storage }: Pick<Deps, "storage">, parts: readonly string[]): Promise<void> => {
  for (const name of parts) await storage.remove(name);
};

/** Checks and stores the whole file. Of two nodes that do so at once the first that is written counts. */
const finish = async (deps: Deps, row: Row): Promise<Row> => {
  const { database, storage, uploads } = deps;
  try {
    const file = await uploads.receive(Readable.from(bytesOf(storage, row.parts)));
    try {
      const { filename, type } = await file.keep();
      await database.db.update(uploadRows).set({ ownerId: row.ownerId }).where(eq(uploadRows.name, filename));
      await database.db
        .update(partedUploads)
        .set({ filename, type, updatedAt: clockNow })
        .where(and(eq(partedUploads.id, row.id), isNull(partedUploads.filename)));
    } finally {
      await file.discard();
    }
  } catch (error) {
    // The file is none that we take, so the next try begins anew.
    if (error instanceof RefusedFile) {
      await removeParts(deps, row.parts);
      await database.db.delete(partedUploads).where(eq(partedUploads.id, row.id));
    }
    throw error;
  }
  await removeParts(deps, row.parts);
  return (await find(database, row.id)) ?? refuseWith(notFound());
};

/** `read`: reads the part from the request. It is called only if the part is the next one. */
export const takePart = async (
  deps: Deps,
  part: PartOf,
  read: () => Promise<{ readonly bytes: Buffer; readonly originalName: string }>,
): Promise<UploadedPart> => {
  let row = await begin(deps, part);
  let originalName = "";
  if (row.filename === null && row.received < row.size && part.offset === row.received) {
    const given = await read();
    originalName = given.originalName;
    if (given.bytes.length > OFFER_PART_BYTES) refuseWith(refusal("PAYLOAD_TOO_LARGE"));
    row = (await append(deps, row, part.offset, given.bytes)) ?? (await find(deps.database, row.id)) ?? row;
  }
  if (row.filename === null && row.received === row.size) row = await finish(deps, row);
  const { filename, type, received } = row;
  if (filename === null || type === null) return { received };
  return { received, file: { url: `/media/${filename}`, filename, originalName, type } };
};

const AT_ONCE = 100;

/** Removes uploads that nobody went on with for a day, finished ones too. Returns how many. */
export const removeOldParts = async ({ database, storage }: Omit<Deps, "uploads">): Promise<number> => {
  const isOld = lt(partedUploads.updatedAt, sql`(select ${clockNow} - interval '24 hours')`);
  const old = await database.db.select().from(partedUploads).where(isOld).limit(AT_ONCE);
  for (const { id, parts } of old) {
    await removeParts({ storage }, parts);
    await database.db.delete(partedUploads).where(and(eq(partedUploads.id, id), isOld));
  }
  return old.length;
};
