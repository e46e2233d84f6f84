// The mails that a part's changes cause; the commit writes them together with the changes. The statement itself looks
// up the addresses and whether a user wants outbid mails, because both are in the users' rows.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import { publicChanges } from "../../auction/content.ts";
import type { AuctionEvent } from "../../auction/events.ts";
import type { AuctionState } from "../../auction/state.ts";
import { everyone, toIso } from "../../auction/to-public.ts";
import { shownAfter } from "../../auction/visibility.ts";
import type { MailData, MailKind } from "../../platform/outbox/mails.ts";
import type { Change } from "../ports.ts";
import type { RecentMails } from "./recent-mails.ts";

export interface CausedMail {
  readonly userId: string;
  readonly kind: MailKind;
  /** JSON. */
  readonly data: string;
}

export const mailsOf = (after: AuctionState, changes: readonly Change[], recent: RecentMails): CausedMail[] => {
  const mails: CausedMail[] = [];
  for (const change of changes) {
    for (const event of change.events) addMailOf(mails, event, change);
    addMailOfSettlement(mails, change);
  }
  const outbid = after.status === "active" ? outbidIn(after, changes, recent) : [];
  const data = outbid.length > 0 ? outbidData(after) : "";
  for (const userId of outbid) mails.push({ userId, kind: "outbid", data });
  return mails;
};

const mail = <K extends MailKind>(userId: string, kind: K, data: MailData[K]): CausedMail => ({
  userId,
  kind,
  data: JSON.stringify(data),
});

const lotOf = ({ id: auctionId, lot: { title } }: AuctionState) => ({ auctionId, title });

const of = ({ id: auctionId, lot: { title }, currency }: AuctionState) => ({ auctionId, title, currency });

/** A mail names the auction as its reader last saw it, because the change may have edited a draft. */
const shownIn = (change: Change) => of(shownAfter(change, everyone) ?? change.before);

const addMailOf = (mails: CausedMail[], event: AuctionEvent, change: Change): void => {
  const { before, after } = change;
  if (event.type === "BidsVoided") {
    const { bidder, reason, note } = event;
    mails.push(mail(bidder.id, "own-bids-voided", { ...lotOf(after), reason, note }));
    const { settlement } = after;
    if (settlement && before.settlement && settlement.amountMinor < before.settlement.amountMinor) {
      const finalPrice = toMajor(settlement.amountMinor);
      mails.push(
        mail(settlement.winner.id, "win-lowered", { ...of(after), finalPrice, dueAt: toIso(settlement.dueAt) }),
      );
    }
  } else if (event.type === "PurchaseVoided") {
    mails.push(mail(event.buyer.id, "payment-withdrawn", { ...lotOf(before), why: whyWithdrawn(change) }));
  } else if (event.type === "PurchasePaid") {
    mails.push(mail(event.buyer.id, "payment-received", { ...of(after), price: toMajor(event.priceMinor) }));
  } else if (event.type === "PurchaseWaived") {
    const price = toMajor(before.purchase?.priceMinor ?? 0);
    mails.push(mail(event.buyer.id, "payment-waived", { ...of(after), price }));
  } else if (event.type === "SettlementWaived") {
    mails.push(mail(event.winner.id, "payment-waived", { ...of(after), price: toMajor(event.amountMinor) }));
  } else if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) {
    const finalPrice = toMajor(after.priceMinor);
    mails.push(mail(event.winner.id, "won", { ...shownIn(change), finalPrice, dueAt: toIso(event.dueAt) }));
  } else if (event.type === "BuyItNowStarted") {
    const [price, fee] = [toMajor(event.priceMinor), toMajor(event.feeMinor)];
    const total = toMajor(event.priceMinor + event.feeMinor);
    const deadline = toIso(event.deadlineAt);
    mails.push(mail(event.buyer.id, "buy-it-now", { ...shownIn(change), price, fee, total, deadline }));
  } else if (event.type === "PurchaseForfeited") {
    const price = toMajor(before.purchase?.priceMinor ?? 0);
    const penalty = toMajor(event.penaltyMinor);
    mails.push(mail(event.buyer.id, "buy-it-now-forfeited", { ...shownIn(change), price, penalty }));
  } else if (event.type === "SettlementForfeited") {
    const [price, penalty] = [toMajor(event.amountMinor), toMajor(event.penaltyMinor)];
    mails.push(mail(event.winner.id, "win-forfeited", { ...shownIn(change), price, penalty }));
  }
};

