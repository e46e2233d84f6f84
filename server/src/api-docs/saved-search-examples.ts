// Examples of the routes of saved searches.
import { messageAnswer } from "@jara/shared/rest/common";
import {
  changeSearchBody,
  type SavedSearch,
  savedSearchAnswer,
  savedSearchesAnswer,
  saveSearchBody,
  seenSearchAnswer,
} from "@jara/shared/rest/saved-searches";
import type * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const name = "Generators";
const query = { search: "generator", currency: "NGN" } as const;
const savedSearch: SavedSearch = {
  ...{ _id: "b8f4c2d1-6e3a-4f7b-9c5d-2a1e0f9b8c7d", name, query, alert: "now", unseen: 3 },
  createdAt: "2026-11-21T09:30:00.000Z",
};

export const savedSearchExamples = {
  "GET /api/saved-searches": { answer: of(savedSearchesAnswer, { savedSearches: [savedSearch] }) },
  "POST /api/saved-searches": {
    body: of(saveSearchBody, { name, query, alert: "now" }),
    answer: of(savedSearchAnswer, { savedSearch: { ...savedSearch, unseen: 0 } }),
  },
  "GET /api/saved-searches/:id": { answer: of(savedSearchAnswer, { savedSearch }) },
  "PATCH /api/saved-searches/:id": {
    body: of(changeSearchBody, { name: "Generators in naira", alert: "daily" }),
    answer: of(savedSearchAnswer, { savedSearch: { ...savedSearch, name: "Generators in naira", alert: "daily" } }),
  },
  "POST /api/saved-searches/:id/seen": {
    answer: of(seenSearchAnswer, {
      savedSearch: { ...savedSearch, unseen: 0 },
      newLots: ["5c1f0a52-9f0e-4f3b-8a3c-6d2b1e4a7f90"],
    }),
  },
  "DELETE /api/saved-searches/:id": { answer: of(messageAnswer, { message: "Saved search deleted" }) },
} as const;
