// Records that the owner of a new account accepted the terms and the privacy notice in force, whose links are beside the
// button.
import { legalDocuments, legalVersions } from "@jara/shared/legal-versions";
import type { Db } from "../../../platform/database/database.ts";
import { consents } from "../../../platform/database/schema/own-data.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";

export const acceptTerms = async (tx: Db, userId: string): Promise<void> => {
  const inForce = legalDocuments.map((document) => ({ document, version: legalVersions[document] }));
  await tx.insert(consents).values(inForce.map((given) => ({ ...given, userId, at: clockNow })));
};
