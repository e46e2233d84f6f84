// The order in which the lots of a sale close. The server sets their ends by it; the client shows what it will be.
import type { Closing } from "./rest/sales.ts";

/** `groupSize` null: the sale has no groups. */
export interface ClosingOrder {
  readonly closing: Closing;
  readonly groupSize: number | null;
}

/** The number of spacings between the first closing and this lot's. Lots that close together have one end. */
export const spacingsBefore = ({ closing, groupSize }: ClosingOrder, lotNumber: number): number => {
  if (closing !== "together") return lotNumber - 1;
  return groupSize === null ? 0 : Math.floor((lotNumber - 1) / groupSize);
};
