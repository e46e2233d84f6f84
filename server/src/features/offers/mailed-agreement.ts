// Makes the PDF file of an agreement for its mail. This is the only file of offers that another feature, mail, may import.
import type { Database } from "../../platform/database/database.ts";
import { drawAgreement } from "./agreement-file.ts";
import type { AgreementSite } from "./agreement-page.ts";
import { findAgreement } from "./queries.ts";

/** Throws if there is no such agreement. */
export const mailedAgreement = async (database: Database, agreementId: string, site: AgreementSite) => {
  const found = await findAgreement(database.db, agreementId);
  if (!found) throw new Error(`there is no agreement ${agreementId}`);
  return await drawAgreement({ agreement: found.agreement, title: found.offer.content.title }, site);
};
