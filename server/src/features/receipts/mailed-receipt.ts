// Makes the PDF file of a receipt for its mail. This is the only file of receipts that another feature, mail, may
// import.
import type { Database } from "../../platform/database/database.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import { findReceipt } from "./queries.ts";
import { type DrawnReceipt, drawReceipt } from "./receipt-file.ts";

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
