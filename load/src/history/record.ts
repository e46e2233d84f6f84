// Parses a command's record as the database stores it: the request, and the outcome that its author gets however often
// they ask. The request is `kind auction amount …`; the outcome is JSON, or for an accepted bid the columns of its change.
import type { AuctionOutcome } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { StoredCommand } from "./stored.ts";

export interface CommandRecord {
  readonly userId: string;
  readonly commandId: string;
  readonly at: number;
  /** The revision that the command gave the auction; null if it changed none, or if the record does not say. */
  readonly revision: number | null;
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
  | { readonly ok: true; readonly data: Omit<Extract<RecordedOutcome, { ok: true }>, "ok"> };

export const recordOf = (command: StoredCommand): CommandRecord => {
  const { userId, commandId, fingerprint, at, revision = null } = command;
  const [kind = "", subject = "", detail] = fingerprint.split(" ");
  return { userId, commandId, at, revision, kind, subject, detail, outcome: outcomeOf(command) };
};

const outcomeOf = (command: StoredCommand): RecordedOutcome => {
  if (command.outcome !== null) {
    const kept = JSON.parse(command.outcome) as Kept;
    return kept.ok ? { ok: true, ...kept.data } : kept;
  }
  const { auctionId, number, amountMinor, version, priceMinor, incrementMinor, bidCount, endsAt, leaderId } = command;
  return {
    ok: true,
    bid: { _id: `${auctionId}-${number}`, amount: amountMinor / 100 },
    auction: {
      version,
      currentPrice: priceMinor / 100,
      minimumBid: (priceMinor + incrementMinor) / 100,
      bidCount,
      endTime: new Date(endsAt).toISOString(),
      status: "active",
      isLeading: leaderId === command.userId,
    },
  };
};
