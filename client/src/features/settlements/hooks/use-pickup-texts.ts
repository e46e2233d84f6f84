// The place and the hours of pickups as a form has them, for each sale of the lots: what the person typed, else what is
// stored, else the pickup times of the sale, else what was named last, else the settings.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { hoursText } from "../../../lots/hours-words.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { lastPickup, rememberPickup } from "../last-pickup.ts";
import { type PickupTexts, textsOfSale } from "../pickup-texts.ts";
import { saleOfLotsQuery } from "../queries.ts";

/** The sale of a lot by its id; "" for lots that are sold on their own. */
export const saleIdOf = ({ sale }: Pick<Settlement, "sale">): string => sale?._id ?? "";

export interface PickupOfSale extends PickupTexts {
  readonly saleId: string;
  /** Null for lots that are sold on their own. */
  readonly title: string | null;
  readonly closesAt: string | null;
  readonly lots: number;
  /** True until the times of the sale are here, so that nobody sends others by mistake. */
  readonly isLoading: boolean;
  readonly change: (text: Partial<PickupTexts>) => void;
}

export const usePickupTexts = (settlements: readonly Settlement[], stored: PickupTexts | null) => {
  const { details } = useSiteDetails();
  const [typed, setTyped] = useState<Readonly<Record<string, Partial<PickupTexts>>>>({});
  const saleIds = [...new Set(settlements.map(saleIdOf))];
  const read = useQueries({
    queries: saleIds.map((id) => ({ ...saleOfLotsQuery(id), enabled: id !== "" && stored === null })),
  });
  const last = lastPickup();
  const usual: PickupTexts = {
    place: last.place || (details?.hours.place ?? ""),
    hours: last.hours || (details ? hoursText(details.hours.days) : ""),
  };
  const ofSales = read.map(({ data }) => (data ? textsOfSale(data.sale.pickups, serverNow()) : null));
  const sales = saleIds.map((saleId, n): PickupOfSale => {
    const { data, isLoading = false } = read[n] ?? {};
    const begun = stored ?? ofSales[n] ?? (isLoading ? { place: "", hours: "" } : usual);
    const lots = settlements.filter((one) => saleIdOf(one) === saleId);
    return {
      ...begun,
      ...typed[saleId],
      saleId,
      title: lots[0]?.sale?.title ?? null,
      closesAt: data?.sale.closesAt ?? null,
      lots: lots.length,
      isLoading,
      change: (text) => setTyped((before) => ({ ...before, [saleId]: { ...before[saleId], ...text } })),
    };
  });
  return {
    sales,
    isLoading: sales.some(({ isLoading }) => isLoading),
    forget: () => setTyped({}),
    /** Returns what to send, by the sale's id; null if something is missing. It does not remember the times of a sale. */
    take: (): ReadonlyMap<string, PickupTexts> | null => {
      const named = sales.map(
        ({ saleId, place, hours }) => [saleId, { place: place.trim(), hours: hours.trim() }] as const,
      );
      if (named.some(([, { place, hours }]) => !place || !hours)) return null;
      for (const [n, [, texts]] of named.entries()) if (!ofSales[n]) rememberPickup(texts);
      return new Map(named);
    },
  };
};
