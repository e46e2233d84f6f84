// Saved searches.
import { messageAnswer } from "../rest/common.ts";
import {
  changeSearchBody,
  type SavedSearch,
  savedSearchAnswer,
  savedSearchesAnswer,
  saveSearchBody,
  seenSearchAnswer,
} from "../rest/saved-searches.ts";
import { SAVED_SEARCHES_MAX } from "../saved-search-limits.ts";
import { callsIn, idParams, noBody } from "./call.ts";

const call = callsIn("Saved searches");

const name = "Generators";

const query = { search: "generator", currency: "NGN" } as const;

const savedSearch: SavedSearch = {
  _id: "b8f4c2d1-6e3a-4f7b-9c5d-2a1e0f9b8c7d",
  name,
  query,
  alert: "now",
  unseen: 3,
  createdAt: "2026-11-21T09:30:00.000Z",
};

export const listSavedSearches = call({
  route: "GET /api/saved-searches",
  access: "signed in",
  summary: "The caller's saved searches, the newest first",
  description: "`unseen` is the number of listed lots that were found since the search was last opened.",
  answer: savedSearchesAnswer,
  examples: { answer: { savedSearches: [savedSearch] } },
});

export const saveSearch = call({
  route: "POST /api/saved-searches",
  access: "signed in",
  summary: "Save a search",
  description:
    "`query` has the fields of `GET /api/auctions`; the page is left out. Lots that become active from now on, and " +
    "that the search finds, are new lots of it. `alert`: tell the owner at once, once a day at 08:00 in Lagos, or " +
    `not at all. A person can keep ${SAVED_SEARCHES_MAX} searches, and no two that find the same lots.`,
  body: saveSearchBody,
  answer: savedSearchAnswer,
  status: 201,
  examples: { body: { name, query, alert: "now" }, answer: { savedSearch: { ...savedSearch, unseen: 0 } } },
});

export const getSavedSearch = call({
  route: "GET /api/saved-searches/:id",
  access: "signed in",
  summary: "One of the caller's saved searches",
  params: idParams,
  answer: savedSearchAnswer,
  examples: { answer: { savedSearch } },
});

export const changeSavedSearch = call({
  route: "PATCH /api/saved-searches/:id",
  access: "signed in",
  summary: "Rename a saved search, or change when its owner is told",
  description: "What it searches stays: another search is another saved search.",
  params: idParams,
  body: changeSearchBody,
  answer: savedSearchAnswer,
  examples: {
    body: { name: "Generators in naira", alert: "daily" },
    answer: { savedSearch: { ...savedSearch, name: "Generators in naira", alert: "daily" } },
  },
});

export const markSavedSearchSeen = call({
  route: "POST /api/saved-searches/:id/seen",
  access: "signed in",
  summary: "The caller opened a saved search: its new lots are no longer new",
  description: "`newLots` names the lots that were new until now, so that a page can mark them.",
  params: idParams,
  body: noBody,
  answer: seenSearchAnswer,
  examples: {
    answer: {
      savedSearch: { ...savedSearch, unseen: 0 },
      newLots: ["5c1f0a52-9f0e-4f3b-8a3c-6d2b1e4a7f90"],
    },
  },
});

export const deleteSavedSearch = call({
  route: "DELETE /api/saved-searches/:id",
  access: "signed in",
  summary: "Delete a saved search",
  params: idParams,
  answer: messageAnswer,
  examples: { answer: { message: "Saved search deleted" } },
});
