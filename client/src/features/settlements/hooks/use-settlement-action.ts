// Carries out the staff's actions on a settlement. The server answers with the settlement's new state.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useMutation } from "@tanstack/react-query";
import { useIdempotencyKey } from "../../../connection/idempotency-key.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { isWaiting, sayWaiting } from "../../../lib/second-person.ts";
import type { DeskAction } from "../desk-actions.ts";
import { actOnSettlement } from "../queries.ts";

interface Asked {
  settlement: Settlement;
  action: DeskAction | "retry";
  body?: object;
}

export interface Outcome {
  onDone: (settlement: Settlement, action: Asked["action"]) => void;
  /** Called when somebody else, or the deadline, was first, because the screen may be out of date. */
  onConflict: (settlement: Settlement) => void;
  /** Called when the change waits for a second person. */
  onWaiting?: () => void;
}

const UNCONFIRMED = "We could not confirm that this went through. Look at its row before trying again.";

/** The transfer was booked before: for this lot, or elsewhere. The member of the staff says what is true. */
export type BookedBefore = "here" | "elsewhere";
const bookedBefore = (error: unknown): BookedBefore | null => {
  if (!(error instanceof ApiError)) return null;
  return error.code === "SAME_TRANSFER" ? "here" : error.code === "ALREADY_EXISTS" ? "elsewhere" : null;
};
const isConflicting = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && bookedBefore(error) === null;

export const useSettlementAction = ({ onDone, onConflict, onWaiting = () => {} }: Outcome) => {
  // An unconfirmed request is sent again under its first key, so that the server answers with the first outcome.
  const { keyOf, succeeded, failed } = useIdempotencyKey();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ settlement, action, body }: Asked) =>
      actOnSettlement(settlement._id, action, body, keyOf(JSON.stringify([settlement._id, action, body]))),
    onSuccess: (answer, { action }) => {
      succeeded();
      if (!isWaiting(answer)) return onDone(answer.settlement, action);
      sayWaiting();
      onWaiting();
    },
    onError: (failure, { settlement }) => {
      failed(failure);
      if (isConflicting(failure)) onConflict(settlement);
    },
  });
  return {
    run: (asked: Asked) => {
      if (!isPending) mutate(asked);
    },
    isPending,
    /** The server's own message if there is one. */
    problem: error ? messageOf(error, UNCONFIRMED) : null,
    isConflict: isConflicting(error),
    bookedBefore: bookedBefore(error),
    reset,
  };
};
