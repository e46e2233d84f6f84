// Makes the PDF file of agreements for their mail. This is the only file of offers that another feature, mail, may import.
import type { Database } from "../../platform/database/database.ts";
import { agreements } from "../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { drawAgreements } from "./agreement-file.ts";
import type { AgreementSite } from "./agreement-page.ts";
import { findAgreements } from "./queries.ts";

/** Throws if there is none of one of the ids. */
export const mailedAgreements = async (database: Database, ids: readonly string[], site: AgreementSite) => {
  const found = await findAgreements(database.db, isAnyOf(agreements.id, ids));
  if (found.length < ids.length) throw new Error(`an agreement is missing: ${ids.join(", ")}`);
  return await drawAgreements(
    database,
    found.map(({ agreement, offer }) => ({ agreement, title: offer.content.title })),
    site,
  );
};
