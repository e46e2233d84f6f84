// The words for the states of offers and the sums of agreements.
import type { OfferStatus } from "@jara/shared/offer-limits";
import type { Offer, StaffOffer } from "@jara/shared/rest/offers";
import type { Tone } from "../../ui/badge.tsx";

export const offerStates: Record<OfferStatus, { readonly label: string; readonly tone: Tone }> = {
  draft: { label: "Draft", tone: "outline" },
  offered: { label: "Sent", tone: "amber" },
  "in-review": { label: "In review", tone: "amber" },
  accepted: { label: "Accepted", tone: "success" },
  declined: { label: "Declined", tone: "neutral" },
};

/** Returns the state that the seller sees: the offer's own until there is a lot, then that of the lot. */
export const ownState = ({ status, agreement, lot }: Offer): { readonly label: string; readonly tone: Tone } => {
  if (status === "accepted" && agreement?.status === "proposed") return { label: "Terms to accept", tone: "amber" };
  if (!lot) return offerStates[status];
  if (lot.sale === "credited") return { label: "Paid", tone: "success" };
  if (lot.sale === "due") return { label: "Sold, paid by the buyer", tone: "success" };
  if (lot.sale === "unpaid") return { label: "Sold, not paid yet", tone: "amber" };
  return lotStates[lot.status];
};
const lotStates: Record<NonNullable<Offer["lot"]>["status"], { readonly label: string; readonly tone: Tone }> = {
  draft: { label: "Announced", tone: "success" },
  active: { label: "Live", tone: "brand" },
  paused: { label: "Paused", tone: "amber" },
  ended: { label: "Not sold", tone: "neutral" },
  sold: { label: "Sold", tone: "success" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** Says whose turn it is; null: nobody's. */
export const turnOf = ({
  status,
  messages,
  agreement,
  lot,
}: StaffOffer): { readonly words: string; readonly isOurs: boolean } | null => {
  const last = messages.at(-1)?.by;
  if (status === "offered" || status === "in-review") {
    if (last === "seller") return { words: "The seller answered", isOurs: true };
    return last === "staff" ? { words: "Waits for the seller's answer", isOurs: false } : null;
  }
  if (status !== "accepted" || !agreement) return null;
  if (agreement.status === "proposed") return { words: "Waits for the seller's signature", isOurs: false };
  if (!lot) return { words: "Make the draft lot", isOurs: true };
  return lot.status === "draft" ? { words: "Ready to publish", isOurs: true } : null;
};

const HOUR = 3_600_000;

/** Says how long an offer has waited. */
export const ageOf = (since: string, now = Date.now()): string => {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / HOUR));
  if (hours < 1) return "less than an hour";
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
};
