// Announces price and leader to screen readers, at most every 5 s and never when the page opens.
import type { Auction } from "@jara/shared/auction";
import type { Position } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { useEffect, useRef, useState } from "react";

const EVERY_MS = 5000;

const sentence = ({ currentPrice, currency, leader, status }: Auction, position: Position): string => {
  const price = `Current price ${formatMoney(currentPrice, currency)}`;
  if (status === "paused") return `${price}. The auction is paused.`;
  if (status === "ended" || status === "sold") return `${price}. The auction has ended.`;
  if (status === "cancelled") return "The auction was cancelled.";
  if (position === "leading") return `${price}. You lead.`;
  const who = leader ? `Leader: ${leader.username}.` : "";
  return position === "outbid" ? `${price}. You have been outbid. ${who}` : `${price}. ${who}`;
};

export const SpokenPrice = ({ auction, position }: { auction: Auction; position: Position }) => {
  const current = sentence(auction, position);
  const first = useRef(current);
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    if (current === first.current) return;
    const waitMs = Math.max(0, spokenAt.current + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      first.current = "";
      spokenAt.current = performance.now();
      setSpoken(current);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
};
