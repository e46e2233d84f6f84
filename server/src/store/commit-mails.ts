// The mails that a part's changes cause, to be written with them. To whom they go and whether the outbid ones are wanted
// is the statement's to say: addresses and wishes are in the users' rows.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import type { AuctionEvent } from "../auction/events.ts";
import type { AuctionState } from "../auction/state.ts";
import { toIso } from "../auction/to-public.ts";
import type { Change } from "../engine/ports.ts";
import type { MailData, MailKind } from "../mail/mails.ts";
import type { RecentMails } from "./recent-mails.ts";

export interface CausedMail {
  readonly userId: string;
  readonly kind: MailKind;
  /** JSON. */
  readonly data: string;
}

export const mailsOf = (after: AuctionState, changes: readonly Change[], recent: RecentMails): CausedMail[] => {
  const mails: CausedMail[] = [];
  for (const change of changes) for (const event of change.events) addMailOf(mails, event, change);
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

const of = ({ id: auctionId, lot: { title }, currency }: AuctionState) => ({ auctionId, title, currency });

const addMailOf = (mails: CausedMail[], event: AuctionEvent, { before, after }: Change): void => {
  if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) {
    const finalPrice = toMajor(after.priceMinor);
    mails.push(mail(event.winner.id, "won", { ...of(after), finalPrice, dueAt: toIso(event.dueAt) }));
  } else if (event.type === "BuyItNowStarted") {
    const [price, fee] = [toMajor(event.priceMinor), toMajor(event.feeMinor)];
    const total = toMajor(event.priceMinor + event.feeMinor);
    const deadline = toIso(event.deadlineAt);
    mails.push(mail(event.buyer.id, "buy-it-now", { ...of(after), price, fee, total, deadline }));
  } else if (event.type === "PurchaseForfeited") {
    const price = toMajor(before.purchase?.priceMinor ?? 0);
    const penalty = toMajor(event.penaltyMinor);
    mails.push(mail(event.buyer.id, "buy-it-now-forfeited", { ...of(after), price, penalty }));
  } else if (event.type === "SettlementForfeited") {
    const [price, penalty] = [toMajor(event.amountMinor), toMajor(event.penaltyMinor)];
    mails.push(mail(event.winner.id, "win-forfeited", { ...of(after), price, penalty }));
  }
};

/** Each once: who led, or bid, and does not lead now. */
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
  return [...outbid].filter((userId) => !recent.wasTold(after.id, userId));
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
