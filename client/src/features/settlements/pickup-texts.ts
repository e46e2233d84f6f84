// The pickup times of a sale as the place and the hours that "Ready for pickup" names to a buyer.
import type { Sale } from "@jara/shared/rest/sales";
import { PICKUP_TEXT_MAX } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { lagosClock } from "../../lib/lagos-moment.ts";

export interface PickupTexts {
  readonly place: string;
  readonly hours: string;
}

/** Names the times that are not over, the earliest first, as many as fit. Null: none is left. */
export const textsOfSale = (pickups: Sale["pickups"], nowMs: number): PickupTexts | null => {
  const left = pickups
    .filter(({ until }) => Date.parse(until) > nowMs)
    .sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  if (left.length === 0) return null;
  const places = [...new Set(left.map(({ place }) => place))];
  const times = left.map(({ from, until, place }) => {
    const time = `${formatLagosTime(from).replace(" WAT", "")} to ${lagosClock(until, from)}`;
    return places.length === 1 ? time : `${time}, ${place}`;
  });
  return { place: joined(places, " or "), hours: joined(times, "; ") };
};

/** A text that does not fit is left out, with those after it. */
const joined = (texts: readonly string[], between: string): string =>
  texts.reduce((all, text) => {
    const longer = all === "" ? text : `${all}${between}${text}`;
    return longer.length <= PICKUP_TEXT_MAX ? longer : all;
  }, "");
