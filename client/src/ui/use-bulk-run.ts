// Carries out an action on many rows of a list, one after the other, with one call for each. Each row's call keeps its
// key, so that sending it again does nothing twice. The run can be stopped between two rows, and what is left can be run
// again.
import { useEffect, useRef, useState } from "react";
import { newCommandId } from "../connection/command-id.ts";
import { messageOf } from "../lib/api.ts";
import { untilAnswered } from "../lib/until-answered.ts";

export interface Outcome {
  /** Null: done. */
  problem: string | null;
  /** Set once an undo was tried: null if the row is as before. */
  undo?: string | null;
}
type Outcomes = ReadonlyMap<string, Outcome>;

interface Work<T> {
  /** The id of the row. */
  idOf: (one: T) => string;
  /** `key`: of the idempotent call. */
  carryOut: (one: T, key: string) => Promise<void>;
  /** Returns why the row was not set back; null if it was. */
  takeBack?: (one: T, key: string) => Promise<string | null>;
}

const TRIES = 4;

/** Starts as soon as it is mounted. Calls `onBusy` with true when a run begins, and with false when it ends. */
export const useBulkRun = <T>(
  todo: readonly T[],
  { idOf, carryOut, takeBack }: Work<T>,
  onBusy: (isBusy: boolean) => void,
) => {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const keys = useRef(new Map<string, string>());
  const isStopped = useRef(false);

  const keyOf = (name: string): string => {
    const key = keys.current.get(name) ?? newCommandId();
    keys.current.set(name, key);
    return key;
  };
  const each = async (rows: readonly T[], work: (one: T, id: string) => Promise<Outcome>) => {
    isStopped.current = false;
    setIsRunning(true);
    onBusy(true);
    for (const one of rows) {
      if (isStopped.current) break;
      const outcome = await work(one, idOf(one));
      setOutcomes((before) => new Map(before).set(idOf(one), outcome));
    }
    setIsRunning(false);
    onBusy(false);
  };
  const isDone = (one: T): boolean => outcomes.get(idOf(one))?.problem === null;

  const run = () =>
    each(
      todo.filter((one) => !isDone(one)),
      async (one, id) => {
        try {
          await untilAnswered(() => carryOut(one, keyOf(id)), TRIES);
          return { problem: null };
        } catch (error) {
          return { problem: messageOf(error, "It is not known whether this was done.") };
        }
      },
    );

  const undo = () =>
    each(todo.filter(isDone), async (one, id) => {
      try {
        const undo = await untilAnswered(async () => takeBack?.(one, keyOf(`undo ${id}`)), TRIES);
        return { problem: null, undo: undo ?? null };
      } catch (error) {
        return { problem: null, undo: messageOf(error, "It is not known whether this was undone.") };
      }
    });

  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void run();
  });

  return {
    outcomes,
    isRunning,
    run: () => void run(),
    undo: () => void undo(),
    stop: () => {
      isStopped.current = true;
    },
  };
};
export type BulkRun = ReturnType<typeof useBulkRun>;
