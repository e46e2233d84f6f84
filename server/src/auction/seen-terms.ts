// Refuses an edit of a lot if a field that its author names has another value by now (VALUE_CHANGED). Pure.
import type { ErrorBody } from "@jara/shared/errors";
import { type Minor, toMajor } from "@jara/shared/money";
import { whyChangedSince } from "@jara/shared/seen-value";
import type { EditAuction } from "./commands.ts";
import type { AuctionState, Terms } from "./state.ts";
import { termsOf } from "./terms.ts";

export const whyTermsChanged = (state: AuctionState, { seen, edit }: EditAuction): ErrorBody | null => {
  if (seen === undefined) return null;
  const { addendum: _, reason: __, isCorrection: ___, ...wanted } = edit;
  const stored = { ...termsOf(state), status: state.status, incrementTable: state.increments !== null };
  return whyChangedSince(seen, toWire(stored), toWire({ ...stored, ...wanted }));
};

type Edited = Terms & Pick<AuctionState, "status"> & { readonly incrementTable: boolean };

/** The values as the API has them in an auction. */
const toWire = ({
  startingPriceMinor,
  incrementMinor,
  reserveMinor,
  buyItNowMinor,
  startsAt,
  endsAt,
  lowEstimateMinor = null,
  highEstimateMinor = null,
  ...same
}: Edited) => ({
  ...same,
  lowEstimate: majorOrNull(lowEstimateMinor),
  highEstimate: majorOrNull(highEstimateMinor),
  startingPrice: toMajor(startingPriceMinor),
  bidIncrement: toMajor(incrementMinor),
  reservePrice: majorOrNull(reserveMinor),
  buyItNowPrice: majorOrNull(buyItNowMinor),
  startTime: startsAt === null ? null : new Date(startsAt).toISOString(),
  endTime: new Date(endsAt).toISOString(),
});

const majorOrNull = (minor: Minor | null): number | null => (minor === null ? null : toMajor(minor));
