// Announces price and standing to screen readers, never when the page opens: another standing at once, a price at most
// every 5 s. What is not true any more is not left to be read.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { useEffect, useRef, useState } from "react";
import { useLeaderName } from "../../lots/leader-name.ts";
import { sentenceOf } from "../../lots/state-words.ts";

const EVERY_MS = 5000;

const sentence = (auction: Auction, state: LotState, leader: string | null): string => {
  const { currentPrice, currency, status } = auction;
  const price = `Current price ${formatMoney(currentPrice, currency)}`;
  if (status === "paused") return `${price}. The auction is paused.`;
  if (status === "ended" || status === "sold") return `${price}. The auction has ended. ${sentenceOf(state, auction)}`;
  if (status === "cancelled") return "The auction was cancelled.";
  if (state.name === "closing") return `${price}. ${sentenceOf(state, auction)}`;
  if (state.position === "leading") return `${price}. You lead${state.isBelowReserve ? ", below the reserve" : ""}.`;
  const who = leader ? `Leader: ${leader}.` : "";
  return state.position === "outbid" ? `${price}. You have been outbid. ${who}` : `${price}. ${who}`;
};

export const SpokenPrice = ({ auction, state }: { auction: Auction; state: LotState }) => {
  const current = sentence(auction, state, useLeaderName(auction));
  const standing = `${auction.status} ${state.name} ${state.position}`;
  const first = useRef(current);
  const last = useRef({ standing, at: Number.NEGATIVE_INFINITY });
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    if (current === first.current) return;
    const isSoon = last.current.standing !== standing;
    const waitMs = isSoon ? 0 : Math.max(0, last.current.at + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      first.current = "";
      last.current = { standing, at: performance.now() };
      setSpoken(current);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [current, standing]);
  return (
    <p aria-live="polite" className="sr-only">
      {spoken === current ? spoken : ""}
    </p>
  );
};
