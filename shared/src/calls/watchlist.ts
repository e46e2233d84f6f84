// A person's watchlist, and the reminders about its lots.
import { pageQuery } from "../rest/common.ts";
import {
  remindersAnswer,
  remindersBody,
  WATCHLIST_LIMIT_DEFAULT,
  watchAnswer,
  watchBody,
  watchedIdsAnswer,
  watchedLotsAnswer,
  watchedLotsQuery,
  watchlistAnswer,
  watchManyAnswer,
  watchOneBody,
} from "../rest/watchlist.ts";
import { BROWSER_WATCHED_MAX, WATCHED_MAX } from "../watch-limits.ts";
import { callsIn, idParams } from "./call.ts";
import { read } from "./costs.ts";
import { auction, auctionId } from "./samples.ts";

const call = callsIn("Watchlist");

export const listWatched = call({
  route: "GET /api/watchlist",
  access: "signed in",
  summary: "The lots that the caller watches",
  description:
    "Lots that are not over come first, the soonest end first; the others follow, the latest end first. Lots that " +
    "were removed or withdrawn are left out.",
  query: pageQuery,
  answer: watchlistAnswer,
  unchecked: true,
  pageLength: WATCHLIST_LIMIT_DEFAULT,
  examples: {
    answer: {
      auctions: [auction],
      outbid: [],
      wishes: { [auctionId]: 45_000 },
      pagination: { current: 1, pages: 1, total: 1, limit: 24 },
    },
  },
});

export const listWatchedIds = call({
  route: "GET /api/watchlist/ids",
  access: "signed in",
  summary: "The ids of all lots that the caller watches, newest first",
  answer: watchedIdsAnswer,
  examples: { answer: { ids: [auctionId] } },
});

export const listLotsToWatch = call({
  route: "GET /api/watchlist/lots",
  access: "anyone",
  readsToken: true,
  summary: "Lots by their ids, for the list that a visitor's browser keeps",
  description:
    `At most ${BROWSER_WATCHED_MAX} ids, in any order. The lots come in the order of the watchlist. Ids that are ` +
    "unknown, or of lots that the caller may not see, are left out. Nothing is stored.",
  query: watchedLotsQuery,
  answer: watchedLotsAnswer,
  unchecked: true,
  cost: read(4),
  examples: { answer: { auctions: [auction] } },
});

export const getReminders = call({
  route: "GET /api/watchlist/reminders",
  access: "signed in",
  summary: "The reminders that the caller wants about watched lots",
  answer: remindersAnswer,
  examples: { answer: { reminders: ["1h", "price"] } },
});

export const chooseReminders = call({
  route: "PUT /api/watchlist/reminders",
  access: "signed in",
  summary: "Choose the reminders about watched lots",
  description: "The list replaces the one before. How they arrive is chosen in the notifications' preferences.",
  body: remindersBody,
  answer: remindersAnswer,
  examples: { body: { reminders: ["1h", "price"] }, answer: { reminders: ["1h", "price"] } },
});

export const watchLot = call({
  route: "PUT /api/watchlist/:id",
  access: "signed in",
  summary: "Watch a lot",
  description:
    `Doing it twice changes nothing. A person can watch at most ${WATCHED_MAX} lots. With \`wishPrice\`, in the ` +
    "lot's currency, the person is reminded in the last hour if the price is below it, and when the price falls " +
    "below it.",
  params: idParams,
  body: watchOneBody,
  answer: watchAnswer,
  examples: { body: { wishPrice: 45_000 }, answer: { isWatching: true, wishPrice: 45_000 } },
});

export const unwatchLot = call({
  route: "DELETE /api/watchlist/:id",
  access: "signed in",
  summary: "Stop watching a lot",
  description: "Doing it twice changes nothing.",
  params: idParams,
  answer: watchAnswer,
  examples: { answer: { isWatching: false } },
});

export const watchSeveral = call({
  route: "POST /api/watchlist",
  access: "signed in",
  summary: "Watch several lots, after a log-in those of the visitor's list",
  description:
    "Lots that are unknown, that the caller may not see, or for which there is no room are ignored. `added` says " +
    "how many were added.",
  body: watchBody,
  answer: watchManyAnswer,
  examples: { body: { auctionIds: [auctionId] }, answer: { added: 1 } },
});
