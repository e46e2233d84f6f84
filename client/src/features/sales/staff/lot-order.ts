// The order of a sale's lots while somebody of the staff arranges them. Pure functions.

/** Moves one entry to the place (from 0); a place outside the list is its nearest end. */
export const movedTo = <T>(list: readonly T[], from: number, to: number): T[] => {
  const [entry, ...others] = [list[from], ...list.slice(0, from), ...list.slice(from + 1)];
  if (entry === undefined) return [...list];
  const rest = others as T[];
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), entry, ...rest.slice(place)];
};

/** The places (from 0) that the server's issues name, as `auctionIds.3`. */
export const refusedPlaces = (issues: readonly { readonly path: string }[]): ReadonlySet<number> =>
  new Set(issues.flatMap(({ path }) => (/^auctionIds\.\d+$/.test(path) ? [Number(path.slice(11))] : [])));

export const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);
