// Draws an accepted agreement as a PDF file with its name, for a download or for a mail.
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { AgreementSite, DrawnTerms } from "./agreement-page.ts";

export const drawAgreement = async (
  terms: DrawnTerms,
  site: AgreementSite,
): Promise<{ readonly name: `${string}.pdf`; readonly content: Buffer }> => ({
  name: `agreement-${terms.agreement.id.slice(0, 8)}-${terms.agreement.version}.pdf`,
  content: await drawApart("./agreement-page.ts", import.meta.url, { terms, site }),
});
