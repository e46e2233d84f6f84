// Says where a lot is collected. Screens and mails take the words from here, so that they say the same.

export interface CollectedAt {
  /** Empty: where the lot is. */
  readonly places: readonly string[];
  /** The town in which the lot is until then; absent if nobody said. */
  readonly location?: string | null | undefined;
}

export const placesInWords = (places: readonly string[]): string => places.join(" or ");

/** Null if nobody said where the lot is collected, nor where it is. */
export const collectWords = ({ places, location }: CollectedAt): string | null => {
  if (places.length === 0) return location ? `Collect it in ${location}.` : null;
  const collect = `Collect it at ${placesInWords(places)}.`;
  const isSaid = !location || places.every((place) => names(place, location));
  return isSaid ? collect : `${collect} Until then it is in ${location}.`;
};

/** True if the place has every part of the location: "Yaba, Lagos" is in "3 Herbert Macaulay Way, Yaba, Lagos". */
const names = (place: string, location: string): boolean => {
  const said = wordsOf(place);
  return location.split(",").every((part) => said.includes(wordsOf(part)));
};

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
