// Carries out the staff's action on a whole sale: one command for each of its lots, through the engine. The command's
// id follows from the action and the lot, so that a lot gets it once, however often nodes die in between.
import { createHash } from "node:crypto";
import { spacingsBefore } from "@jara/shared/sale-order";
import type { UserCommand } from "../../auction/commands.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { LEFT_OUT } from "../../engine/reads/left-out.ts";
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import {
  type Action,
  BEING_BOUGHT,
  finishAction,
  type LotOutcome,
  type LotToDo,
  lotsLeft,
  pausedMsBefore,
  recordOutcomes,
  releaseAction,
  reopenForRetries,
  reopenForReturned,
  takeAction,
} from "./action-queries.ts";
import { findSale, type SaleRow } from "./queries.ts";

const SWEEP_EVERY_MS = 2_000;
/** A node that dies is replaced after this time. */
const LEASE_MS = 10_000;
const LOTS_AT_ONCE = 100;

export const startSaleActionJob = (deps: {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit">;
  /** Called when lots of an action are done, and when the whole action is. */
  readonly saleChanged: (saleId: string) => void;
  readonly log: { warn(details: object, message: string): void };
}): Job => {
  const { database, engine, log } = deps;
  const guard = guardRows(database, "sale-actions", log);
  const failed = (error: unknown) => log.warn({ err: error }, "an action on a sale was interrupted; trying again");

  const doLot = async (task: Task, lot: LotToDo): Promise<LotOutcome | null> => {
    const { auctionId } = lot;
    const isEnd = task.action.kind === "end";
    if (isEnd && lot.isBeingBought) return { auctionId, refusal: BEING_BOUGHT };
    if (task.action.kind === "publish" && !lot.isDraft && !(await isCarriedOut(task, lot)))
      return { auctionId, refusal: LEFT_OUT };
    const first = await engine.submit(commandFor(task, lot));
    // The lot has opened since it was read, so its start can no longer be removed, and it is ended like the open lots.
    const isOpened = isEnd && lot.isDraft && !first.outcome.ok && first.outcome.error.code === "INVALID";
    const { outcome, failure, isOfRow } = isOpened
      ? await engine.submit(commandFor(task, { ...lot, isDraft: false }))
      : first;
    if (outcome.ok) return { auctionId, refusal: null };
    // It is unknown whether the command was carried out. The same command is sent again next time and gets the first
    // outcome.
    if (outcome.error.code === "UNAVAILABLE") {
      if (isOfRow) throw new Error(failure);
      return null;
    }
    return { auctionId, refusal: outcome.error.message };
  };

  /** True if the lot's command was accepted before, by a node that stopped before it recorded the outcome. */
  const isCarriedOut = async (task: Task, lot: LotToDo): Promise<boolean> => {
    const { userId, commandId } = commandFor(task, lot);
    return (await loadOutcomes(database, [{ userId, commandId }])).length > 0;
  };

  const carryOut = async (action: Action, signal: AbortSignal): Promise<void> => {
    const sale = await findSale(database, action.saleId, true);
    if (!sale) return;
    const task = { action, sale, pausedMs: action.kind === "resume" ? await pausedMsBefore(database, action) : 0 };
    while (!signal.aborted) {
      const lots = await lotsLeft(database, action, LOTS_AT_ONCE);
      if (lots.length === 0) {
        // A lot may have opened since.
        if (await finishAction(database, action)) return deps.saleChanged(action.saleId);
        // Some lots failed a moment ago, and are tried again soon.
        if ((await guard.waiting()).size > 0) return await releaseAction(database, action.id, SWEEP_EVERY_MS);
        continue;
      }
      let unreached = 0;
      const known: LotOutcome[] = [];
      const doOne = async (lot: LotToDo): Promise<void> => {
        const outcome = await doLot(task, lot);
        if (outcome) known.push(outcome);
        else unreached++;
      };
      await Promise.all(lots.map((lot) => guard.tries(`${action.id}:${lot.auctionId}`, () => doOne(lot))));
      await guard.each(
        known,
        ({ auctionId }) => `${action.id}:${auctionId}`,
        (some) => recordOutcomes(database, action.id, some, LEASE_MS),
      );
      deps.saleChanged(action.saleId);
      if (unreached > 0) throw new Error("some lots could not be reached");
    }
    await releaseAction(database, action.id);
  };

  return startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database, topics: ["sale-actions", "clock-set"] },
    run: async (signal) => {
      await reopenForReturned(database);
      await reopenForRetries(database);
      while (!signal.aborted) {
        const action = await takeAction(database, LEASE_MS);
        if (!action) return;
        try {
          await carryOut(action, signal);
        } catch (error) {
          failed(error);
          // Later, so that actions on other sales come first.
          await releaseAction(database, action.id, SWEEP_EVERY_MS);
        }
      }
    },
    failed,
  });
};

/** An action with the data that its commands for all lots need. */
interface Task {
  readonly action: Action;
  readonly sale: SaleRow;
  /** For `resume`: the length of the pause. */
  readonly pausedMs: number;
}

const commandFor = ({ action, sale, pausedMs }: Task, lot: LotToDo): UserCommand => {
  const of = {
    auctionId: lot.auctionId,
    userId: action.actorId,
    commandId: commandIdFor(action.id, lot.auctionId),
  };
  switch (action.kind) {
    case "publish": {
      const { opensAt, closesAt, askedAt } = action;
      const endsAt = closesAt + spacingsBefore(sale, lot.lotNumber) * sale.spacingSeconds * 1000;
      const isLater = opensAt !== null && opensAt > askedAt;
      const edit = isLater ? { startsAt: opensAt, endsAt } : { startsAt: null, endsAt, status: "active" as const };
      return { ...of, type: "EditAuction", edit, isAnnounced: true };
    }
    case "pause":
      return { ...of, type: "ChangeStatus", status: "paused" };
    case "resume":
      return lot.isDraft
        ? { ...of, type: "ShiftTimes", byMs: pausedMs }
        : { ...of, type: "ChangeStatus", status: "active" };
    case "end": {
      if (!lot.isDraft) return { ...of, type: "ChangeStatus", status: "ended" };
      // The lot stays a draft. Without a start it does not open by itself.
      const commandId = commandIdFor(`${action.id} unopened`, lot.auctionId);
      return { ...of, commandId, type: "EditAuction", edit: { startsAt: null } };
    }
    case "shift":
      return { ...of, type: "ShiftTimes", byMs: (action.seconds ?? 0) * 1000 };
    default:
      return action.kind satisfies never;
  }
};

/** The id of the command that carries the action out on this lot. */
export const commandIdFor = (actionId: string, auctionId: string): string =>
  `sale-${createHash("sha256").update(`${actionId} ${auctionId}`).digest("hex").slice(0, 40)}`;
