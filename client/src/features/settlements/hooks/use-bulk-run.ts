// Carries out an action on many settlements, one after the other. Each call keeps its key, so that what is tried again is
// done once. The run can be stopped between two of them.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { serverNow } from "../../../connection/connection.ts";
import { messageOf } from "../../../lib/api.ts";
import { isWaiting } from "../../../lib/second-person.ts";
import { type BulkAction, bodyOf } from "../bulk-plan.ts";
import { actOnSettlement } from "../queries.ts";

/** Null: done. */
export type Outcomes = ReadonlyMap<string, string | null>;

export const useBulkRun = (put: (settlement: Settlement) => void) => {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const keys = useRef(new Map<string, { readonly key: string; readonly body: ReturnType<typeof bodyOf> }>());
  const isStopped = useRef(false);

  const one = async (action: BulkAction, settlement: Settlement): Promise<string | null> => {
    const { _id } = settlement;
    const given = keys.current.get(_id) ?? { key: newCommandId(), body: bodyOf(action, settlement, serverNow()) };
    keys.current.set(_id, given);
    try {
      const answer = await actOnSettlement(_id, action.kind, given.body, given.key);
      if (!isWaiting(answer) && answer.settlement) put(answer.settlement);
      return null;
    } catch (error) {
      return messageOf(error, "It is not known whether this was done.");
    }
  };

  const run = async (action: BulkAction, todo: readonly Settlement[]): Promise<void> => {
    isStopped.current = false;
    setIsRunning(true);
    for (const settlement of todo) {
      if (isStopped.current) break;
      const outcome = await one(action, settlement);
      setOutcomes((before) => new Map(before).set(settlement._id, outcome));
    }
    setIsRunning(false);
  };

  return {
    outcomes,
    isRunning,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
};
