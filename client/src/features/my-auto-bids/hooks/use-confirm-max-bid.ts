// Confirms a suspended max bid over the socket, so that it bids again on the current content of the lot.
import type { MaxBid } from "@jara/shared/auction";
import { sendCommand } from "../../../connection/connection.ts";
import { accepted, useCommand } from "../../../connection/use-command.ts";
import { toast } from "../../../store/toast.ts";

export const useConfirmMaxBid = (maxBidId: string, onConfirmed: (maxBid: MaxBid) => void) =>
  useCommand(
    async (contentVersion: number, commandId) =>
      accepted(await sendCommand("maxbid:confirm", { maxBidId, contentVersion, commandId })),
    {
      onSuccess: ({ maxBid }) => {
        toast.success("Your maximum is confirmed");
        onConfirmed(maxBid);
      },
    },
  );
