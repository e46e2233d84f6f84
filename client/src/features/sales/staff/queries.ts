// The requests of the staff about a sale: its texts and times, its lots, and the actions on the whole sale.
import type { AdminAuctions } from "@jara/shared/rest/admin-auctions";
import type { ImportPage } from "@jara/shared/rest/imports";
import type { CreateSaleBody, SaleAction, SaleAnswer, SaleLots, UpdateSaleBody } from "@jara/shared/rest/sales";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { SALES } from "../queries.ts";

export type ActionKind = SaleAction["kind"];

const LOTS_AT_ONCE = 100;
const DRAFTS_AT_ONCE = 100;

const pathOf = (id: string) => `/sales/${encodeURIComponent(id)}`;

export interface NumberedLots {
  /** The sale's revision when the lots were read, or an older one. */
  readonly revision: number;
  readonly lots: SaleLots["lots"];
}

export const numberedLotsKey = (id: string, revision: number) => [SALES, id, "all", revision] as const;

/**
 * All lots of the sale with their numbers, also drafts, in their order. Until they are read, the lots of the revision
 * before are shown.
 */
export const lotsOfRevisionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: numberedLotsKey(id, revision),
    queryFn: async ({ signal }): Promise<NumberedLots> => {
      const lots: SaleLots["lots"] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await api.get<SaleLots>(`${pathOf(id)}/lots`, { page, limit: LOTS_AT_ONCE }, signal);
        lots.push(...answer.lots);
        pages = answer.pagination.pages;
      }
      return { revision, lots };
    },
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
      api.get<AdminAuctions>("/auctions/admin/all", { status: "draft", search, limit: DRAFTS_AT_ONCE }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface LotsOfImport {
  /** The lots that the import made, in the order of its table. */
  readonly made: readonly string[];
  /** The lots of the table that existed before the import. */
  readonly known: readonly string[];
}

export const lotsOfImport = async (importId: string): Promise<LotsOfImport> => {
  const made = new Set<string>();
  const known = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = `/admin/imports/${encodeURIComponent(importId)}`;
    const { rows, pagination } = await api.get<ImportPage>(path, { page, limit: LOTS_AT_ONCE });
    for (const { auctionId, verdict } of rows) {
      if (auctionId !== null) (verdict === "create" ? made : known).add(auctionId);
    }
    pages = pagination.pages;
  }
  return { made: [...made], known: [...known].filter((id) => !made.has(id)) };
};

export const createSale = (body: CreateSaleBody) => api.post<SaleAnswer>("/sales", body);
export const updateSale = (id: string, body: UpdateSaleBody) => api.put<SaleAnswer>(pathOf(id), body);
export const setSaleLots = (id: string, revision: number, auctionIds: readonly string[]) =>
  api.put<SaleAnswer>(`${pathOf(id)}/lots`, { revision, auctionIds });
/** The same key again does nothing twice. */
export const actOnSale = (id: string, kind: ActionKind, seconds: number | null, idempotencyKey: string) =>
  api.post<SaleAnswer>(`${pathOf(id)}/${kind}`, seconds === null ? undefined : { seconds }, { idempotencyKey });
