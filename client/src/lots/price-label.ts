import type { Auction } from "@jara/shared/auction";

interface PricedLot extends Pick<Auction, "status" | "bidCount"> {
  /** Left out: the screen does not know it. */
  winner?: object | null;
}

/** The name of a lot's price. That of a lot that is over is not current any more, and without a winner it is not final. */
export const priceLabelOf = ({ status, bidCount, winner = null }: PricedLot): string => {
  if (status === "sold") return "Final price";
  if (status === "draft") return "Starting price";
  if (status !== "ended" && status !== "cancelled") return "Current price";
  if (winner) return "Final price";
  return bidCount > 0 ? "Highest bid" : "Starting price";
};
