// The requests of the staff about a sale: its texts and times, its lots, and the actions on the whole sale.

import * as auctionManagementCalls from "@jara/shared/calls/auction-management";
import * as importsCalls from "@jara/shared/calls/imports";
import * as salesCalls from "@jara/shared/calls/sales";
import type { AdminAuctionsQuery, ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type {
  CreateSaleBody,
  LateLotBody,
  SaleAction,
  SaleLots,
  SaleLotsBody,
  UpdateSaleBody,
} from "@jara/shared/rest/sales";
import type { LotNumber } from "@jara/shared/sale-order";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerWithin } from "../../../lib/answer-within.ts";
import { ask } from "../../../lib/api.ts";
import { download } from "../../../queries/download.ts";
import { SALES } from "../queries.ts";

export type ActionKind = SaleAction["kind"];

const LOTS_AT_ONCE = 100;
const DRAFTS_AT_ONCE = 100;

export interface NumberedLots {
  /** The sale's revision when the lots were read, or an older one. */
  readonly revision: number;
  readonly lots: SaleLots["lots"];
}

/** All lots of the sale with their numbers, also drafts, in their order. */
const lotsOfSale = async (id: string, signal?: AbortSignal): Promise<SaleLots["lots"]> => {
  const lots: SaleLots["lots"] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await ask(salesCalls.listSaleLots, {
      params: { id },
      query: { page, limit: LOTS_AT_ONCE },
      signal: answerWithin(signal),
    });
    lots.push(...answer.lots);
    pages = answer.pagination.pages;
  }
  return lots;
};

export const numberedLotsKey = (id: string, revision: number) => [SALES, id, "all", revision] as const;

/** Shows the lots of the revision before until the new ones are read. */
export const lotsOfRevisionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: numberedLotsKey(id, revision),
    queryFn: async ({ signal }): Promise<NumberedLots> => ({ revision, lots: await lotsOfSale(id, signal) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const numberedLotsQuery = (id: string, revision: number) =>
  queryOptions({ ...lotsOfRevisionQuery(id, revision), select: ({ lots }) => lots });

/** Lots that are drafts, newest first. Some of them may be in another sale, which the server refuses. */
export const draftsQuery = (search: string) =>
  queryOptions({
    queryKey: [SALES, "drafts", search],
    queryFn: ({ signal }) =>
      ask(auctionManagementCalls.listAllAuctions, {
        query: { status: "draft", search, limit: DRAFTS_AT_ONCE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** All lots that the filter finds, with the facts that staff alone see, such as a seller's terms. */
export const managedLots = async (
  filter: Omit<AdminAuctionsQuery, "page" | "limit">,
  signal?: AbortSignal,
): Promise<ManagedAuction[]> => {
  const lots: ManagedAuction[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { auctions, pagination } = await ask(auctionManagementCalls.listAllAuctions, {
      query: { ...filter, page, limit: DRAFTS_AT_ONCE },
      ...(signal && { signal }),
    });
    lots.push(...auctions);
    pages = pagination.pages;
  }
  return lots;
};

export const draftsOfSaleQuery = (sale: string, revision: number) =>
  queryOptions({
    queryKey: [SALES, sale, "drafts", revision],
    queryFn: ({ signal }) => managedLots({ status: "draft", sale }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface LotsOfImport {
  /** The lots that the import made, in the order of its table. */
  readonly made: readonly string[];
  /** The lots of the table that existed before the import. */
  readonly known: readonly string[];
  /** Their lot numbers in the table. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** The number of the last lot; null if the sale has none. */
export const lastNumberQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [SALES, id, "last", revision],
    queryFn: async ({ signal }): Promise<LotNumber | null> => {
      const pageOf = (page: number) =>
        ask(salesCalls.listSaleLots, { params: { id }, query: { page, limit: 1 }, signal });
      const { lots, pagination } = await pageOf(1);
      const [last = null] = pagination.pages > 1 ? (await pageOf(pagination.pages)).lots : lots;
      return last;
    },
    staleTime: 0,
  });

export const lotsOfImportQuery = (importId: string) =>
  queryOptions({ queryKey: [SALES, "import", importId], queryFn: () => lotsOfImport(importId) });

export const lotsOfImport = async (importId: string): Promise<LotsOfImport> => {
  const made = new Set<string>();
  const known = new Set<string>();
  const numbers = new Map<string, string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { rows, pagination } = await ask(importsCalls.getImport, {
      params: { id: importId },
      query: { page, limit: LOTS_AT_ONCE },
    });
    for (const { auctionId, verdict, lotNumber } of rows) {
      if (auctionId === null) continue;
      (verdict === "create" ? made : known).add(auctionId);
      numbers.set(auctionId, lotNumber);
    }
    pages = pagination.pages;
  }
  return { made: [...made], known: [...known].filter((id) => !made.has(id)), numbers };
};

export const createSale = (body: CreateSaleBody) => ask(salesCalls.createSale, { body });
export const updateSale = (id: string, body: UpdateSaleBody) => ask(salesCalls.updateSale, { params: { id }, body });
export const setSaleLots = (id: string, body: SaleLotsBody) => ask(salesCalls.setSaleLots, { params: { id }, body });
export const addLateLot = (id: string, body: LateLotBody) => ask(salesCalls.addLateLot, { params: { id }, body });
const actions = {
  publish: salesCalls.publishSale,
  pause: salesCalls.pauseSale,
  resume: salesCalls.resumeSale,
  end: salesCalls.endSale,
};
/** The same key again does nothing twice. */
export const actOnSale = (id: string, kind: ActionKind, seconds: number | null, idempotencyKey: string) =>
  kind === "shift"
    ? ask(salesCalls.shiftSale, { params: { id }, body: { seconds: seconds ?? 0 }, idempotencyKey })
    : ask(actions[kind], { params: { id }, idempotencyKey });

/** Staff can also download the catalogue of a draft. */
export const downloadCatalogue = (id: string): Promise<void> =>
  download(salesCalls.downloadCatalogue, { params: { id } }, "catalogue.pdf");
