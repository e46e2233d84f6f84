// An auction's bids as they would be without some people's commands: the rules of voiding (docs/rules/bidding.md, 15) read
// apart from the engine's own replay, with the fold and the contest of this folder.
import { contested } from "./contest.ts";
import { begun, type LogEvent, type LogRow, type Named, type RecordedBid, type State, stepped } from "./log.ts";

export interface Rerun {
  /** Price, leader and maxima are the rerun's. */
  readonly state: State;
  readonly bids: readonly Omit<RecordedBid, "number">[];
}

/** `leftOut`: by person's id the revision before which their commands do not come. Null: a log without its beginning. */
export const rerunWithout = (rows: readonly LogRow[], leftOut: ReadonlyMap<string, number>): Rerun | null => {
  const [first, ...rest] = rows;
  let state = first ? begun(first) : null;
  if (!state) return null;
  let bids: Omit<RecordedBid, "number">[] = [];
  for (const row of rest) {
    const isOut = (personId: string): boolean => row.revision < (leftOut.get(personId) ?? 0);
    const { terms, isContest, manual } = withoutBids(state, row, isOut);
    if (row.events.some(({ type }) => type === "AllBidsVoided")) bids = [];
    state = terms;
    if (!isContest) continue;
    for (const { bidderId, amountMinor, kind } of contested(state, manual, row.revision)) {
      const bidder = personOf(state, bidderId, manual?.bidder);
      const number: number = state.bidCount + state.voidedBidCount + 1;
      state = stepped(state, { type: "BidPlaced", bidder, number, amountMinor, kind }, row);
      bids.push({ bidder, amountMinor, kind, at: row.at });
    }
  }
  return { state, bids };
};

const personOf = (state: State, id: string, manual: Named | undefined): Named =>
  [manual, state.leader, state.maxima.get(id)?.owner].find((one) => one?.id === id) ?? { id, username: "" };

/** Bids follow from the contest, money of purchases and settlements moves none, and an extension is a matter of the end. */
const leftAside = new Set<LogEvent["type"]>([
  ...(["BidPlaced", "BidsVoided", "MaximaRestated", "AuctionExtended", "BuyItNowStarted"] as const),
  ...(["PurchasePaid", "PurchaseVoided", "PurchaseForfeited", "PurchaseWaived"] as const),
  ...(["SettlementWaived", "SettlementForfeited"] as const),
]);

/** What the row makes of everything but bids, and whether a contest follows. */
const withoutBids = (before: State, row: LogRow, isOut: (personId: string) => boolean) => {
  const manual = row.events.find((event) => event.type === "BidPlaced" && event.kind === "manual");
  if (manual?.type === "BidPlaced") return { terms: before, manual, isContest: !isOut(manual.bidder.id) };
  let [terms, isContest] = [before, false];
  for (const event of row.events) {
    if (leftAside.has(event.type)) continue;
    if (event.type === "MaxBidSet" && isOut(event.owner.id)) continue;
    const isOfMaximum = event.type === "MaxBidCancelled" || event.type === "MaxBidConfirmed";
    if (isOfMaximum && (isOut(event.ownerId) || !terms.maxima.has(event.ownerId))) continue;
    const asks = asksMaxima(terms, event, row);
    terms = stepped(terms, event, row);
    isContest ||= asks && (terms.status === "active" || terms.status === "paused");
  }
  return { terms, manual: null, isContest };
};

/** After these the maxima compete: one was set or confirmed, an administrator opened the lot, the least bid or the reserve fell. */
const asksMaxima = (before: State, event: LogEvent, { actorId }: LogRow): boolean => {
  switch (event.type) {
    case "MaxBidSet":
    case "MaxBidConfirmed":
      return true;
    case "AuctionStarted":
    case "AuctionResumed":
    case "AuctionReopened":
      return actorId !== null;
    case "AuctionEdited":
      return (["startingPriceMinor", "incrementMinor", "reserveMinor"] as const).some((term) => {
        const [to, from] = [event.changes[term], before[term]];
        return to != null && from !== null && to < from;
      });
    default:
      return false;
  }
};
