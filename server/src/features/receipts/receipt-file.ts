// Draws a receipt as a PDF file with its name, for a download or for a mail.
import { receiptName } from "@jara/shared/receipt-kinds";
import { isReturnedPayment } from "@jara/shared/surplus";
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import type { NumberedReceipt, PrintedReceipt } from "./receipt.ts";

export interface DrawnReceipt {
  readonly name: `${string}.pdf`;
  readonly content: Buffer;
}

export const drawReceipt = async (
  receipt: PrintedReceipt,
  { brandName, publicUrl, contact }: Letterhead["site"],
): Promise<DrawnReceipt> => ({
  name: receiptFileName(receipt, receipt.house?.name || brandName),
  content: await drawApart("./receipt-page.ts", import.meta.url, { receipt, site: { brandName, publicUrl, contact } }),
});

/** The longest part of a lot's title in a file's name. */
const TITLE_MAX = 40;

/** Says what the file is: the house, the number, what the receipt is about, and the lot. */
export const receiptFileName = (
  {
    number,
    facts,
  }: {
    readonly number: string;
    readonly facts: Pick<NumberedReceipt["facts"], "kind" | "method" | "reason" | "title">;
  },
  houseName: string,
): `${string}.pdf` => {
  const title = plain(facts.title, "-").slice(0, TITLE_MAX);
  const name = receiptName({ ...facts, isReturned: isReturnedPayment(facts) });
  const parts = [plain(houseName, "") || "receipt", number, plain(name, "-"), title];
  return `${parts.filter((part) => part !== "").join("-")}.pdf`;
};

/** The plain letters and digits of a text, because a file's name is sent without quoting. */
const plain = (text: string, between: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "")
    .join(between);
