// Confirms a suspended max bid over the socket, so that it bids again on the current content of the lot. A confirmation
// whose outcome is unknown keeps its commandId, so that a retry cannot act twice.
import type { MaxBid } from "@jara/shared/auction";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { toast } from "../../../store/toast.ts";

export const useConfirmMaxBid = (maxBidId: string, onConfirmed: (maxBid: MaxBid) => void) => {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const open = useRef<{ contentVersion: number; commandId: string } | null>(null);

  const confirm = async (contentVersion: number) => {
    if (pending) return;
    setPending(true);
    setError(null);
    if (open.current?.contentVersion !== contentVersion) open.current = { contentVersion, commandId: newCommandId() };
    const { commandId } = open.current;
    const answer = await sendCommand("maxbid:confirm", { maxBidId, contentVersion, commandId });
    setPending(false);
    if (answer.ok) {
      toast.success("Your maximum is confirmed");
      onConfirmed(answer.maxBid);
      return;
    }
    if (answer.error.code !== "UNAVAILABLE") open.current = null;
    setError(answer.error.message || "Failed to confirm max bid");
  };
  return { confirm, pending, error };
};
