// Says whether an auction takes no more bids for good.
import type { Auction } from "@jara/shared/auction";

export const isOver = ({ status }: Pick<Auction, "status">): boolean =>
  status === "ended" || status === "sold" || status === "cancelled";
