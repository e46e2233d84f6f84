// Carries out the staff's actions on a settlement. The server answers with the settlement's new state.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useCommand } from "../../../connection/use-command.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { isWaiting, sayWaiting } from "../../../lib/second-person.ts";
import { type Action, actOnSettlement, type BodyOf } from "../queries.ts";

interface Asked {
  settlement: Settlement;
  action: Action;
  body?: BodyOf<Action>;
}

export interface Outcome {
  onDone: (settlement: Settlement, action: Action) => void;
  /** Called when somebody else, or the deadline, was first, because the screen may be out of date. */
  onConflict: (settlement: Settlement) => void;
  /** Called when the change waits for a second person. */
  onWaiting?: () => void;
}

export const UNCONFIRMED = "We could not confirm that this went through. Look at its row before trying again.";

/** The transfer was booked before: for this lot, or elsewhere. The member of the staff says what is true. */
export type BookedBefore = "here" | "elsewhere";
export const bookedBefore = (error: unknown): BookedBefore | null => {
  if (!(error instanceof ApiError)) return null;
  return error.code === "SAME_TRANSFER" ? "here" : error.code === "ALREADY_EXISTS" ? "elsewhere" : null;
};
const isConflicting = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && bookedBefore(error) === null;

export const useSettlementAction = ({ onDone, onConflict, onWaiting = () => {} }: Outcome) => {
  const { mutate, isPending, error, reset } = useCommand(
    ({ settlement, action, body }: Asked, key) => actOnSettlement(settlement._id, action, body, key),
    {
      nameOf: ({ settlement, action, body }) => JSON.stringify([settlement._id, action, body]),
      onSuccess: (answer, { action }) => {
        if (isWaiting(answer)) {
          sayWaiting();
          onWaiting();
        } else if (answer.settlement) {
          onDone(answer.settlement, action);
        }
      },
      onError: (failure, { settlement }) => {
        if (isConflicting(failure)) onConflict(settlement);
      },
    },
  );
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
