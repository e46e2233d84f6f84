// The command that a node submits for one lot of an action on a sale.
import type { ShiftTimes } from "../../src/auction/commands.ts";
import { commandIdFor } from "../../src/features/sales/action-job.ts";

export const shiftLotOf = (actionId: string, auctionId: string, userId: string, seconds: number): ShiftTimes => ({
  ...{ type: "ShiftTimes", auctionId, userId, byMs: seconds * 1000 },
  commandId: commandIdFor(actionId, auctionId),
});
