// Finds who would get a lot if its winner drops out, and at which price: the replay of the log without those who did
// not pay or declined. Pure functions.

import type { Minor } from "@jara/shared/money";
import type { LoggedChange, UsersFacts } from "../commands.ts";
import { isBarredBy } from "../evolve.ts";
import { type LeftOut, replayBids, voidedIn } from "../replay-bids.ts";
import { type AuctionState, openedSettlementId, type Person, type Settlement } from "../state.ts";

/**
 * Finds the person who would lead without the defaulters, and their price. People whose account is deleted or suspended
 * (`goneBidders`) are left out too, and so is whoever a void bars from the lot. The price is never above the runner-up's
 * own highest bid or maximum, because a replay never records a higher bid.
 */
export const runnerUpIn = (
  state: AuctionState,
  { log = [], goneBidders = [] }: Pick<UsersFacts, "log" | "goneBidders">,
): { readonly person: Person; readonly priceMinor: Minor } | null => {
  if (log[0]?.events[0]?.type !== "AuctionCreated") return null;
  const leftOut = voidedIn(log, isBarredBy);
  if (state.settlement) leftOut.add(state.settlement.winner.id, state.revision + 1);
  const gone = goneBidders.map(({ id }) => id);
  for (const personId of [...notAskedAgainIn(log), ...gone]) leftOut.add(personId, state.revision + 1);
  const { leader, priceMinor } = replayBids(log, leftOut).state;
  return leader && { person: leader, priceMinor };
};

/**
 * Returns the price of an accepted second chance if the commands in `without`, to which it adds, are left out too. The
 * people who had defaulted or declined before, and those whom the offer left out, stay left out. Null if the settlement
 * is no second chance, or if its owner would not lead.
 */
export const secondChancePrice = (
  { id, revision }: Pick<AuctionState, "id" | "revision">,
  settlement: Settlement,
  log: readonly LoggedChange[],
  without: LeftOut,
): Minor | null => {
  const opened = log.findIndex((change) =>
    change.events.some(
      (event) =>
        event.type === "SettlementOpened" &&
        event.because === "second-chance" &&
        openedSettlementId(event, id, change.revision) === settlement.id,
    ),
  );
  if (opened < 0) return null;
  const before = log.slice(0, opened);
  for (const personId of [...notAskedAgainIn(before), ...goneAtOfferIn(before)]) without.add(personId, revision + 1);
  const { leader, priceMinor } = replayBids(log, without).state;
  return leader?.id === settlement.winner.id ? priceMinor : null;
};

/** The people whom the newest offer left out because their account was deleted or suspended. */
const goneAtOfferIn = (log: readonly LoggedChange[]): readonly string[] =>
  log.flatMap(({ events }) => events).findLast((event) => event.type === "SecondChanceOffered")?.leftOut ?? [];

/** The people who got the lot and did not pay, or who declined it. It is never offered to them again. */
const notAskedAgainIn = (log: readonly LoggedChange[]): readonly string[] => [...defaultersIn(log), ...declinedIn(log)];

/** The people who got the lot before and did not pay, without those whose forfeit was taken back. */
const defaultersIn = (log: readonly LoggedChange[]): ReadonlySet<string> => {
  const defaulters = new Set<string>();
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "SettlementForfeited") defaulters.add(event.winner.id);
    else if (event.type === "SettlementReopened") defaulters.delete(event.winner.id);
  }
  return defaulters;
};

/** The people who declined this lot, or let an offer of it run out, since it last ended. */
const declinedIn = (log: readonly LoggedChange[]): ReadonlySet<string> => {
  let declined = new Set<string>();
  for (const { events } of log) {
    for (const event of events) {
      if (event.type === "AuctionEnded") declined = new Set();
      else if (event.type === "SecondChanceClosed" && event.as !== "accepted") declined.add(event.person.id);
    }
  }
  return declined;
};
