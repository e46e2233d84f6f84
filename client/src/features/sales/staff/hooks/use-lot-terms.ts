// Gives the terms of sellers' lots in a draft of a sale, and reads them again when a seller or the staff took a step.
import type { Sale } from "@jara/shared/rest/sales";
import { useQuery } from "@tanstack/react-query";
import { useListNews } from "../../../../connection/use-list-news.ts";
import { whyNotAgreed } from "../../../../lots/consigned/use-consigned.ts";
import { SALES } from "../../queries.ts";
import type { ChosenLot } from "../lot-order.ts";
import { draftsOfSaleQuery } from "../queries.ts";

export type LotTerms = ReadonlyMap<string, ChosenLot["terms"]>;

export const useLotTerms = ({ _id, revision, status }: Pick<Sale, "_id" | "revision" | "status">): LotTerms => {
  useListNews({ queryKey: [SALES, _id, "drafts"] }, "offers");
  const { data } = useQuery({ ...draftsOfSaleQuery(_id, revision), enabled: status === "draft" });
  return new Map(data?.map((lot) => [lot._id, lot.terms]));
};

/** A lot that was just added brings its terms from the list of drafts. */
export const withTerms = (lot: ChosenLot, terms: LotTerms): ChosenLot => {
  const known = terms.get(lot._id) ?? lot.terms;
  return known === undefined ? lot : { ...lot, terms: known };
};

export interface UnagreedLot {
  readonly _id: string;
  readonly title: string;
  readonly offerId: string;
  readonly why: NonNullable<ReturnType<typeof whyNotAgreed>>;
}

/** The lots that keep the sale from its publication, because their sellers have not accepted their prices. */
export const unagreedOf = (lots: readonly ChosenLot[], terms: LotTerms): UnagreedLot[] =>
  lots.flatMap((lot) => {
    const known = withTerms(lot, terms);
    const why = whyNotAgreed(known);
    return why && known.terms ? [{ _id: lot._id, title: lot.title, offerId: known.terms.offerId, why }] : [];
  });
