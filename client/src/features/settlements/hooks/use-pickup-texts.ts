// The place and the hours of a pickup as a form has them: what the person typed, else what is stored, else the pickup
// times of the sale, else what was named last, else the settings.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { hoursText } from "../../../lots/hours-words.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { lastPickup, rememberPickup } from "../last-pickup.ts";
import { type PickupTexts, textsOfSale } from "../pickup-texts.ts";
import { saleOfLotsQuery } from "../queries.ts";

/** Returns the one sale of all lots; "" if they are of several, because the texts are for all of them. */
const saleIdOf = (settlements: readonly Settlement[]): string => {
  const ids = new Set(settlements.map(({ sale }) => sale?._id ?? ""));
  return ids.size === 1 ? ([...ids][0] ?? "") : "";
};

export const usePickupTexts = (settlements: readonly Settlement[], stored: PickupTexts | null) => {
  const { details } = useSiteDetails();
  const [typed, setTyped] = useState<Partial<PickupTexts>>({});
  const saleId = saleIdOf(settlements);
  const { data, isLoading } = useQuery({ ...saleOfLotsQuery(saleId), enabled: saleId !== "" && stored === null });
  const ofSale = data ? textsOfSale(data.sale.pickups, serverNow()) : null;
  const last = lastPickup();
  const usual: PickupTexts = {
    place: last.place || (details?.hours.place ?? ""),
    hours: last.hours || (details ? hoursText(details.hours.days) : ""),
  };
  const begun = stored ?? ofSale ?? (isLoading ? { place: "", hours: "" } : usual);
  const { place = begun.place, hours = begun.hours } = typed;
  const named: PickupTexts = { place: place.trim(), hours: hours.trim() };
  return {
    place,
    hours,
    /** True until the times of the sale are here, so that nobody sends others by mistake. */
    isLoading,
    change: (text: Partial<PickupTexts>) => setTyped({ ...typed, ...text }),
    forget: () => setTyped({}),
    /** Returns what to send; null if something is missing. It does not remember the times of a sale for other lots. */
    take: (): PickupTexts | null => {
      if (!named.place || !named.hours) return null;
      if (!ofSale) rememberPickup(named);
      return named;
    },
  };
};
