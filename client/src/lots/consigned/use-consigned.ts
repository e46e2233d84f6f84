// Reads on which terms a seller's lot may be offered. The house's own lots have none.
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/offers";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { Agreement } from "@jara/shared/rest/agreements";
import { useQuery } from "@tanstack/react-query";
import { useListNews } from "../../connection/use-list-news.ts";
import { ask } from "../../lib/api.ts";
import { useMay } from "../../ui/may.tsx";

const KEY = "offer-of-lot";

/** `none`: nothing was proposed. `other`: the seller accepted other prices than the lot has. */
export type TermsState = "none" | "proposed" | "other" | "accepted";

export type Prices = Pick<Agreement, "startingPrice" | "reservePrice" | "currency">;

interface Terms {
  readonly agreement: (Prices & Pick<Agreement, "status">) | null;
  readonly lot: Prices | null;
}

export const termsState = ({ agreement, lot }: Terms): TermsState => {
  if (!agreement || !lot) return "none";
  if (agreement.status !== "accepted") return "proposed";
  const isSame =
    agreement.currency === lot.currency &&
    agreement.startingPrice === lot.startingPrice &&
    agreement.reservePrice === lot.reservePrice;
  return isSame ? "accepted" : "other";
};

export const termsTitles: Record<TermsState, string> = {
  none: "The seller has no terms yet",
  proposed: "The seller has not accepted",
  other: "The seller accepted other prices",
  accepted: "The seller accepted the terms",
};

export type ConsignedLot = Pick<ManagedAuction, "status" | "startingPrice" | "reservePrice" | "currency" | "terms">;

/** Says why a row's draft cannot be published yet; null if its seller has accepted its prices, and for a lot of the house. */
export const whyNotAgreed = (lot: ConsignedLot): Exclude<TermsState, "accepted"> | null => {
  if (!lot.terms || lot.status !== "draft") return null;
  const { startingPrice, reservePrice = null, currency } = lot;
  const state = termsState({ ...lot.terms, lot: { startingPrice, reservePrice, currency } });
  return state === "accepted" ? null : state;
};

/** Reads it again when the seller or the staff took a step. For a page, whose dialogs then follow too. */
export const useConsignedNews = (): void => useListNews({ queryKey: [KEY] }, "offers");

/** Null for a lot of the house, before the answer, and for those who make no lots. */
export const useConsigned = (auction: Pick<Auction, "_id" | "version"> | null) => {
  const mayEdit = useMay("lots:edit");
  const { data } = useQuery({
    queryKey: [KEY, auction?._id, auction?.version],
    queryFn: async ({ signal }) => {
      const { offers } = await ask(calls.listOffersForStaff, { query: { lot: auction?._id, limit: "1" }, signal });
      return offers[0] ?? null;
    },
    enabled: mayEdit && auction !== null,
    staleTime: 0,
  });
  // The copy of a lot has an agreement too; its prices are not in this answer.
  return data?.lot && data.lot._id === auction?._id ? { offer: data, state: termsState(data) } : null;
};
