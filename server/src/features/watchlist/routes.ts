// /api/watchlist: the lots that a person watches. `watchlist:changed` goes to their own connections at each change. No
// answer and no event shows it to anybody else; only staff see how many watchlists have a lot
// (auctions/admin-routes.ts).
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/watchlist";
import { toMajor, toMinor } from "@jara/shared/money";
import { WATCHLIST_LIMIT_DEFAULT } from "@jara/shared/rest/watchlist";
import { WATCHED_MAX } from "@jara/shared/watch-limits";
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
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { remindersOf, setReminders, unwatch, watch, watchedAmong, watchedBy, watchedIds, wishesOf } from "./queries.ts";

type Deps = Pick<RouteDeps, "database" | "lists" | "clock"> & { readonly rooms: Rooms };

/** Publishes to the person's own connections, at every node. Call after the commit. */
const publish = (allRooms: Rooms, userId: string, auctionIds: readonly string[], isWatching: boolean): void => {
  for (const auctionId of auctionIds)
    allRooms.publishEverywhere(rooms.user(userId), { type: "watchlist:changed", data: { auctionId, isWatching } });
};

export const serveWatchlist = (app: App, deps: Deps, caller: Caller): void => {
  serveLists(app, deps, caller);
  serveReminders(app, deps);
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

  serve(app, calls.listWatched, async ({ account: { id }, query, request }) => {
    const viewer = await caller.viewer(request);
    const { page = 1, limit = WATCHLIST_LIMIT_DEFAULT } = query;
    const ids = await watchedBy(lists, id, isPrivileged(viewer));
    const before = rowsBefore({ page, limit });
    const shown = ids.slice(before, before + limit);
    const [lots, wishes] = await Promise.all([lotsOf(deps, shown, viewer), wishesOf(lists, id, shown)]);
    return {
      ...lots,
      wishes: Object.fromEntries([...wishes].map(([auctionId, minor]) => [auctionId, toMajor(minor)])),
      pagination: paginationOf(page, limit, ids.length),
    };
  });

  serve(app, calls.listWatchedIds, async ({ account }) => ({ ids: await watchedIds(database, account.id) }));

  serve(app, calls.listLotsToWatch, async ({ query, request }) => {
    const viewer = await caller.viewer(request);
    const ids = await watchedAmong(lists, query.ids.filter(isUuid), isPrivileged(viewer));
    return await lotsOf(deps, ids, viewer);
  });
};

const serveReminders = (app: App, { database }: Deps): void => {
  serve(app, calls.getReminders, async ({ account }) => ({
    reminders: [...(await remindersOf(database, account.id))],
  }));

  serve(app, calls.chooseReminders, async ({ account: { id: userId }, body }) => {
    await setReminders(database, userId, body.reminders);
    return { reminders: [...(await remindersOf(database, userId))] };
  });
};

const serveChanges = (app: App, deps: Deps, caller: Caller): void => {
  const { database } = deps;

  serve(app, calls.watchLot, async ({ account: { id: userId }, params, body, request }) => {
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    const wish = body?.wishPrice;
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
  });

  serve(app, calls.unwatchLot, async ({ account: { id: userId }, params: { id }, request }) => {
    // A lot that was removed or withdrawn can still leave the list.
    const wasWatched = isUuid(id) && (await unwatch(database, userId, id));
    if (wasWatched) publish(deps.rooms, userId, [id], false);
    else await lookAt(deps, id, await caller.viewer(request));
    return { isWatching: false };
  });

  serve(app, calls.watchSeveral, async ({ account: { id: userId }, body, request }) => {
    const ids = [...new Set(body.auctionIds)].filter(isUuid);
    const { added } = await watch(database, userId, ids, isPrivileged(await caller.viewer(request)));
    publish(deps.rooms, userId, added, true);
    return { added: added.length };
  });
};
