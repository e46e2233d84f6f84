// Stands below the part of the balance that can pay. Says how much money bids hold, and whether that can pay too. Shows
// nothing if they hold nothing.
import { addAmounts, formatMoney } from "@jara/shared/money";
import type { ReactNode } from "react";
import { useSite } from "../../../lib/site.ts";
import { useBoundLots } from "../../../lots/bound-lots.ts";
import { useSession } from "../../../store/session.ts";

/** `available`: what can be used for this payment, in naira. */
export const HeldPart = ({ available }: { available: number }) => {
  const rule = useSite()?.balanceRule;
  const balance = useSession(({ user }) => user?.balance ?? 0);
  if (rule === "check") return <Shared available={available} />;
  const held = addAmounts(balance, -available);
  return rule === "hold" && held > 0 ? (
    <Line>{naira(held)} more is held for your other bids and cannot pay this.</Line>
  ) : null;
};

/** A payment can use the money that bids hold too. A deposit then takes as much as is there. */
const Shared = ({ available }: { available: number }) => {
  const lots = useBoundLots() ?? [];
  const held = Math.min(addAmounts(...lots.map(({ bound }) => bound)), available);
  return held > 0 ? (
    <Line>{naira(held)} of it is held for your bids. If you use that money too and then win, you must add money.</Line>
  ) : null;
};

const naira = (amount: number) => formatMoney(amount, "NGN");

const Line = ({ children }: { children: ReactNode }) => <span className="block text-xs">{children}</span>;
