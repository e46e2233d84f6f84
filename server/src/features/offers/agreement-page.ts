// Draws accepted agreements, each as one A4 page. The same rows give the same bytes, whenever they are drawn.
import { type BasisPoints, toPercent } from "@jara/shared/basis-points";
import { formatMoney, toMajor } from "@jara/shared/money";
import type { House } from "@jara/shared/site-settings";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { houseName } from "../../platform/pdf/letterhead.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, page, Sheet } from "../../platform/pdf/sheet.ts";
import type { AgreementRow } from "./views.ts";

export interface AgreementSite {
  readonly brandName: string;
  readonly publicUrl: string;
}

export interface DrawnTerms {
  readonly agreement: AgreementRow;
  readonly title: string;
  /** As Settings had it when the terms were accepted; null: nothing was set. */
  readonly house: House | null;
}

const WIDTH = page.right - page.left;
const LABEL = 190;

/** Called in a thread of its own. */
export const draw = ({
  all,
  site,
}: {
  readonly all: readonly DrawnTerms[];
  readonly site: AgreementSite;
}): Promise<Buffer> => {
  const [first] = all;
  const at = first?.agreement.acceptedAt ?? first?.agreement.proposedAt ?? 0;
  const about = all.length === 1 ? printable(first?.title ?? "") : `${all.length} items`;
  const author = houseName({ house: first?.house ?? null, site });
  const sheet = new Sheet({ title: `Agreement about ${about}`, author, at });
  for (const [n, terms] of all.entries()) {
    if (n > 0) sheet.nextPage();
    drawOne(sheet, terms, site);
  }
  return sheet.end();
};

const drawOne = (sheet: Sheet, { agreement, title, house }: DrawnTerms, site: AgreementSite): void => {
  const name = houseName({ house, site });
  sheet.text(name, page.left, page.top, WIDTH, { size: 22, weight: "semibold", color: ink.brand });
  let y = sheet.text("Seller's agreement", page.left, page.top + 34, WIDTH, { size: 15, weight: "semibold" });
  y = sheet.text(`Version ${agreement.version}`, page.left, y, WIDTH, { size: 9.5, color: ink.soft });
  sheet.hairline(y + 10);
  y = rowsOf(sheet, termRows(agreement, title, name), y + 22);
  sheet.hairline(y + 6);
  y = rowsOf(sheet, signatureRows(agreement), y + 18);
  const link = `${site.publicUrl}/seller-terms?version=${agreement.termsVersion}`;
  sheet.text(`The seller terms: ${link}`, page.left, y + 8, WIDTH, { size: 9, color: ink.brand, link });
  const made = `Agreement ${agreement.id}. Made by ${name}, ${printable(site.publicUrl)}. Valid without a signature by hand.`;
  sheet.text(made, page.left, page.bottom - 14, WIDTH, { size: 8, color: ink.soft });
};

const rowsOf = (sheet: Sheet, rows: readonly (readonly [string, string])[], top: number): number => {
  let y = top;
  for (const [label, value] of rows) {
    sheet.text(label, page.left, y, LABEL - 10, { color: ink.soft });
    y = sheet.text(value, page.left + LABEL, y, WIDTH - LABEL, { isTabular: true, lines: 2 }) + 8;
  }
  return y;
};

const termRows = (terms: AgreementRow, title: string, house: string): [string, string][] => {
  const money = (minor: number): string => formatMoney(toMajor(minor), terms.currency);
  const least = terms.leastCommissionMinor;
  const percent = (points: number): string => `${toPercent(points as BasisPoints)}%`;
  return [
    ["Item", printable(title)],
    ["Sold by", `${house}, for the seller`],
    ["Starting price", money(terms.startingPriceMinor)],
    ["Reserve", terms.reserveMinor === null ? "None" : money(terms.reserveMinor)],
    [
      "Commission",
      `${percent(terms.commissionPoints)} of the winning bid${least > 0 ? `, at least ${money(least)}` : ""}`,
    ],
    ["VAT", `${percent(terms.vatPoints)} of the commission`],
    ...terms.charges.map(({ text, amountMinor }): [string, string] => [printable(text), money(amountMinor)]),
  ];
};

const signatureRows = ({ acceptedName, acceptedAt, termsVersion, network }: AgreementRow): [string, string][] => [
  ["Accepted by", printable(acceptedName ?? "")],
  ["On", acceptedAt === null ? "" : writtenLagosTime(new Date(acceptedAt).toISOString())],
  ["From the network", network ?? ""],
  ["Seller terms of", termsVersion ?? ""],
];
