// Records the versions of the terms and the privacy notice that a person accepted. A row never changes.
import { legalDocuments, legalVersions } from "@jara/shared/legal-versions";
import type { Consents } from "@jara/shared/rest/own-data";
import { desc, eq } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { consents } from "../../platform/database/schema/own-data.ts";
import { clockNow } from "../../platform/database/statement-text.ts";

export const consentsOf = async ({ db }: Database, userId: string): Promise<Consents> => {
  const rows = await db
    .select({ document: consents.document, version: consents.version, at: consents.at })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), consents.document);
  const missing = legalDocuments
    .map((document) => ({ document, version: legalVersions[document] }))
    .filter(({ document, version }) => !rows.some((row) => row.document === document && row.version === version));
  return { accepted: rows.map((row) => ({ ...row, at: toIso(row.at) })), missing };
};

/** Repeating it changes nothing: the time stays that of the first consent. */
export const writeConsents = async (
  { db }: Database,
  userId: string,
  accepted: readonly Pick<typeof consents.$inferInsert, "document" | "version">[],
): Promise<void> => {
  await db
    .insert(consents)
    .values(accepted.map(({ document, version }) => ({ userId, document, version, at: clockNow })))
    .onConflictDoNothing();
};
