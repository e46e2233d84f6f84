// Cancels a max bid over the socket. A cancel whose outcome is unknown keeps its commandId, so that a retry cannot act
// twice.
import type { MaxBid } from "@jara/shared/auction";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { toast } from "../../../store/toast.ts";

export const useCancelMaxBid = (maxBid: MaxBid, onGone: (maxBidId: string) => void) => {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const commandId = useRef<string | null>(null);

  const cancel = async () => {
    if (pending) return;
    setPending(true);
    setError(null);
    commandId.current ??= newCommandId();
    const answer = await sendCommand("maxbid:cancel", { maxBidId: maxBid._id, commandId: commandId.current });
    setPending(false);
    if (answer.ok) {
      toast.success("Max bid cancelled successfully!");
      onGone(maxBid._id);
      return;
    }
    if (answer.error.code !== "UNAVAILABLE") commandId.current = null;
    if (answer.error.code === "NOT_FOUND") onGone(maxBid._id);
    else setError(answer.error.message || "Failed to cancel max bid");
  };
  return { cancel, pending, error };
};
