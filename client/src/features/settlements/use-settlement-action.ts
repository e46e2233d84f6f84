// What an administrator can do to a settlement. The answer is the settlement as it then stands.
import type { Settlement } from "@jara/shared/rest";
import { useMutation } from "@tanstack/react-query";
import { ApiError, api, messageOf } from "../../lib/api.ts";

export type SettlementAction = "payment-received" | "waive" | "retry";

interface Asked {
  settlement: Settlement;
  action: SettlementAction;
  note?: string;
}

interface Outcome {
  onDone: (settlement: Settlement) => void;
  /** Somebody, or the clock, was first: what is on the screen may be old. */
  onConflict: () => void;
}

const UNCONFIRMED = "We could not confirm that this went through. Look at its row before trying again.";

export const useSettlementAction = ({ onDone, onConflict }: Outcome) => {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ settlement, action, note }: Asked) => {
      const path = `/settlements/${encodeURIComponent(settlement._id)}/${action}`;
      const body = action === "waive" ? (note ? { note } : {}) : undefined;
      return api.post<{ settlement: Settlement }>(path, body);
    },
    onSuccess: ({ settlement }) => onDone(settlement),
    onError: (failed) => {
      if (failed instanceof ApiError && failed.status === 409) onConflict();
    },
  });
  return {
    run: (asked: Asked) => {
      if (!isPending) mutate(asked);
    },
    isPending,
    /** The server's own sentence where it gave one. */
    problem: error ? messageOf(error, UNCONFIRMED) : null,
    isConflict: error instanceof ApiError && error.status === 409,
    reset,
  };
};
