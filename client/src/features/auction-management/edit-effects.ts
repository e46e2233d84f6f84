// Lists the immediate effects of saving an edit, other than changed words. The dialog asks for confirmation before it
// sends them.
import type { Auction } from "@jara/shared/auction";
import { fieldsThat, wireNameOf } from "@jara/shared/lot-fields";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { isHarmless, outcomeOf, questionFor } from "../../lots/status/status-question.ts";

export interface EditQuestion {
  effects: string[];
  yes: string;
  danger: boolean;
}

const isOpen = ({ status }: Auction) => status === "active" || status === "paused";

/** Null when no confirmation is needed. */
export const editQuestion = (auction: Auction, body: UpdateAuctionBody, nowMs: number): EditQuestion | null => {
  const endsNow = body.endTime != null && Date.parse(body.endTime) <= nowMs && isOpen(auction) && !body.status;
  const effects: string[] = [];
  if (endsNow) {
    effects.push("This end time has passed: the auction closes at once.", outcomeOf(auction));
  }
  const as = { ...auction, endTime: body.endTime ?? auction.endTime };
  const status = body.status && !isHarmless(as, body.status) ? questionFor(as, body.status, nowMs) : null;
  if (status && !status.needsEndTime) effects.push(...status.effects);
  if (lowersReserve(auction, body)) {
    effects.push(
      "The reserve cannot be raised again. If the leader's maximum reaches the new reserve, the price rises to the reserve at once.",
    );
  }
  const contentChanges = makesContentVersion(auction, body);
  if (contentChanges) effects.push(...contentEffects(auction, body, nowMs));
  if (effects.length === 0) return null;
  const otherwise = contentChanges ? "Save changes" : "Lower the reserve";
  const yes = endsNow ? "Close the auction" : (status?.yes ?? otherwise);
  return { effects, yes, danger: endsNow || (status ? status.danger : lowersReserve(auction, body)) };
};

/**
 * The lot's content, on which people bid. Editing it while there are bids is public and needs the bidders' consent
 * (bidding rule 14).
 */
const contentNames: ReadonlySet<string> = new Set([...fieldsThat("isContent").map(wireNameOf), "incrementTable"]);
export const makesContentVersion = (auction: Auction, body: UpdateAuctionBody): boolean =>
  auction.bidCount > 0 &&
  (Object.entries(body).some(([name, value]) => contentNames.has(name) && value !== undefined) ||
    // Bidders see whether there is a reserve, not its amount.
    (body.reservePrice === null && auction.hasReserve));

/** A correction changes nothing but words. The server checks how many. */
const correctable: ReadonlySet<string> = new Set(fieldsThat("isCorrectable"));
export const mayBeCorrection = (body: UpdateAuctionBody): boolean =>
  Object.keys(body).every((name) => correctable.has(name));

const contentEffects = (auction: Auction, body: UpdateAuctionBody, nowMs: number): string[] => {
  if (body.isCorrection) {
    return [
      "All bidders are notified of the correction and may withdraw their bids. The lot's page shows the old and the new text.",
      "Maximums go on bidding, and the end stays.",
      "At most 40 characters may differ, counting all corrections since the last change, and no figure, “not” or “without”.",
    ];
  }
  const ends = Date.parse(body.endTime ?? auction.endTime);
  const movesEnd = isOpen(auction) && ends > nowMs && ends < nowMs + CONSENT_MS;
  return [
    "All bidders are notified of the change and may withdraw their bids. The lot's page shows the old and the new text.",
    "All maximums on this lot are suspended until their owners confirm them.",
    ...(movesEnd ? ["The end moves to two hours from now, so that people have time to confirm."] : []),
  ];
};

/**
 * The least time (ms) that an edit leaves before the end, so that nobody can switch off rivals' maxima just before the
 * end.
 */
const CONSENT_MS = 2 * 60 * 60 * 1000;

const lowersReserve = ({ bidCount, reservePrice, reserveMet }: Auction, body: UpdateAuctionBody): boolean =>
  bidCount > 0 && body.reservePrice !== undefined && reservePrice != null && !reserveMet;
