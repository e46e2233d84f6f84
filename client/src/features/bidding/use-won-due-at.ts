// When a winner's payment is due, as the server said it while this page was open: it is told once, at the end, and in
// the mail to the winner.
import { useState } from "react";
import { useLiveEvent } from "../../store/live.ts";

export const useWonDueAt = (auctionId: string): string | null => {
  const [won, setWon] = useState<{ auctionId: string; dueAt: string } | null>(null);
  useLiveEvent("auction:won", (event) => {
    if (event.auctionId === auctionId) setWon(event);
  });
  return won?.auctionId === auctionId ? won.dueAt : null;
};
