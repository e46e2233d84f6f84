// Draws accepted agreements as a PDF file with its name, for a download or for a mail.
import { houseAt } from "../../engine/reads/house-of-papers.ts";
import type { Database } from "../../platform/database/database.ts";
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { AgreementSite, DrawnTerms } from "./agreement-page.ts";

/** A page for each. There must be one at least. */
export const drawAgreements = async (
  { db }: Database,
  accepted: readonly Accepted[],
  site: AgreementSite,
): Promise<{ readonly name: `${string}.pdf`; readonly content: Buffer }> => {
  const all: DrawnTerms[] = [];
  for (const one of accepted) {
    const { acceptedAt, proposedAt } = one.agreement;
    all.push({ ...one, house: await houseAt(db, acceptedAt ?? proposedAt) });
  }
  return { name: nameOf(all), content: await drawApart("./agreement-page.ts", import.meta.url, { all, site }) };
};

type Accepted = Omit<DrawnTerms, "house">;

const nameOf = ([first, ...others]: readonly Accepted[]): `${string}.pdf` => {
  const id = first?.agreement.id.slice(0, 8);
  return others.length === 0 ? `agreement-${id}-${first?.agreement.version}.pdf` : `agreements-${id}.pdf`;
};
