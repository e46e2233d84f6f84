// /api/saved-searches: the searches that a person keeps. A search of somebody else gets the answer of an unknown id.
import { messageAnswer } from "@jara/shared/rest/common";
import {
  changeSearchBody,
  savedSearchAnswer,
  savedSearchesAnswer,
  saveSearchBody,
  seenSearchAnswer,
} from "@jara/shared/rest/saved-searches";
import { SAVED_SEARCHES_MAX } from "@jara/shared/saved-search-limits";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams, noBody } from "../../../platform/http/requests.ts";
import type { Caller } from "../../accounts/caller.ts";
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

const tags = ["Saved searches"];

interface Deps extends Pick<AuctionRouteDeps, "database" | "categories"> {
  readonly inbox: {
    /** Call after the person read these notifications. */
    read(userId: string, ids: readonly string[]): Promise<unknown>;
  };
}

const searchNotFound = () => refuse("NOT_FOUND", { message: "Saved search not found" });

export const serveSavedSearches = (app: App, deps: Deps, caller: Caller): void => {
  serveList(app, deps, caller);
  serveOne(app, deps, caller);
};

const refuseSaving = async ({ database }: Deps, search: SearchToSave): Promise<never> => {
  const same = await findSameSearch(database, search);
  const full = `You have ${SAVED_SEARCHES_MAX} saved searches, and there is no room for more. Delete one of them first.`;
  return refuse("INVALID", { message: same ? `You saved this search already, as “${same.name}”.` : full });
};

const serveList = (app: App, deps: Deps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/saved-searches",
    {
      schema: {
        tags,
        summary: "The caller's saved searches, the newest first",
        description: "`unseen` is the number of listed lots that were found since the search was last opened.",
        response: { 200: savedSearchesAnswer },
      },
    },
    async (request) => ({ savedSearches: await searchesOfOwner(database, (await caller.signedIn(request)).id) }),
  );

  app.post(
    "/api/saved-searches",
    {
      schema: {
        tags,
        summary: "Save a search",
        description:
          "`query` has the fields of `GET /api/auctions`; the page is left out. Lots that become active from now on, and " +
          "that the search finds, are new lots of it. `alert`: tell the owner at once, once a day at 08:00 in Lagos, or " +
          `not at all. A person can keep ${SAVED_SEARCHES_MAX} searches, and no two that find the same lots.`,
        body: saveSearchBody,
        response: { 201: savedSearchAnswer },
      },
    },
    async (request, reply) => {
      const { id: ownerId } = await caller.signedIn(request);
      refuseUnknownCategories(request.body.query.category, deps.categories());
      const search = { ownerId, ...request.body };
      const saved = (await saveSearch(database, search)) ?? (await refuseSaving(deps, search));
      return reply.code(201).send({ savedSearch: saved });
    },
  );
};

const serveOne = (app: App, { database, inbox }: Deps, caller: Caller): void => {
  const own = async (ownerId: string, id: string) => ({
    savedSearch: (isUuid(id) ? await findSearch(database, ownerId, id) : null) ?? searchNotFound(),
  });

  app.get(
    "/api/saved-searches/:id",
    {
      schema: {
        tags,
        summary: "One of the caller's saved searches",
        params: idParams,
        response: { 200: savedSearchAnswer },
      },
    },
    async (request) => own((await caller.signedIn(request)).id, request.params.id),
  );

  app.patch(
    "/api/saved-searches/:id",
    {
      schema: {
        tags,
        summary: "Rename a saved search, or change when its owner is told",
        description: "What it searches stays: another search is another saved search.",
        params: idParams,
        body: changeSearchBody,
        response: { 200: savedSearchAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.signedIn(request);
      const { id } = request.params;
      if (!isUuid(id) || !(await changeSearch(database, ownerId, id, request.body))) return searchNotFound();
      return await own(ownerId, id);
    },
  );

  app.post(
    "/api/saved-searches/:id/seen",
    {
      schema: {
        tags,
        summary: "The caller opened a saved search: its new lots are no longer new",
        description: "`newLots` names the lots that were new until now, so that a page can mark them.",
        params: idParams,
        body: noBody,
        response: { 200: seenSearchAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.signedIn(request);
      const { id } = request.params;
      const { newLots, read } = isUuid(id) ? await markSeen(database, ownerId, id) : { newLots: [], read: [] };
      // Every device of the person counts it no longer.
      if (read.length > 0) await inbox.read(ownerId, read);
      return { ...(await own(ownerId, id)), newLots: [...newLots] };
    },
  );

  app.delete(
    "/api/saved-searches/:id",
    {
      schema: { tags, summary: "Delete a saved search", params: idParams, response: { 200: messageAnswer } },
    },
    async (request) => {
      const { id: ownerId } = await caller.signedIn(request);
      const { id } = request.params;
      if (!isUuid(id) || !(await deleteSearch(database, ownerId, id))) return searchNotFound();
      return { message: "Saved search deleted" };
    },
  );
};
