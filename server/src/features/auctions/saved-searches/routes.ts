// /api/saved-searches: the searches that a person keeps. A search of somebody else gets the answer of an unknown id.
import * as calls from "@jara/shared/calls/saved-searches";
import { SAVED_SEARCHES_MAX } from "@jara/shared/saved-search-limits";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import { refuseUnknownCategories } from "../refuse-categories.ts";
import type { AuctionRouteDeps } from "../routes.ts";
import {
  changeSearch,
  deleteSearch,
  findSameSearch,
  findSearch,
  markSeen,
  type SearchToSave,
  saveSearch,
  searchesOfOwner,
} from "./queries.ts";

interface Deps extends Pick<AuctionRouteDeps, "database" | "categories"> {
  readonly inboxNotifier: {
    /** Call after the person read these notifications. */
    read(userId: string, ids: readonly string[]): Promise<unknown>;
  };
}

const searchNotFound = () => refuse("NOT_FOUND", { message: "Saved search not found" });

export const serveSavedSearches = (app: App, deps: Deps): void => {
  serveList(app, deps);
  serveOne(app, deps);
};

const refuseSaving = async ({ database }: Deps, search: SearchToSave): Promise<never> => {
  const same = await findSameSearch(database, search);
  const full = `You have ${SAVED_SEARCHES_MAX} saved searches, and there is no room for more. Delete one of them first.`;
  return refuse("INVALID", { message: same ? `You saved this search already, as “${same.name}”.` : full });
};

const serveList = (app: App, deps: Deps): void => {
  const { database } = deps;

  serve(app, calls.listSavedSearches, async ({ account }) => ({
    savedSearches: await searchesOfOwner(database, account.id),
  }));

  serve(app, calls.saveSearch, async ({ account: { id: ownerId }, body }) => {
    refuseUnknownCategories(body.query.category, deps.categories());
    const search = { ownerId, ...body };
    const saved = (await saveSearch(database, search)) ?? (await refuseSaving(deps, search));
    return { savedSearch: saved };
  });
};

const serveOne = (app: App, { database, inboxNotifier }: Deps): void => {
  const own = async (ownerId: string, id: string) => ({
    savedSearch: (isUuid(id) ? await findSearch(database, ownerId, id) : null) ?? searchNotFound(),
  });

  serve(app, calls.getSavedSearch, async ({ account, params }) => own(account.id, params.id));

  serve(app, calls.changeSavedSearch, async ({ account: { id: ownerId }, params: { id }, body }) => {
    if (!isUuid(id) || !(await changeSearch(database, ownerId, id, body))) return searchNotFound();
    return await own(ownerId, id);
  });

  serve(app, calls.markSavedSearchSeen, async ({ account: { id: ownerId }, params: { id } }) => {
    const { newLots, read } = isUuid(id) ? await markSeen(database, ownerId, id) : { newLots: [], read: [] };
    // Every device of the person counts it no longer.
    if (read.length > 0) await inboxNotifier.read(ownerId, read);
    return { ...(await own(ownerId, id)), newLots: [...newLots] };
  });

  serve(app, calls.deleteSavedSearch, async ({ account: { id: ownerId }, params: { id } }) => {
    if (!isUuid(id) || !(await deleteSearch(database, ownerId, id))) return searchNotFound();
    return { message: "Saved search deleted" };
  });
};
