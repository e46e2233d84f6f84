// Acts as the administrator of a round: pauses, resumes, edits and ends auctions and voids bids while people bid.
import { setTimeout as sleep } from "node:timers/promises";
import type { AuctionStatus } from "@jara/shared/auction";
import type { Recorder } from "../../../load/src/history/recorder.ts";
import type { Outcomes } from "./follow-outcomes.ts";
import type { RoundLot } from "./next-command.ts";
import type { RoundParticipants } from "./participants.ts";
import type { Random } from "./random.ts";
import { carryOutAsSeller, changeStatus, type Seller, type SellersChange } from "./seller.ts";

export interface Administering {
  readonly seller: Seller;
  readonly participants: RoundParticipants;
  readonly lots: readonly RoundLot[];
  /** The auctions that do not end by themselves, because an edit of the content would move the others' ends. */
  readonly open: readonly RoundLot[];
  readonly random: Random;
  readonly recorder: Recorder;
  readonly outcomes: Outcomes;
  /** One auction in this many that are paused is then ended, and one sold. The others go on. */
  readonly endsOneIn: number;
}

const FIRST_PAUSES = 3;

const carryingOut =
  ({ seller, participants, recorder, outcomes }: Administering) =>
  async (auctionId: string, change: SellersChange): Promise<boolean> => {
    const deps = { seller, sellerId: participants.seller.id, recorder };
    const { invocation, outcome } = await carryOutAsSeller(deps, auctionId, change);
    outcomes.observer.settled(invocation, outcome, performance.now());
    return outcome.kind === "accepted";
  };

const settingStatus =
  ({ seller, participants, recorder, outcomes }: Administering) =>
  async (lot: RoundLot, status: AuctionStatus): Promise<void> => {
    const deps = { seller, sellerId: participants.seller.id, recorder };
    const { invocation, outcome } = await changeStatus(deps, lot.id, status);
    outcomes.observer.settled(invocation, outcome, performance.now());
  };

/** Ends the auctions that do not end by themselves, so that a round on a slow machine has winners too. */
export const endOpen = async (deps: Administering): Promise<void> => {
  for (const lot of deps.open) await settingStatus(deps)(lot, "ended");
};

export const voidsOf = (deps: Administering) => {
  const { participants, random, outcomes } = deps;
  let count = 0;
  const carryOut = carryingOut(deps);
  const isVoided = async (auctionId: string, bidderId: string): Promise<boolean> => {
    const isDone = await carryOut(auctionId, { command: "auction:void", bidderId, reason: "mistaken-amount" });
    if (isDone) count += 1;
    return isDone;
  };
  return {
    /** Voids the bids of the first of some people who have bids on it. */
    somebodys: async ({ id }: RoundLot): Promise<void> => {
      for (let tries = 0; tries < 4; tries += 1) if (await isVoided(id, random.pick(participants.bidders).id)) return;
    },
    atLeastOnce: async (): Promise<void> => {
      for (const { auctionId, userId } of outcomes.bids()) if (count > 0 || (await isVoided(auctionId, userId))) return;
    },
  };
};

/** Pauses and resumes auctions, confirms purchases, rarely ends an auction for good, edits content, and voids bids. */
export const administer = async (
  stop: AbortSignal,
  deps: Administering,
  voiding: ReturnType<typeof voidsOf>,
): Promise<void> => {
  const { lots, open, random, endsOneIn } = deps;
  const carryOut = carryingOut(deps);
  const setStatus = settingStatus(deps);
  let round = 0;
  while (!stop.aborted) {
    await sleep(random.between(100, 400));
    round += 1;
    if (round % 4 === 1) {
      await carryOut(random.pick(open).id, { command: "auction:edit", edit: { title: `Drum ${random.whole(1_000)}` } });
    } else if (round % 4 === 3) await voiding.somebodys(random.pick(lots));
    // The first pauses are always resumed, so that a round on a slow machine has resumed pauses too.
    const isFirst = round <= FIRST_PAUSES;
    const lot = random.pick(isFirst ? open : lots);
    await setStatus(lot, "paused");
    await sleep(random.between(0, 150));
    const isOver = !isFirst && random.oneIn(endsOneIn);
    await setStatus(lot, isOver ? "ended" : !isFirst && random.oneIn(endsOneIn) ? "sold" : "active");
  }
};
