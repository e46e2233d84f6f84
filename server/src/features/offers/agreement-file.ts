// Draws accepted agreements as a PDF file with its name, for a download or for a mail.
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { AgreementSite, DrawnTerms } from "./agreement-page.ts";

/** A page for each. There must be one at least. */
export const drawAgreements = async (
  all: readonly DrawnTerms[],
  site: AgreementSite,
): Promise<{ readonly name: `${string}.pdf`; readonly content: Buffer }> => ({
  name: nameOf(all),
  content: await drawApart("./agreement-page.ts", import.meta.url, { all, site }),
});

const nameOf = ([first, ...others]: readonly DrawnTerms[]): `${string}.pdf` => {
  const id = first?.agreement.id.slice(0, 8);
  return others.length === 0 ? `agreement-${id}-${first?.agreement.version}.pdf` : `agreements-${id}.pdf`;
};
