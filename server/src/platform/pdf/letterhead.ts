// The head and the foot that all papers share: the house as Settings names it, and what the paper is.
import type { House } from "@jara/shared/site-settings";
import { printable } from "./printable.ts";
import { ink, type Sheet, type TextStyle } from "./sheet.ts";

/** Names who makes a paper. */
export interface Letterhead {
  /** Null: nothing was set. */
  readonly house: House | null;
  readonly site: {
    readonly brandName: string;
    readonly publicUrl: string;
    readonly contact: { readonly email: string; readonly whatsapp: string; readonly phone?: string | null };
  };
}

/** Names the paper at the right of its head. */
interface PaperName {
  readonly kind: string;
  readonly number?: string;
}

const soft: TextStyle = { size: 8.5, color: ink.soft };

interface Named {
  readonly house: House | null;
  readonly site: Pick<Letterhead["site"], "brandName">;
}

export const houseName = ({ house, site }: Named): string => printable(house?.name || site.brandName);

/** Returns the y below the head. */
export const drawLetterhead = (sheet: Sheet, paper: Letterhead, { kind, number = "" }: PaperName): number => {
  const { left, right, top } = sheet.page;
  const wide = (right - left) * 0.62;
  const rest = right - left - wide;
  let below = sheet.text(houseName(paper), left, top - 4, wide - 12, {
    size: 17,
    weight: "semibold",
    color: ink.brand,
    lines: 2,
  });
  for (const line of linesOf(paper)) below = sheet.text(line, left, below, wide - 12, { ...soft, lines: 2 });

  sheet.text(kind, left + wide, top - 2, rest, { ...soft, size: 10, align: "right" });
  const numbered: TextStyle = { size: 15, weight: "semibold", align: "right" };
  if (number !== "") below = Math.max(below, sheet.text(number, left + wide, top + 13, rest, numbered));
  sheet.hairline(below + 8);
  return below + 8;
};

/** A house may have typed "TIN" before its number. */
const withTin = (taxNumber: string): string => (/^TIN\b/i.test(taxNumber) ? taxNumber : `TIN ${taxNumber}`);

/** The address, and the tax number with the site. */
const linesOf = ({ house, site }: Letterhead): string[] => {
  const address = (house?.address ?? "").split("\n").filter((line) => line.trim() !== "");
  const tax = house?.taxNumber ? [withTin(printable(house.taxNumber))] : [];
  return [
    ...(address.length > 0 ? [printable(address.join(", "))] : []),
    [...tax, printable(site.publicUrl)].join("  ·  "),
  ];
};

/** The ways to reach the house, in one line. */
export const contactsLine = ({ email, whatsapp, phone }: Letterhead["site"]["contact"]): string =>
  [...(phone ? [`Phone ${printable(phone)}`] : []), `WhatsApp ${printable(whatsapp)}`, printable(email)].join("  ·  ");

/** Draws whom to ask, and what the paper is, at the end of the page. */
export const drawFoot = (sheet: Sheet, paper: Letterhead, title: string): void => {
  const { left, right, bottom } = sheet.page;
  const style: TextStyle = { size: 8, color: ink.soft };
  sheet.hairline(bottom - 26);
  sheet.text(`Questions?  ${contactsLine(paper.site.contact)}`, left, bottom - 17, right - left, style);
  const made = `${title}. Made by ${houseName(paper)}, ${printable(paper.site.publicUrl)}. Valid without a signature.`;
  sheet.text(made, left, bottom - 5, right - left, style);
};
