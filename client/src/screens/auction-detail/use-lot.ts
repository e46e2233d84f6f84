// One lot as this user sees it: the live auction, the user's bids, maximum and purchase, and whether bidding is open.
import type { Auction } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import { lotStateOf, type Me } from "@jara/shared/lot-state";
import { isStaff } from "@jara/shared/permissions";
import { useEffect, useState } from "react";
import { useLocation } from "#router";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { useServerNowAt } from "../../connection/use-server-now.ts";
import { useWaiting } from "../../connection/use-waiting.ts";
import { useAutoBid } from "../../features/auto-bid/hooks/use-auto-bid.ts";
import { useMaxBid } from "../../features/auto-bid/hooks/use-max-bid.ts";
import { useBidding } from "../../features/bidding/hooks/use-bidding.ts";
import { useBuyItNow } from "../../features/buy-it-now/hooks/use-buy-it-now.ts";
import { useBuyItNowStatus } from "../../features/buy-it-now/hooks/use-buy-it-now-status.ts";
import { useBidHistory } from "../../features/history/use-bid-history.ts";
import { useOfferOf } from "../../features/payments/hooks/use-second-chances.ts";
import { useWin } from "../../features/payments/hooks/use-win.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { useExtension } from "../../features/soft-close/soft-close-line.tsx";
import { heldReason, useMayBid } from "../../features/who-may-bid/use-may-bid.ts";
import { useBalanceNeeded } from "../../lots/balance-needed.tsx";
import { useReadVersion } from "../../lots/changes/read-version.ts";
import { useListedAgainAs } from "../../lots/listed-again.ts";
import { useIsBarredFromBidding } from "../../lots/staff-bidding.ts";
import { actionOf } from "../../lots/state-words.ts";
import { type AmountFor, forgetAmount, keptAmount } from "../../money/way-back.ts";
import { meOn, owedOf } from "./me-on-lot.ts";
import { useAskedBid, useAskedRaise } from "./use-asked-bid.ts";
import { useSegment } from "./use-segment.ts";

/** Returns what the user won or bought, and what is offered to them. `own`: their bids and their maximum. */
const useOutcome = (auction: Auction, userId: string | null, own: Me, isBuyer: boolean) => {
  const { _id, status, winner } = auction;
  const isOver = status === "ended" || status === "sold";
  const comesToPay = /[?&]pay(ment)?\b/.test(useLocation().search);
  const mayHaveWon = isOver && (own.hasBid || own.maximum !== null);
  const owed = useWin(auction, userId, comesToPay || isBuyer || mayHaveWon);
  const offer = useOfferOf(_id, mayHaveWon && winner === null && status === "ended");
  // An auction that is open again has no winner; what its buyer owed or paid stays.
  const isShown = owed.win?.kind === "win" ? isOver : isBuyer;
  return { owed, offer, win: isShown ? owed.win : owed.win && null };
};

/** The amount that the user typed before they left to add money. The page forgets it once it shows it. */
const useKept = (auctionId: string) => {
  const [kept] = useState(() => keptAmount(auctionId));
  useEffect(() => {
    if (kept) forgetAmount();
  }, [kept]);
  return { kept, typedFor: (use: AmountFor) => (kept?.use === use ? kept.typed : "") };
};

export const useLot = (view: AuctionView) => {
  const { auction } = view;
  const { user } = useAuth();
  const userId = user?._id ?? null;
  const connection = useConnectionState();
  const isOver = auction.status === "ended" || auction.status === "sold";
  // After the end, staff get everybody's maxima in this list.
  const { maxBid, isKnown, keep: keepMaxBid } = useMaxBid(auction._id, isOver && isStaff(user?.role) ? null : userId);
  const reading = useReadVersion(auction.contentVersion);
  const history = useBidHistory(view);
  const { kept, typedFor } = useKept(auction._id);
  const segment = useSegment(kept?.use === "max" ? "max" : "bid");
  useAskedBid((bid) => {
    if (bid === "auto" && auction.status === "active") segment.goToMaximum();
  });
  const isOpen = auction.status === "active" || auction.status === "paused";
  const buyItNow = useBuyItNowStatus(auction, userId);
  const comesToBuy = kept?.use === "buy" && auction.status === "active";
  const buying = useBuyItNow(auction._id, auction.buyItNowPrice, buyItNow.keep, comesToBuy);
  const { purchase } = buyItNow;
  const isBuyer = purchase?.mine === true;
  const own = meOn({ view, bids: history.bids, maxBid, purchase });
  const { owed, win, offer } = useOutcome(auction, userId, own, isBuyer);
  const me = { ...own, owed: owedOf(purchase, win), hasOffer: Boolean(offer) };
  // While disconnected, the end may have moved.
  const nowMs = useServerNowAt(auction.endTime);
  const listedAgainAs = useListedAgainAs(auction);
  const state = lotStateOf({ ...auction, listedAgainAs }, me, connection === "live" ? nowMs : 0);
  const isBarred = useIsBarredFromBidding(user);
  const isOwn = userId === auction.seller._id;
  const isBidder = Boolean(user?.isEmailVerified) && !isOwn && !isBarred && auction.status === "active";
  const mayBid = useMayBid(auction._id, isBidder);
  const isPaying = isBuyer && purchase?.status === "pending";
  const autoBid = useAutoBid(auction, maxBid, keepMaxBid, reading, typedFor("max"));
  const waiting = useWaiting()?.reason ?? null;
  /** The same reason as `disabledReason`, or what the house asks of the user before bidding. */
  const whyHeld = waiting ?? heldReason(mayBid);
  const { isShort } = useBalanceNeeded(auction.minimumBid, auction, maxBid?.maxAmount ?? null);
  const raiseTo = (amount: number): boolean => {
    segment.choose("max");
    if (isShort || whyHeld !== null) return false;
    autoBid.ask(amount);
    return true;
  };
  useAskedRaise({ isReady: isKnown && whyHeld === null, amount: actionOf(state, auction, me)?.amount, raiseTo });
  return {
    view,
    auction,
    user,
    maxBid,
    keepMaxBid,
    history,
    isOpen,
    isOver,
    bidding: useBidding(auction, reading, typedFor("bid")),
    segment,
    autoBid,
    /**
     * Shows the maximum, and asks whether to raise it to this amount, the minimum bid. Returns false where it asks
     * nothing, because the user cannot raise it now.
     */
    raiseTo,
    /** The user returns from adding money to do this; null if they do not return from there. */
    kept: kept?.use ?? null,
    listedAgainAs,
    buyItNow,
    /** The steps of a purchase, which the aside and a phone's sheet share. */
    buying,
    owed: { ...owed, win },
    /** The lot is offered to the user as the runner-up; undefined while that is unknown. */
    offer,
    /** The user has to pay for it. */
    isOwing: win?.status === "open" || isPaying,
    /** The user has bought it and has to pay it now. */
    isPaying,
    extension: useExtension(auction._id),
    isBarred,
    isOwn,
    mayBid,
    isSuspended: auction.status === "active" && state.isSuspended,
    /** True while the price may be out of date. */
    isDimmed: isOpen && (connection === "reconnecting" || connection === "polled"),
    /** The reason why the user cannot bid at the moment, or null. */
    disabledReason: waiting,
    heldReason: whyHeld,
    me,
    isMaximumKnown: isKnown,
    /** The page knows whether the user has bid, because the bids have loaded. */
    isMeKnown: userId === null || history.status !== "loading",
    state,
  };
};

export type Lot = ReturnType<typeof useLot>;
