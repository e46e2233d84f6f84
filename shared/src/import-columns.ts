// The columns of a table of lots, for its import, its export and its template. No schemas, so that screens load them alone.
import { eachDetail, eachEstimate } from "./lot-fields.ts";

interface ImportColumn {
  /** The head that the export and the template write. */
  readonly name: string;
  /** Other heads that mean the same. */
  readonly alike: readonly string[];
  /** In the template. */
  readonly example: string;
}

const column = (name: string, example: string, ...alike: string[]): ImportColumn => ({ name, example, alike });

/** The other heads are those of our older files and of HiBid, Auction Flex, AuctionMethod, LiveAuctioneers and Proxibid. */
export const importColumns = {
  reference: column(
    "Reference",
    "",
    "ref",
    "own reference",
    "id",
    "reference number",
    "lot reference number",
    "item id",
    "inventory number",
    "sku",
  ),
  lotNumber: column("Lot number", "012", "lot", "lot no", "lot num", "number", "no", "item number"),
  title: column("Title", "Talking drum", "name", "lead", "lot title", "item title", "item name", "lot name"),
  description: column(
    "Description",
    "A drum from Ibadan, about 40 cm high.",
    "details",
    "lot description",
    "item description",
    "full description",
    "long description",
  ),
  startingPrice: column(
    "Starting price",
    "25,000",
    "start price",
    "opening price",
    "starting bid",
    "start bid",
    "start bid each",
    "opening bid",
    "minimum bid",
  ),
  bidIncrement: column("Increment", "1,000", "bid increment", "minimum increment", "step"),
  incrementTable: column("Increment table", "", "increments"),
  reservePrice: column("Reserve", "40,000", "reserve price", "reserve amount", "reserve bid", "total reserve"),
  buyItNowPrice: column("Buy It Now", "90,000", "buy it now price", "buy now", "buy now price"),
  ...eachEstimate((_, { title, example, alike }) => column(title, example, ...alike)),
  currency: column("Currency", "NGN"),
  startTime: column("Start", "", "start time", "starts", "opens", "start date", "start date time"),
  endTime: column("End", "", "end time", "ends", "closes", "end date", "end date time", "closing time"),
  categories: column("Category", "Collectibles & Antiques", "categories", "category name", "lot category"),
  condition: column("Condition", "Good", "item condition", "lot condition"),
  location: column("Location", "Lagos", "place", "item location", "location nickname"),
  softCloseWindow: column("Soft close seconds", "120", "soft close"),
  softCloseCap: column("Soft close cap minutes", "30", "soft close cap"),
  conditionReport: column("Condition report", "", "report"),
  ...eachDetail((_, { title, example, alike }) => column(title, example, ...alike)),
  seller: column("Seller", "", "seller code", "consignor code"),
  pictures: column(
    "Pictures",
    "",
    "picture",
    "images",
    "image",
    "media",
    "photos",
    "photo",
    "image names",
    "image urls",
  ),
} as const satisfies Record<string, ImportColumn>;

export type ImportColumnName = keyof typeof importColumns;
export const importColumnNames = Object.keys(importColumns) as ImportColumnName[];

export const requiredColumns = ["title", "description", "startingPrice"] as const satisfies readonly ImportColumnName[];

/** A column that several columns of a table may be. */
export const isRepeatable = (name: ImportColumnName): boolean => name === "pictures";
