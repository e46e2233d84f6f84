// Draws an invoice as a PDF file with its name, for a download or for a mail. This is the only file of settlements that
// another feature, mail, may import.
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { Invoice } from "@jara/shared/rest/invoices";
import type { Database } from "../../../platform/database/database.ts";
import { exchangeRates } from "../../../platform/database/schema/money.ts";
import { readNow } from "../../../platform/database/statements.ts";
import { safeFileName } from "../../../platform/http/csv.ts";
import { drawApart } from "../../../platform/pdf/draw-apart.ts";
import type { Letterhead } from "../../../platform/pdf/letterhead.ts";
import { printedInvoice } from "./printed-invoice.ts";
import { findInvoice } from "./queries.ts";

export const drawInvoice = async (
  database: Database,
  invoice: Invoice,
  { brandName, publicUrl, contact }: Letterhead["site"],
): Promise<{ readonly name: `${string}.pdf`; readonly content: Buffer }> => {
  const printed = await printedInvoice(database, invoice);
  const task = { printed, at: await readNow(database.db), site: { brandName, publicUrl, contact } };
  const content = await drawApart("./invoice-page.ts", import.meta.url, task);
  return { name: safeFileName(`${printed.house?.name || brandName} ${invoice.number}`, "pdf"), content };
};

/** Throws if there is no such invoice. */
export const mailedInvoice = async (database: Database, invoiceId: string, site: Letterhead["site"]) => {
  const invoice = await findInvoice(database, invoiceId, await ratesInForce(database));
  if (!invoice) throw new Error(`there is no invoice ${invoiceId}`);
  return await drawInvoice(database, invoice, site);
};

const ratesInForce = async ({ db }: Database): Promise<ExchangeRates> => {
  const { ngnToUsd: NGN_TO_USD, usdToNgn: USD_TO_NGN } = exchangeRates;
  const [row] = await db.select({ NGN_TO_USD, USD_TO_NGN }).from(exchangeRates);
  return row ?? fallbackRates;
};
