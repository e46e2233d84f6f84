// Does a bulk action to one lot, and takes an edit back.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { useRef } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { fetchAuction } from "../../../queries/auction.ts";
import { useBulkRun } from "../../../ui/use-bulk-run.ts";
import type { Plan, Step } from "../bulk-plan.ts";
import { seenBy } from "../edit-lot.ts";
import { addToSale, deleteAuction, relistAuction, setStatus, updateAuction } from "../queries.ts";

const edit = (lot: Auction, body: UpdateAuctionBody, key: string): Promise<Auction> =>
  updateAuction(lot._id, { ...body, seen: seenBy(lot, body) }, key);

/** Returns the lot as it is now; null where the row is not changed but fetched again. */
const carryOut = async (step: Step, lot: Auction, key: string): Promise<Auction | null> => {
  switch (step.kind) {
    case "edit":
      return await edit(lot, step.body, key);
    case "relist": {
      // Both calls can be repeated, so a draft that the sale refused joins it with the next try.
      const copy = await relistAuction(lot._id, key, step.reason);
      if (step.saleId) await addToSale(step.saleId, copy._id);
      return null;
    }
    case "cancel":
      return await setStatus(lot, "cancelled", key, step.reason ? { reason: step.reason } : {});
    case "publish":
      return await setStatus(lot, "active", key);
    case "sale":
      await addToSale(step.saleId, lot._id);
      return null;
    case "delete":
      await deleteAuction(lot._id, key);
      return null;
    default:
      return step satisfies never;
  }
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

export const useLotsRun = (plan: Plan, put: (auction: Auction) => void, onBusy: (isBusy: boolean) => void) => {
  const made = useRef(new Map<string, Auction>());
  return useBulkRun(
    plan.todo,
    {
      idOf: ({ lot }) => lot._id,
      carryOut: async ({ lot, step }, key) => {
        const auction = await carryOut(step, lot, key);
        if (!auction) return;
        made.current.set(lot._id, auction);
        put(auction);
      },
      takeBack: async ({ lot, step }, key) => {
        const done = made.current.get(lot._id);
        const back = done ? await takeBack(step, done, key) : CHANGED_SINCE;
        if (typeof back === "string") return back;
        put(back);
        return null;
      },
    },
    onBusy,
  );
};
