// Cancels a maximum from a list of lots. One that is gone by now counts as cancelled.
import { sendCommand } from "../connection/connection.ts";
import { accepted, useCommand } from "../connection/use-command.ts";
import { ApiError, messageOf } from "../lib/api.ts";
import { toast } from "../store/toast.ts";

export interface Cancelling {
  /** `freed`: what becomes of the money that is held for the maximum. */
  run: (freed: string) => void;
  isPending: boolean;
  /** Says why it is not cancelled. */
  problem: string | null;
}

export const CANCEL_FAILED = "Failed to cancel max bid";

export const sayCancelled = (freed: string): void =>
  toast.success("Max bid cancelled successfully!", { description: freed });

export const useCancelMaximum = (maxBidId: string, onGone: () => void): Cancelling => {
  const { mutate, isPending, error } = useCommand(
    async (_: { freed: string }, commandId) => accepted(await sendCommand("maxbid:cancel", { maxBidId, commandId })),
    {
      nameOf: () => maxBidId,
      onSuccess: (_answer, { freed }) => {
        sayCancelled(freed);
        onGone();
      },
      onError: (failure) => {
        if (failure instanceof ApiError && failure.code === "NOT_FOUND") onGone();
      },
    },
  );
  return {
    run: (freed) => {
      if (!isPending) mutate({ freed });
    },
    isPending,
    problem: error ? messageOf(error, CANCEL_FAILED) : null,
  };
};
