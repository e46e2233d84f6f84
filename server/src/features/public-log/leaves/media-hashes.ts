// Reads the SHA-256 of the files that lots show, as it was noted at their upload.
import { and, isNotNull } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { uploads } from "../../../platform/database/schema/media.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";

const PREFIX = "/media/";

/** By address. A file of another site, or from before hashes were noted, has none. */
export const hashesOfMedia = async (
  { db }: Pick<Database, "db">,
  urls: readonly string[],
): Promise<Map<string, string>> => {
  const names = [...new Set(urls)].flatMap((url) => (url.startsWith(PREFIX) ? [url.slice(PREFIX.length)] : []));
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ name: uploads.name, sha256: uploads.sha256 })
    .from(uploads)
    .where(and(isAnyOf(uploads.name, names), isNotNull(uploads.sha256)));
  return new Map(rows.flatMap(({ name, sha256 }) => (sha256 ? [[`${PREFIX}${name}`, sha256] as const] : [])));
};
