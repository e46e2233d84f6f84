// Carries out a plan one lot after the other, with one call for each. Each lot's call keeps its key, so that sending it
// again does nothing twice. The run can be stopped between two lots, and what is left can be run again.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { useEffect, useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { serverNow } from "../../../connection/connection.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { fetchAuction } from "../../../queries/auction.ts";
import type { Plan, Step } from "../bulk-plan.ts";
import { seenBy } from "../edit-lot.ts";
import { relistAuction, setStatus, updateAuction } from "../queries.ts";

export interface Outcome {
  /** Null: done. */
  problem: string | null;
  /** Set once an undo was tried: null if the lot is as before. */
  undo?: string | null;
}

const WAIT_MS = 1_000;
const TRIES = 4;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends the same call again while its outcome is unknown or there are too many requests. */
const untilAnswered = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++) {
    try {
      return await call();
    } catch (error) {
      const isUnknown =
        error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status === 503);
      if (!isUnknown || tried === TRIES) throw error;
      await wait(error.body?.retryAfterMs ?? WAIT_MS);
    }
  }
};

const edit = (lot: Auction, body: UpdateAuctionBody, key: string): Promise<Auction> =>
  updateAuction(lot._id, { ...body, seen: seenBy(lot, body) }, key);

const carryOut = (step: Step, lot: Auction, key: string): Promise<Auction> => {
  if (step.kind === "edit") return edit(lot, step.body, key);
  if (step.kind === "relist") return relistAuction(lot._id, key, step.reason);
  if (step.kind === "cancel") return setStatus(lot, "cancelled", key, step.reason ? { reason: step.reason } : {});
  return setStatus(lot, "active", key);
};

const CHANGED_SINCE = "Not undone: it has changed since.";

/**
 * A start time that has passed opens a lot at once, and an end time that has passed closes it. The margin is the time
 * that the edit may need to arrive.
 */
const AHEAD_MS = 60_000;

/** Says why the old times cannot be set again; null if they are still ahead. `nowMs`: by the server's clock. */
const whyNotSetBack = ({ startTime, endTime }: UpdateAuctionBody, nowMs: number): string | null => {
  const isAhead = (time: string | null | undefined) => time == null || Date.parse(time) > nowMs + AHEAD_MS;
  if (!isAhead(endTime)) return "Not undone: its old end time has passed or is less than a minute away.";
  return isAhead(startTime) ? null : "Not undone: its old start time has passed or is less than a minute away.";
};

/** Takes an edit back unless somebody has changed the lot since, or its old times would open or close it at once. */
const takeBack = async (step: Step, done: Auction, key: string): Promise<Auction | string> => {
  if (step.kind !== "edit") return CHANGED_SINCE;
  const now = await fetchAuction(done._id);
  const isSame = now.endTime === done.endTime && now.startTime === done.startTime && now.status === done.status;
  const hasBids = now.bidCount > done.bidCount;
  if (!isSame || hasBids || now.categories.join() !== done.categories.join()) return CHANGED_SINCE;
  const late = whyNotSetBack(step.undo, serverNow());
  if (late !== null) return late;
  return await edit(now, step.undo, key);
};

/** Starts as soon as it is mounted. Calls `onBusy` with true when a run begins, and with false when it ends. */
export const useBulkRun = (plan: Plan, put: (auction: Auction) => void, onBusy: (isBusy: boolean) => void) => {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const keys = useRef(new Map<string, string>());
  const made = useRef(new Map<string, Auction>());
  const isStopped = useRef(false);

  const keyOf = (name: string): string => {
    const key = keys.current.get(name) ?? newCommandId();
    keys.current.set(name, key);
    return key;
  };
  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const each = async (work: (entry: Plan["todo"][number]) => Promise<void>, todo: Plan["todo"]) => {
    isStopped.current = false;
    setIsRunning(true);
    onBusy(true);
    for (const entry of todo) {
      if (isStopped.current) break;
      await work(entry);
    }
    setIsRunning(false);
    onBusy(false);
  };

  const run = () =>
    each(
      async ({ lot, step }) => {
        try {
          const auction = await untilAnswered(() => carryOut(step, lot, keyOf(lot._id)));
          made.current.set(lot._id, auction);
          if (step.kind !== "relist") put(auction);
          note(lot._id, { problem: null });
        } catch (error) {
          note(lot._id, { problem: messageOf(error, "It is not known whether this was done.") });
        }
      },
      plan.todo.filter(({ lot }) => outcomes.get(lot._id)?.problem !== null),
    );

  const undo = () =>
    each(
      async ({ lot, step }) => {
        const done = made.current.get(lot._id);
        if (!done) return;
        try {
          const back = await untilAnswered(() => takeBack(step, done, keyOf(`undo ${lot._id}`)));
          if (typeof back !== "string") put(back);
          note(lot._id, { problem: null, undo: typeof back === "string" ? back : null });
        } catch (error) {
          note(lot._id, { problem: null, undo: messageOf(error, CHANGED_SINCE) });
        }
      },
      plan.todo.filter(({ lot }) => outcomes.get(lot._id)?.problem === null),
    );

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
