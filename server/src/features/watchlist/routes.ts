// /api/watchlist: the lots that a person watches. `watchlist:changed` goes to their own connections at each change. No
// answer and no event shows it to anybody else; only staff see how many watchlists have a lot
// (auctions/admin-routes.ts).
import type { Auction } from "@jara/shared/auction";
import { toMajor, toMinor } from "@jara/shared/money";
import { pageQuery } from "@jara/shared/rest/common";
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
} from "@jara/shared/rest/watchlist";
import { BROWSER_WATCHED_MAX, WATCHED_MAX } from "@jara/shared/watch-limits";
import { isPrivileged, type Viewer } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import { outbidAmong } from "../../engine/reads/outbid-among.ts";
import { type Rooms, rooms } from "../../live/rooms.ts";
import { paginationOf, rowsBefore } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { remindersOf, setReminders, unwatch, watch, watchedAmong, watchedBy, watchedIds, wishesOf } from "./queries.ts";

const tags = ["Watchlist"];

type Deps = Pick<RouteDeps, "database" | "lists" | "clock"> & { readonly rooms: Rooms };

/** Publishes to the person's own connections, at every node. Call after the commit. */
const publish = (allRooms: Rooms, userId: string, auctionIds: readonly string[], isWatching: boolean): void => {
  for (const auctionId of auctionIds)
    allRooms.publishEverywhere(rooms.user(userId), { type: "watchlist:changed", data: { auctionId, isWatching } });
};

export const serveWatchlist = (app: App, deps: Deps, caller: Caller): void => {
  serveLists(app, deps, caller);
  serveReminders(app, deps, caller);
  serveChanges(app, deps, caller);
};

/** The lots as the listing shows them. */
const lotsOf = async (
  { lists: database, clock }: Deps,
  ids: readonly string[],
  viewer: Viewer,
): Promise<{ auctions: Auction[]; outbid?: string[] }> => {
  const [found, viewerOf] = await Promise.all([inOrder(database, ids), viewersOn(database, ids, viewer)]);
  // A lot may have become a draft since the ids were read, and staff with an interest in a draft do not see it.
  const states = found.filter((state) => isShown(state, viewerOf(state.id)));
  const [auctions, outbid] = await Promise.all([
    viewsOf({ database, clock }, states, viewer),
    viewer.kind === "public" ? null : outbidAmong(database, viewer.id, states),
  ]);
  return { auctions, ...(outbid && { outbid }) };
};

const serveLists = (app: App, deps: Deps, caller: Caller): void => {
  const { database, lists } = deps;

  app.get(
    "/api/watchlist",
    {
      schema: {
        tags,
        summary: "The lots that the caller watches",
        description:
          "Lots that are not over come first, the soonest end first; the others follow, the latest end first. Lots that " +
          "were removed or withdrawn are left out.",
        querystring: pageQuery,
        response: { 200: watchlistAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const viewer = await caller.viewer(request);
      const { page = 1, limit = WATCHLIST_LIMIT_DEFAULT } = request.query;
      const ids = await watchedBy(lists, id, isPrivileged(viewer));
      const before = rowsBefore({ page, limit });
      const shown = ids.slice(before, before + limit);
      const [lots, wishes] = await Promise.all([lotsOf(deps, shown, viewer), wishesOf(lists, id, shown)]);
      return {
        ...lots,
        wishes: Object.fromEntries([...wishes].map(([auctionId, minor]) => [auctionId, toMajor(minor)])),
        pagination: paginationOf(page, limit, ids.length),
      };
    },
  );

  app.get(
    "/api/watchlist/ids",
    {
      schema: {
        tags,
        summary: "The ids of all lots that the caller watches, newest first",
        response: { 200: watchedIdsAnswer },
      },
    },
    async (request) => ({ ids: await watchedIds(database, (await caller.signedIn(request)).id) }),
  );

  app.get(
    "/api/watchlist/lots",
    {
      schema: {
        tags,
        summary: "Lots by their ids, for the list that a visitor's browser keeps",
        description:
          `At most ${BROWSER_WATCHED_MAX} ids, in any order. The lots come in the order of the watchlist. Ids that are ` +
          "unknown, or of lots that the caller may not see, are left out. Nothing is stored.",
        querystring: watchedLotsQuery,
        response: { 200: watchedLotsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const ids = await watchedAmong(lists, request.query.ids.filter(isUuid), isPrivileged(viewer));
      return await lotsOf(deps, ids, viewer);
    },
  );
};

const serveReminders = (app: App, { database }: Deps, caller: Caller): void => {
  const response = { 200: remindersAnswer };

  app.get(
    "/api/watchlist/reminders",
    { schema: { tags, summary: "The reminders that the caller wants about watched lots", response } },
    async (request) => ({ reminders: [...(await remindersOf(database, (await caller.signedIn(request)).id))] }),
  );

  app.put(
    "/api/watchlist/reminders",
    {
      schema: {
        tags,
        summary: "Choose the reminders about watched lots",
        description: "The list replaces the one before. How they arrive is chosen in the notifications' preferences.",
        body: remindersBody,
        response,
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      await setReminders(database, userId, request.body.reminders);
      return { reminders: [...(await remindersOf(database, userId))] };
    },
  );
};

const serveChanges = (app: App, deps: Deps, caller: Caller): void => {
  const { database } = deps;

  app.put(
    "/api/watchlist/:id",
    {
      schema: {
        tags,
        summary: "Watch a lot",
        description:
          `Doing it twice changes nothing. A person can watch at most ${WATCHED_MAX} lots. With \`wishPrice\`, in the ` +
          "lot's currency, the person is reminded in the last hour if the price is below it, and when the price falls " +
          "below it.",
        params: idParams,
        body: watchOneBody,
        response: { 200: watchAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const wish = request.body?.wishPrice;
      const wishMinor = wish == null ? wish : toMinor(wish);
      const { added, watched } = await watch(database, userId, [state.id], isPrivileged(viewer), { wishMinor });
      publish(deps.rooms, userId, added, true);
      if (watched > 0) {
        const stored = (await wishesOf(database, userId, [state.id])).get(state.id);
        return { isWatching: true, ...(stored !== undefined && { wishPrice: toMajor(stored) }) };
      }
      return refuse("INVALID", {
        message: `You watch ${WATCHED_MAX} lots, and there is no room for more. Stop watching one of them first.`,
      });
    },
  );

  app.delete(
    "/api/watchlist/:id",
    {
      schema: {
        tags,
        summary: "Stop watching a lot",
        description: "Doing it twice changes nothing.",
        params: idParams,
        response: { 200: watchAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      const { id } = request.params;
      // A lot that was removed or withdrawn can still leave the list.
      const wasWatched = isUuid(id) && (await unwatch(database, userId, id));
      if (wasWatched) publish(deps.rooms, userId, [id], false);
      else await lookAt(deps, id, await caller.viewer(request));
      return { isWatching: false };
    },
  );

  app.post(
    "/api/watchlist",
    {
      schema: {
        tags,
        summary: "Watch several lots, after a log-in those of the visitor's list",
        description:
          "Lots that are unknown, that the caller may not see, or for which there is no room are ignored. `added` says " +
          "how many were added.",
        body: watchBody,
        response: { 200: watchManyAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      const ids = [...new Set(request.body.auctionIds)].filter(isUuid);
      const { added } = await watch(database, userId, ids, isPrivileged(await caller.viewer(request)));
      publish(deps.rooms, userId, added, true);
      return { added: added.length };
    },
  );
};
