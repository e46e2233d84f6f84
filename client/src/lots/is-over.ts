// Says whether an auction is over: ended, sold or cancelled. Staff may open one again that was not sold.
import type { Auction } from "@jara/shared/auction";

export const isOver = ({ status }: Pick<Auction, "status">): boolean =>
  status === "ended" || status === "sold" || status === "cancelled";
