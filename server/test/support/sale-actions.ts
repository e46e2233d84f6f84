// Makes the command that shifts one lot of a sale, as a node submits it for an action on the sale.
import type { ShiftTimes } from "../../src/auction/commands.ts";
import { commandIdFor } from "../../src/features/sales/action-job.ts";

export const shiftLotOf = (actionId: string, auctionId: string, userId: string, seconds: number): ShiftTimes => ({
  type: "ShiftTimes",
  auctionId,
  userId,
  byMs: seconds * 1000,
  commandId: commandIdFor(actionId, auctionId),
});
