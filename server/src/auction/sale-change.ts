// Decides which calls about an auction make a sale, take one back or void bids. Such a call needs a fresh proof of the
// person, as the settlement's own calls do (app/fresh-proof.ts). Pure functions.
import type { AuctionStatus } from "@jara/shared/auction";
import { type AuctionState, hasBidsOrMaxima, isOpen, openSettlement } from "./state.ts";

/** The part of a call that decides what becomes of a sale. */
export interface AskedOfSale {
  readonly status?: AuctionStatus | undefined;
  /** Epoch ms. */
  readonly endsAt?: number | undefined;
  readonly isRemoval?: boolean;
}

/** An end that is so near may have passed when the edit is decided, and such an end closes the auction. */
const NEAR_MS = 60 * 1000;

/**
 * True if the change sells the lot, ends it while it has bids (the end takes the winner's deposit), voids its bids and
 * maxima, or undoes a sale: somebody owes something or paid for the lot, and the change makes the settlement or the
 * purchase due again or void.
 */
export const changesSale = (
  state: Pick<AuctionState, "status" | "settlement" | "purchase" | "bidCount" | "maxBids">,
  { status = state.status, endsAt, isRemoval = false }: AskedOfSale,
  now: number,
): boolean => {
  const { purchase } = state;
  if (isRemoval) return purchase !== null;
  const hasBids = state.bidCount > 0;
  if (status === state.status) {
    return (purchase !== null || hasBids) && isOpen(state) && endsAt !== undefined && endsAt <= now + NEAR_MS;
  }
  const isEndWithBids = status === "ended" && isOpen(state) && hasBids;
  const isVoid = (status === "cancelled" || status === "draft") && hasBidsOrMaxima(state);
  const isSale = status === "sold" || state.status === "sold" || purchase !== null || openSettlement(state) !== null;
  return isSale || isEndWithBids || isVoid;
};
