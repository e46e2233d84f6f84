// The columns of a table of lots, for its import, its export and its template. No schemas, so that screens load them alone.

interface ImportColumn {
  /** The head that the export and the template write. */
  readonly name: string;
  /** Other heads that mean the same. */
  readonly alike: readonly string[];
  /** In the template. */
  readonly example: string;
}

const column = (name: string, example: string, ...alike: string[]): ImportColumn => ({ name, example, alike });

export const importColumns = {
  reference: column("Reference", "", "ref", "own reference", "id"),
  lotNumber: column("Lot number", "012", "lot", "lot no", "lot no.", "number", "no"),
  title: column("Title", "Talking drum", "name"),
  description: column("Description", "A drum from Ibadan, about 40 cm high.", "details"),
  startingPrice: column("Starting price", "25,000", "start price", "opening price"),
  bidIncrement: column("Increment", "1,000", "bid increment", "step"),
  incrementTable: column("Increment table", "", "increments"),
  reservePrice: column("Reserve", "40,000", "reserve price"),
  buyItNowPrice: column("Buy It Now", "90,000", "buy it now price", "buy now", "buy now price"),
  currency: column("Currency", "NGN"),
  startTime: column("Start", "", "start time", "starts", "opens"),
  endTime: column("End", "", "end time", "ends", "closes"),
  categories: column("Category", "Collectibles & Antiques", "categories"),
  condition: column("Condition", "Good"),
  location: column("Location", "Lagos", "place"),
  softCloseWindow: column("Soft close seconds", "120", "soft close"),
  softCloseCap: column("Soft close cap minutes", "30", "soft close cap"),
  conditionReport: column("Condition report", "", "report"),
  pictures: column("Pictures", "", "picture", "images", "media"),
} as const satisfies Record<string, ImportColumn>;

export type ImportColumnName = keyof typeof importColumns;
export const importColumnNames = Object.keys(importColumns) as ImportColumnName[];

export const requiredColumns = ["title", "description", "startingPrice"] as const satisfies readonly ImportColumnName[];
