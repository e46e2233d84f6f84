// The properties of each part of a lot's form: the form, and the lot that it edits.
import type { Auction } from "@jara/shared/auction";
import type { UseFormReturn } from "react-hook-form";
import { useMay } from "../../ui/may.tsx";
import type { FieldName, LotForm } from "./lot-form.ts";

export interface EditedLot {
  auction: Auction;
  /** The auction as it is now. */
  current: LotForm;
  /** Fields that somebody else changed to a different value after they were edited here. */
  conflicts: ReadonlySet<FieldName>;
  acceptTheirs: (name: FieldName) => void;
  /** True when a bid or a purchase locks the starting price and the currency. */
  isPriceLocked: boolean;
  /** The values typed into those fields before they were locked. */
  lost: Partial<Pick<LotForm, "startingPrice" | "currency">>;
}

export interface LotFields {
  form: UseFormReturn<LotForm>;
  /** Absent for a new lot. */
  edited?: EditedLot;
}

/**
 * `isSet`: the lot is not a draft and this person does not run auctions. Then the prices, the currency, the increment,
 * the soft close and the end are read-only.
 */
export const useLocks = ({ edited }: LotFields) => {
  const mayRun = useMay("auctions:run");
  return {
    hasBids: edited !== undefined && edited.auction.bidCount > 0,
    isSet: edited !== undefined && !mayRun && edited.auction.status !== "draft",
  };
};

export const SET_BY_MANAGERS = "Only managers and administrators can change this on a published auction.";
