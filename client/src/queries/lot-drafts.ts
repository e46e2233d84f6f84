// The requests about lot drafts, and the copying of an auction into one. The lists and the form that creates a lot
// share them.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/lot-drafts";
import type { ListedLotDraft, LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";

const LOT_DRAFTS = "lot-drafts";

/** All lists of lot drafts, to read them anew. */
export const allLotDrafts = { queryKey: [LOT_DRAFTS] } as const;

/** Takes a draft that is no more out of the lists, and reads these again. */
export const dropLotDraft = (client: QueryClient, id: string): void => {
  client.setQueriesData<{ drafts: ListedLotDraft[] }>(
    allLotDrafts,
    (held) => held && { ...held, drafts: held.drafts.filter(({ _id }) => _id !== id) },
  );
  void client.invalidateQueries(allLotDrafts);
};

interface DraftFilter {
  /** Only those that the reader began. */
  mine?: boolean;
  /** Words of the title. */
  search?: string;
  limit?: number;
}

/** The last saved come first. */
export const lotDraftsQuery = ({ mine = false, search = "", limit = 200 }: DraftFilter) =>
  queryOptions({
    queryKey: [LOT_DRAFTS, mine, search, limit],
    queryFn: ({ signal }) => {
      const query = { limit, ...(mine && { mine }), ...(search && { search }) };
      return ask(calls.listLotDrafts, { query, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Read anew whenever it is opened, because another tab or device may have saved it. */
export const lotDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ["lot-draft", id],
    queryFn: async ({ signal }) => (await ask(calls.getLotDraft, { params: { id }, signal })).draft,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const saveLotDraft = async (id: string, revision: number, content: LotDraftContent) =>
  (await ask(calls.saveLotDraft, { params: { id }, body: { revision, content } })).draft;

/** Makes it a draft of an auction. Refused with the sentences of what is missing. */
export const finishLotDraft = async (id: string, revision: number, idempotencyKey: string): Promise<Auction> =>
  (await ask(calls.finishLotDraft, { params: { id }, body: { revision }, idempotencyKey })).auction;

export const deleteLotDraft = (id: string) => ask(calls.deleteLotDraft, { params: { id } });

/** Returns the new draft's id. */
export const duplicateAuction = async (auctionId: string): Promise<string> =>
  (await ask(calls.duplicateAuction, { params: { id: auctionId } })).draft._id;

/** The address of the form with this draft. */
export const draftAddress = (id: string): string => `/create-auction?draft=${encodeURIComponent(id)}`;
