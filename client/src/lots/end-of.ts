// Says when bidding on a lot ended, or is to end.
import type { Auction } from "@jara/shared/auction";
import { isOver } from "./is-over.ts";

type Times = Pick<Auction, "status" | "endTime" | "updatedAt" | "endedAt">;

/** The planned end of a lot that is not over, else the moment when it ended: never later than its last change. */
export const endOf = ({ status, endTime, updatedAt, endedAt }: Times): string => {
  if (!isOver({ status })) return endTime;
  return endedAt ?? (endTime < updatedAt ? endTime : updatedAt);
};
