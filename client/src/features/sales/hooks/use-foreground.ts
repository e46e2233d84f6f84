// The lot in the foreground of the big screen: the one that closes next. A lot that has just closed stays for some seconds,
// so that the room sees its outcome.
import { useEffect, useState } from "react";
import { useLiveStatus } from "../../../live/live.ts";
import type { SaleLot } from "./use-sale-lots.ts";

export const OUTCOME_MS = 8_000;

const idOf = (lot: SaleLot | null) => lot?.auction._id ?? null;

/** `next`: the open lot that closes next; null if there is none. */
export const useForeground = (next: SaleLot | null): SaleLot | null => {
  const [shown, setShown] = useState(next);
  const status = useLiveStatus(idOf(shown));
  const hasClosed = status !== null && status !== "active" && status !== "paused";
  if (next && idOf(shown) !== idOf(next) && !hasClosed) setShown(next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins anew only when the shown lot closes
  useEffect(() => {
    if (!hasClosed) return;
    const timer = setTimeout(() => setShown(next), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [hasClosed, idOf(next)]);
  return shown;
};
