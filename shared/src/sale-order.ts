// Computes after how many spacings each lot of a sale closes. The server sets the lots' ends by it; the client shows
// the planned ends.
import type { Closing } from "./rest/sales.ts";

/** `groupSize` null: the sale has no groups. */
export interface ClosingOrder {
  readonly closing: Closing;
  readonly groupSize: number | null;
}

/**
 * Returns the number of spacings between the first closing and this lot's closing. Lots that close together have one
 * end.
 */
export const spacingsBefore = ({ closing, groupSize }: ClosingOrder, lotNumber: number): number => {
  if (closing !== "together") return lotNumber - 1;
  return groupSize === null ? 0 : Math.floor((lotNumber - 1) / groupSize);
};