/** A settlement that ended without an event of its own: a sale paid it, or a change that undid the end made it void. */
const addMailOfSettlement = (mails: CausedMail[], change: Change): void => {
  const { before, after, events } = change;
  const { settlement } = before;
  if (!settlement || settlement.id === after.settlement?.id) return;
  if (events.some(({ type }) => type === "SettlementWaived" || type === "SettlementForfeited")) return;
  const { winner, amountMinor } = settlement;
  if (after.status === "sold") {
    mails.push(mail(winner.id, "payment-received", { ...of(after), price: toMajor(amountMinor) }));
  } else mails.push(mail(winner.id, "payment-withdrawn", { ...lotOf(before), why: whyWithdrawn(change) }));
};

const whyWithdrawn = ({ after, events }: Change): MailData["payment-withdrawn"]["why"] => {
  if (events.some(({ type }) => type === "BidsVoided")) return "voided";
  if (after.status === "cancelled") return "cancelled";
  if (after.status === "draft") return "withdrawn";
  if (after.status === "active") return "reopened";
  return "other";
};

/** A mail to everybody who has a bid that counts, or a maximum, before the change. */
export interface Notice {
  readonly kind: MailKind;
  /** The person who gets a separate mail instead; null if nobody does. */
  readonly besides: string | null;
  /** JSON. */
  readonly data: string;
}

export const noticesOf = (changes: readonly Change[]): Notice[] => {
  const notices: Notice[] = [];
  for (const change of changes) {
    for (const event of change.events) {
      const caused = noticeOf(event, change);
      if (caused) notices.push(caused);
    }
  }
  return notices;
};

const notice = <K extends MailKind>(kind: K, data: MailData[K], besides: string | null = null): Notice => ({
  kind,
  besides,
  data: JSON.stringify(data),
});

const noticeOf = (event: AuctionEvent, { before, after }: Change): Notice | null => {
  switch (event.type) {
    case "AuctionEdited": {
      if (event.contentVersion === undefined) return null;
      const fields = publicChanges(event).map(({ field }) => fieldWords[field] ?? field);
      const endTime = after.status === "active" || after.status === "paused" ? toIso(after.endsAt) : null;
      return notice("lot-changed", { ...lotOf(after), fields, endTime });
    }
    case "AuctionCancelled":
      return notice("lot-cancelled", lotOf(before), before.settlement?.winner.id ?? null);
    // Name the lot as it was before, because an edit in the same command belongs to the draft.
    case "AuctionWithdrawn":
      return notice("lot-withdrawn", lotOf(before), before.settlement?.winner.id ?? null);
    case "AuctionPaused":
    case "AuctionReopened":
      return before.status === "ended" || before.status === "sold"
        ? notice(
            "lot-reopened",
            { ...lotOf(after), endTime: toIso(after.endsAt) },
            before.settlement?.winner.id ?? null,
          )
        : null;
    case "BidsVoided": {
      const currentPrice = toMajor(event.priceMinor);
      const isWithdrawn = event.reason === "withdrawn";
      return notice("bids-voided", { ...of(after), currentPrice, isWithdrawn }, event.bidder.id);
    }
    default:
      return null;
  }
};

const fieldWords: Readonly<Record<string, string>> = {
  title: "the title",
  description: "the description",
  condition: "the condition",
  categories: "the categories",
  location: "the location",
  media: "the pictures",
  bidIncrement: "the bid increment",
  hasReserve: "whether there is a reserve",
  buyItNowPrice: "the Buy It Now price",
  softClose: "the soft close",
  endTime: "the end time",
  startingPrice: "the starting price",
  startTime: "the start time",
};

/** The users who led or bid, and do not lead now; each once. */
const outbidIn = (after: AuctionState, changes: readonly Change[], recent: RecentMails): string[] => {
  const outbid = new Set<string>();
  for (const { before, events } of changes) {
    for (const event of events) {
      if (event.type !== "BidPlaced") continue;
      if (before.leader) outbid.add(before.leader.id);
      outbid.add(event.bidder.id);
    }
  }
  if (after.leader) outbid.delete(after.leader.id);
  return [...outbid].filter((userId) => !recent.wasMailed(after.id, userId));
};

const outbidData = (state: AuctionState): string => {
  const data: MailData["outbid"] = {
    ...of(state),
    currentPrice: toMajor(state.priceMinor),
    minimumBid: toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor)),
    endTime: toIso(state.endsAt),
  };
  return JSON.stringify(data);
};
