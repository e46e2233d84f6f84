// GET /api/admin/lots.csv: the lots of the staff's list as a table that can be imported again.
import { type Auction, conditionLabels } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/imports";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { type ImportColumnName, importColumnNames, importColumns } from "@jara/shared/import-columns";
import { eachDetail, eachEstimate } from "@jara/shared/lot-fields";
import type { ExchangeRates } from "@jara/shared/money";
import type { LotsFileQuery } from "@jara/shared/rest/admin-auctions";
import { IMPORT_ROWS_MAX } from "@jara/shared/rest/imports";
import { lotNumberText } from "@jara/shared/sale-order";
import { writeReport } from "@jara/shared/written-report";
import { and, eq, like } from "drizzle-orm";
import { toView } from "../../../auction/view/to-public.ts";
import { type Viewer, viewerOfRole } from "../../../auction/view/viewer.ts";
import { viewersOn } from "../../../engine/reads/interests.ts";
import type { Clock } from "../../../platform/database/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { recordDownload } from "../../../platform/database/record-action.ts";
import { importedLots } from "../../../platform/database/schema/imports.ts";
import { saleLots } from "../../../platform/database/schema/sales.ts";
import { codesOf } from "../../../platform/database/seller-codes.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import type { App } from "../../../platform/http/app.ts";
import { csvFile, csvLine } from "../../../platform/http/csv.ts";
import { sendFile } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import { lagosDay } from "../../../platform/lib/lagos-time.ts";
import { listAllAuctions } from "../admin-auctions.ts";
import { writeTime } from "./lagos-times.ts";
import { writtenAddress } from "./same-lot.ts";

const READ_AT_ONCE = 100;
const REFERENCE = "reference ";

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly exchange: { current(): ExchangeRates };
  /** The labels of all categories, with retired ones. */
  readonly categoryLabel: (code: string) => string;
}

interface Exported {
  readonly lot: Auction;
  readonly reference: string;
  /** Its number in its sale. */
  readonly lotNumber: string | undefined;
  /** Undefined for a lot of the house. */
  readonly sellerCode: string | undefined;
}

export const serveLotsFile = (app: App, deps: Deps): void => {
  serve(app, calls.downloadLots, async ({ account: { id, role }, query, reply }) => {
    await recordDownload(deps.database, id, "lots", query);
    const parts = lotsInParts(deps, query, viewerOfRole(role, id), id);
    const heads = importColumnNames.map((column) => importColumns[column].name);
    return sendFile(
      reply,
      `lots_${lagosDay(deps.clock.now())}.csv`,
      csvFile(heads, parts, (one) => lineOf(one, deps.categoryLabel)),
    );
  });
};

/** A lot that moves to another page meanwhile is written once. */
async function* lotsInParts(
  { database, clock, exchange }: Deps,
  query: LotsFileQuery,
  caller: Viewer,
  callerId: string,
): AsyncGenerator<Exported[]> {
  const written = new Set<string>();
  for (let page = 1; written.size < IMPORT_ROWS_MAX; page++) {
    const { auctions } = await listAllAuctions(database, query, { page, limit: READ_AT_ONCE }, exchange.current());
    const lots = auctions.filter(({ id }) => !written.has(id)).slice(0, IMPORT_ROWS_MAX - written.size);
    const ids = lots.map(({ id }) => id);
    for (const id of ids) written.add(id);
    const sellerIds = lots.flatMap(({ isConsigned, seller }) => (isConsigned ? seller.id : []));
    const [viewerOf, references, numbers, codes] = await Promise.all([
      viewersOn(database, ids, caller),
      referencesOf(database, callerId, ids),
      numbersOf(database, ids),
      codesOf(database.db, sellerIds),
    ]);
    yield lots.map((state) => ({
      lot: toView(state, viewerOf(state.id), clock.now()),
      reference: references.get(state.id) ?? state.id,
      lotNumber: numbers.get(state.id),
      sellerCode: state.isConsigned ? codes.get(state.seller.id) : undefined,
    }));
    if (auctions.length < READ_AT_ONCE) return;
  }
}

const numbersOf = async ({ db }: Database, auctionIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (auctionIds.length === 0) return new Map();
  const rows = await db
    .select({ auctionId: saleLots.auctionId, lotNumber: saleLots.lotNumber, suffix: saleLots.suffix })
    .from(saleLots)
    .where(isAnyOf(saleLots.auctionId, auctionIds));
  return new Map(rows.map(({ auctionId, ...number }) => [auctionId, lotNumberText(number)]));
};

/** The references of the lots that this member of the staff imported with one. */
const referencesOf = async (
  { db }: Database,
  ownerId: string,
  auctionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (auctionIds.length === 0) return new Map();
  const rows = await db
    .select({ key: importedLots.key, auctionId: importedLots.auctionId })
    .from(importedLots)
    .where(
      and(
        eq(importedLots.ownerId, ownerId),
        like(importedLots.key, `${REFERENCE}%`),
        isAnyOf(importedLots.auctionId, auctionIds),
      ),
    );
  return new Map(rows.map(({ key, auctionId }) => [auctionId, key.slice(REFERENCE.length)]));
};

const lineOf = ({ lot, reference, lotNumber, sellerCode }: Exported, categoryLabel: Deps["categoryLabel"]): string => {
  const cells: Record<ImportColumnName, string | number> = {
    reference,
    // A lot has a number only if it is in a sale.
    lotNumber: lotNumber ?? "",
    title: lot.title,
    description: lot.description,
    startingPrice: lot.startingPrice,
    bidIncrement: lot.incrementSteps ? "" : lot.bidIncrement,
    incrementTable: lot.incrementSteps ? "yes" : "",
    reservePrice: lot.reservePrice ?? "",
    buyItNowPrice: lot.buyItNowPrice ?? "",
    currency: lot.currency,
    startTime: lot.startTime ? writeTime(lot.startTime) : "",
    endTime: writeTime(lot.endTime),
    categories: lot.categories.map(categoryLabel).join("; "),
    condition: conditionLabels[lot.condition],
    location: lot.location ?? "",
    softCloseWindow: lot.softClose ? String(lot.softClose.windowSeconds) : "off",
    softCloseCap: lot.softClose ? String(lot.softClose.capMinutes) : "",
    conditionReport: lot.conditionReport ? writeReport(lot.conditionReport as ConditionReport) : "",
    seller: sellerCode ?? "",
    ...eachDetail((name) => lot[name] ?? ""),
    ...eachEstimate((name) => lot[name] ?? ""),
    pictures: lot.media.map(({ url }) => writtenAddress(url)).join("; "),
  };
  return csvLine(importColumnNames.map((column) => cells[column]));
};
