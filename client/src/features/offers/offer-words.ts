// The words for the states of offers and the sums of agreements.
import type { OfferStatus } from "@jara/shared/offer-limits";
import type { Tone } from "../../ui/badge.tsx";

export const offerStates: Record<OfferStatus, { readonly label: string; readonly tone: Tone }> = {
  draft: { label: "Draft", tone: "outline" },
  offered: { label: "Sent", tone: "amber" },
  "in-review": { label: "In review", tone: "amber" },
  accepted: { label: "Accepted", tone: "success" },
  declined: { label: "Declined", tone: "neutral" },
};

const HOUR = 3_600_000;

/** Says how long an offer has waited. */
export const ageOf = (since: string, now = Date.now()): string => {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / HOUR));
  if (hours < 1) return "less than an hour";
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
};
