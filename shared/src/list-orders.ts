// The orders of the lists of auctions. They are apart from the schemas, so that the client's first page does not load
// the schemas.
export const sortFields = ["createdAt", "startingPrice", "currentPrice", "endTime", "title"] as const;
export type SortField = (typeof sortFields)[number];
/** The orders of the public listing. The staff's table has no order by bids. */
export const listSortFields = [...sortFields, "bidCount"] as const;
export type ListSortField = (typeof listSortFields)[number];
