// A command's record as the database keeps it, taken apart: what was asked, and what its author is told however often
// they ask. Its text is `kind auction amount …` and JSON, and of an accepted bid the values alone, in a fixed order.
import type { AuctionOutcome } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { StoredCommand } from "./stored.ts";

export interface CommandRecord {
  readonly userId: string;
  readonly commandId: string;
  readonly at: number;
  /** `PlaceBid`, `SetMaxBid`, `ChangeStatus`, … */
  readonly kind: string;
  /** The auction's id; of `CancelMaxBid` the maximum's, of `ClosePayment` the payment's. */
  readonly subject: string;
  /** What else was asked: an amount in minor units, a status. */
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
      /** Of `CreateAuction`. */
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
