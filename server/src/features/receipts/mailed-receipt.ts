// Makes the PDF file of a receipt for its mail. This is the only file of receipts that another feature, mail, may
// import.
import type { Database } from "../../platform/database/database.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import { findReceipt } from "./queries.ts";
import { type DrawnReceipt, drawReceipt } from "./receipt-file.ts";

/**
 * A mail about more receipts than this has none of their files, but leads to them on the site. Drawing one takes about 30 ms
 * (2026, 2 cores): the worker sends up to ten such mails at once, each of up to a hundred receipts, and has 25 seconds for
 * all of them.
 */
export const RECEIPTS_MAILED_MAX = 20;

/** Throws if there is no such receipt. */
export const mailedReceipt = async (
  database: Database,
  receiptId: string,
  site: Letterhead["site"],
): Promise<DrawnReceipt> => {
  const receipt = await findReceipt(database, receiptId);
  if (!receipt) throw new Error(`there is no receipt ${receiptId}`);
  return drawReceipt(receipt, site);
};
