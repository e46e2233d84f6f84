// Cancels a max bid over the socket. One that is gone by now leaves the list as well.
import type { MaxBid } from "@jara/shared/auction";
import { sendCommand } from "../../../connection/connection.ts";
import { accepted, useCommand } from "../../../connection/use-command.ts";
import { ApiError } from "../../../lib/api.ts";
import { toast } from "../../../store/toast.ts";

export const useCancelMaxBid = ({ _id: maxBidId }: MaxBid, onGone: (maxBidId: string) => void) =>
  useCommand(async (_: undefined, commandId) => accepted(await sendCommand("maxbid:cancel", { maxBidId, commandId })), {
    onSuccess: () => {
      toast.success("Max bid cancelled successfully!");
      onGone(maxBidId);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "NOT_FOUND") onGone(maxBidId);
    },
  });
