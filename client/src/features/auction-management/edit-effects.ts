// What saving an edit would do at once, beyond the changed words: asked about before it is sent.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest";
import { outcomeOf, questionFor } from "./status-question.ts";

export interface EditQuestion {
  effects: string[];
  yes: string;
  danger: boolean;
}

const isOpen = ({ status }: Auction) => status === "active" || status === "paused";

/** Null: nothing to ask about. */
export const editQuestion = (auction: Auction, body: UpdateAuctionBody, nowMs: number): EditQuestion | null => {
  const endsNow = body.endTime !== undefined && Date.parse(body.endTime) <= nowMs && isOpen(auction) && !body.status;
  const effects: string[] = [];
  if (endsNow) {
    effects.push("This end time has passed: the auction closes at once.", outcomeOf(auction));
  }
  const as = { ...auction, endTime: body.endTime ?? auction.endTime };
  const status = body.status ? questionFor(as, body.status, nowMs) : null;
  if (status && !status.needsEndTime) effects.push(...status.effects);
  if (lowersReserve(auction, body)) {
    effects.push(
      "The reserve cannot be raised again. If the leader's maximum reaches the new one, the price goes there at once.",
    );
  }
  if (effects.length === 0) return null;
  const yes = endsNow ? "Close the auction" : (status?.yes ?? "Lower the reserve");
  return { effects, yes, danger: endsNow || status === null || status.danger };
};

const lowersReserve = ({ bidCount, reservePrice, reserveMet }: Auction, body: UpdateAuctionBody): boolean =>
  bidCount > 0 && body.reservePrice !== undefined && reservePrice != null && !reserveMet;
