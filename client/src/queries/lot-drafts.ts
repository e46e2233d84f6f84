// The requests about lot drafts, and the copying of an auction into one. The lists and the form that creates a lot
// share them.
import type { ListedLotDraft, LotDraft, LotDraftContent, SavedLotDraft } from "@jara/shared/rest/lot-drafts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

const pathOf = (id: string) => `/lot-drafts/${encodeURIComponent(id)}`;
const LOT_DRAFTS = "lot-drafts";

/** The last saved come first. */
export const lotDraftsQuery = queryOptions({
  queryKey: [LOT_DRAFTS],
  queryFn: async ({ signal }) => (await api.get<{ drafts: ListedLotDraft[] }>("/lot-drafts", undefined, signal)).drafts,
  staleTime: 0,
});

/** Read anew whenever it is opened, because another tab or device may have saved it. */
export const lotDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ["lot-draft", id],
    queryFn: async ({ signal }) => (await api.get<{ draft: LotDraft }>(pathOf(id), undefined, signal)).draft,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const saveLotDraft = async (id: string, revision: number, content: LotDraftContent) =>
  (await api.put<SavedLotDraft>(pathOf(id), { revision, content })).draft;

export const deleteLotDraft = (id: string) => api.delete(pathOf(id));

/** Returns the new draft's id. */
export const duplicateAuction = async (auctionId: string): Promise<string> =>
  (await api.post<SavedLotDraft>(`/auctions/${encodeURIComponent(auctionId)}/duplicate`)).draft._id;

/** The address of the form with this draft. */
export const draftAddress = (id: string): string => `/create-auction?draft=${encodeURIComponent(id)}`;
