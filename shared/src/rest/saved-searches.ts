// Schemas of the REST calls on a person's saved searches. The fields of a search are those of `GET /auctions`, validated by
// its own schema, so that a search that can be saved can also be opened.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { SAVED_SEARCH_NAME_MAX, searchAlerts } from "../saved-search-limits.ts";
import { asGiven, line } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { auctionListQuery } from "./auctions.ts";

/** A saved search finds open lots only, so it has no `upcoming`. */
const { upcoming: _, ...listingFields } = auctionListQuery.shape;
type QueryField = keyof typeof listingFields;
/** The fields of a search as the address of the listing has them, several values with commas between them. */
export type SavedQuery = Partial<Record<QueryField, string>>;

const fields = Object.keys(listingFields) as QueryField[];
/** JSON has numbers and lists where an address has text. Both are accepted. */
const given = z.optional(z.union([asGiven, z.number(), z.boolean(), z.array(asGiven)]));
const givenQuery = z.strictObject(
  Object.fromEntries(fields.map((name) => [name, given])) as Record<QueryField, typeof given>,
);

/** The page is not a part of a search. */
const pageFields: ReadonlySet<string> = new Set(["page", "limit"]);

const toText = (query: z.infer<typeof givenQuery>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => value !== undefined && !pageFields.has(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value).trim()])
      .filter(([, text]) => text !== ""),
  );

type ListingFields = z.input<typeof auctionListQuery>;
const savedQuery = z.pipe(
  z.pipe(
    givenQuery,
    z.transform((query) => toText(query) as ListingFields),
  ),
  auctionListQuery,
);

const name = line(1, SAVED_SEARCH_NAME_MAX);
const alert = z.enum(searchAlerts);

export const saveSearchBody = z.strictObject({ name, query: savedQuery, alert });
/** Omitted fields stay unchanged. */
export const changeSearchBody = z.strictObject({ name: z.optional(name), alert: z.optional(alert) });

export const savedSearchSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** As the address of the listing has it. */
  query: z.record(z.string(), z.string()),
  alert,
  /** The number of listed lots that were found since the owner last opened the search. */
  unseen: z.int(),
  createdAt: wireTime,
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const savedSearchAnswer = z.object({ savedSearch: savedSearchSchema });
/** `newLots`: the ids of the lots that the owner had not seen until now, the newest matches first; at most 500. */
export const seenSearchAnswer = z.object({ savedSearch: savedSearchSchema, newLots: z.array(idSchema) });
export type SeenSearch = z.infer<typeof seenSearchAnswer>;
/** The newest first. */
export const savedSearchesAnswer = z.object({ savedSearches: z.array(savedSearchSchema) });
