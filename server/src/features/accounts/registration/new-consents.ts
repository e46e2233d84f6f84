// A part of the statements that make an account: it records that the owner accepted the terms and the privacy notice in
// force, whose links are beside the button.
import { legalDocuments, legalVersions } from "@jara/shared/legal-versions";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.ts";
import { consents } from "../../../platform/database/schema/own-data.ts";
import { insertSelect } from "../../../platform/database/statement-text.ts";
import { databaseNow } from "../../../platform/database/statements.ts";

/** `userId` may be a column of `owner`, which starts with a comma: `, made`. */
export const acceptedTerms = (db: Db, userId: SQL | string, owner: SQL = sql``) =>
  db.$with("accepted", {}).as(
    sql`${insertSelect(consents, {
      ...{ userId, document: sql`given.document`, version: sql`given.version`, at: databaseNow },
    })} from json_to_recordset(${JSON.stringify(inForce)}::json) as given (document text, version text)${owner}`,
  );

const inForce = legalDocuments.map((document) => ({ document, version: legalVersions[document] }));
