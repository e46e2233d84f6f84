// Serves the built client and the demo's pictures. An address without a route gets the client's page, because the
// client has routes of its own; below /api and the like it gets 404.
import { existsSync } from "node:fs";
import path from "node:path";
import serveStatic from "@fastify/static";
import { refusal } from "@jara/shared/errors";
import { houseNameOf } from "@jara/shared/site-settings";
import { toBidView } from "../auction/view/to-public.ts";
import { everyone } from "../auction/view/viewer.ts";
import { type Config, projectRoot } from "../config.ts";
import { ALL_LOTS, feedPath } from "../features/auctions/feeds/atom-feed.ts";
import { feedOf } from "../features/auctions/feeds/routes.ts";
import { listAuctions } from "../features/auctions/search/auction-listing.ts";
import { collectedElsewhere, type SiteDeps, siteNow } from "../features/auctions/search/collect-regions.ts";
import { bidsOfAuction } from "../features/bids/queries.ts";
import { serveInstallable } from "../features/installable/routes.ts";
import { pictureReader } from "../features/media/read-picture.ts";
import type { MediaStorage } from "../features/media/storage/media-storage.ts";
import type { RouteDeps } from "../features/route-deps.ts";
import { type KeptLists, type SitePageDeps, serveSitePages } from "../features/site-pages/routes.ts";
import { createOriginCheck } from "../live/transports/origins.ts";
import type { Database } from "../platform/database/database.ts";
import type { App } from "../platform/http/app.ts";
import { sitePolicy } from "../platform/http/browser-policy.ts";
import { answer } from "../platform/http/errors.ts";

const pictures = path.join(projectRoot, "server/demo/pictures");

/** The folder of the demo's pictures, also for a demo that an earlier start made. Null in production. */
export const demoPicturesOf = ({ isProduction }: Pick<Config, "isProduction">): string | null =>
  !isProduction && existsSync(pictures) ? pictures : null;

export const serveClient = async (
  app: App,
  deps: Pick<RouteDeps, "config" | "database" | "lists" | "clock"> &
    SiteDeps & {
      readonly storage: MediaStorage;
      readonly keptLists: KeptLists;
    },
): Promise<void> => {
  const { config } = deps;
  const demoPictures = demoPicturesOf(config);
  if (demoPictures !== null) {
    await app.register(serveStatic, {
      root: demoPictures,
      prefix: "/media/demo/",
      decorateReply: false,
      maxAge: "1d",
      setHeaders: (reply) => void reply.header("cross-origin-resource-policy", "cross-origin"),
    });
  }
  const site = path.join(projectRoot, "client/dist");
  const hasSite = existsSync(path.join(site, "index.html"));
  if (hasSite) {
    serveInstallable(app, { config, site });
    const policy = sitePolicy(config);
    await app.register(serveStatic, {
      root: site,
      // The server fills the page itself.
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(path.join(site, "assets"));
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        if (file.endsWith(".html")) reply.header("content-security-policy", policy);
      },
    });
  }
  const pages = hasSite
    ? await serveSitePages(app, {
        ...deps,
        ...readsOf(deps, demoPictures),
        houseName: () => houseNameOf(deps.settings.current(), config.brandName),
        site,
        isAllowed: createOriginCheck(config),
      })
    : null;
  // The plugin of static files would refuse two slashes with 403, as if the caller lacked a permission.
  app.addHook("onRequest", (request, reply, done) => {
    if (!/^[^?]*\/\//.test(request.url)) return done();
    answer(reply, refusal("NOT_FOUND"));
  });
  app.setNotFoundHandler((request, reply) => {
    // The client resolves its own routes, so they get its page. Any other unknown address gets 404, and so does a file
    // that is not there: a page in its place would be read as a script or a picture.
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !/^\/(api|dev|sandbox|media|assets|docs|feeds|health|log|metrics|og|sitemap|socket\.io)([/?]|$)/.test(
        request.url,
      ) &&
      !/^[^?]*\.[a-z\d]+([?]|$)/i.test(request.url);
    if (isPage && pages) return pages.sendPage(request, reply);
    return answer(reply, refusal("NOT_FOUND"));
  });
};

/** The functions by which the filled pages read other features. */
const readsOf = (
  {
    database,
    lists,
    storage,
    ...deps
  }: SiteDeps & {
    readonly database: Database;
    readonly lists: Database;
    readonly storage: MediaStorage;
  },
  demoPictures: string | null,
): Pick<SitePageDeps, "list" | "feedOf" | "lastBids" | "readPicture"> => ({
  list: async (query, page) => {
    const site = siteNow(deps);
    const { auctions, total } = await listAuctions(lists, query, page, site);
    return { auctions, total, collectIn: await collectedElsewhere(lists, auctions, site) };
  },
  feedOf: (query) => {
    const { search, title } = feedOf(query);
    return { path: feedPath(search), title: title || ALL_LOTS };
  },
  lastBids: async (state, limit) => {
    const bids = await bidsOfAuction(database, state, { page: 1, limit });
    return bids.map((bid) => toBidView(state.id, bid, bid.at, everyone));
  },
  readPicture: pictureReader(storage, demoPictures),
});
