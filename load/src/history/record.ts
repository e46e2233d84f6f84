// Parses a command's record as the database stores it: the request, and the outcome that its author gets however often
// they ask. The text is `kind auction amount …` followed by JSON; for an accepted bid, only the values in a fixed
// order.
import type { AuctionOutcome } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { StoredCommand } from "./stored.ts";

export interface CommandRecord {
  readonly userId: string;
  readonly commandId: string;
  readonly at: number;
  /** `PlaceBid`, `SetMaxBid`, `ChangeStatus`, … */
  readonly kind: string;
  /** The auction's id; for `CancelMaxBid` the maximum's, for `ClosePayment` the payment's. */
  readonly subject: string;
  /** The rest of the request: an amount in minor units, or a status. */
  readonly detail: string | undefined;
  readonly outcome: RecordedOutcome;
}

export type RecordedOutcome =
  | { readonly ok: false; readonly error: ErrorBody }
  | {
      readonly ok: true;
      readonly bid?: { readonly _id: string; readonly amount: number };
      readonly maxBid?: { readonly _id: string; readonly maxAmount: number };
      readonly auction?: Partial<AuctionOutcome>;
      /** Only for `CreateAuction`. */
      readonly auctionId?: string;
    };

type Kept =
  | { readonly ok: false; readonly error: ErrorBody }
  | { readonly ok: true; readonly data: Omit<Extract<RecordedOutcome, { ok: true }>, "ok"> }
  | readonly [string, number, number, number, number, number, string, AuctionOutcome["status"], boolean];

export const recordOf = ({ userId, commandId, fingerprint, outcome, at }: StoredCommand): CommandRecord => {
  const [kind = "", subject = "", detail] = fingerprint.split(" ");
  return { userId, commandId, at, kind, subject, detail, outcome: outcomeOf(JSON.parse(outcome) as Kept) };
};

const outcomeOf = (kept: Kept): RecordedOutcome => {
  if (!isValues(kept)) return kept.ok ? { ok: true, ...kept.data } : kept;
  const [_id, amount, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading] = kept;
  return {
    ok: true,
    bid: { _id, amount },
    auction: { version, currentPrice, minimumBid, bidCount, endTime, status, isLeading },
  };
};

const isValues = (kept: Kept): kept is Extract<Kept, readonly unknown[]> => Array.isArray(kept);
