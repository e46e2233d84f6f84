// The pages that the server fills for readers who run no script: Home, lots, the public pages, robots.txt, the sitemap
// and Open Graph pictures. They show what a visitor may see; a lot that a visitor may not see answers like an unknown one.

import { setTimeout as sleep } from "node:timers/promises";
import type { Bid } from "@jara/shared/auction";
import { type AuctionListQuery, auctionListQuery } from "@jara/shared/rest/auctions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuctionState } from "../../auction/state.ts";
import { toView } from "../../auction/view/to-public.ts";
import { everyone } from "../../auction/view/viewer.ts";
import { StatementUnanswered } from "../../platform/database/unanswered-statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { PLAIN_PAGE_POLICY, sitePolicy } from "../../platform/http/browser-policy.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { type Kept, keepBriefly } from "../../platform/lib/keep-briefly.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { countSitemapPages, PUBLIC_PAGES, robotsText, sitemapIndex, sitemapPage } from "./crawlers.ts";
import { savedPage, savesData } from "./data-saver.ts";
import { listFacts, lotFacts } from "./lot-facts.ts";
import { createOgPictures } from "./og-picture.ts";
import { openPageTemplate, type PageFacts } from "./page-template.ts";
import { servePlainBids } from "./plain-bid.ts";
import { documentOf, missingPage } from "./plain-bid-pages.ts";
import { OLD_BROWSER, plainList, plainLot, plainPage } from "./plain-lot.ts";

const LAST_BIDS = 10;
/** The client's Home asks for this many lots first. */
const LIST_LENGTH = 24;
/** With more lots than this, Home begins with a rail of the lots that end soon. */
const LIST_WITHOUT_RAIL = 6;
const RAIL_LENGTH = 10;

/**
 * The filled lists as every visitor sees them, by their filters. Many visitors open Home at one moment, and the live
 * events bring each of them to the newest prices by their versions.
 */
export type KeptLists = Kept<string>;
const LISTS_KEPT_MS = 1000;
const LISTS_AT_MOST = 20;
export const createKeptLists = (): KeptLists => keepBriefly({ keptMs: LISTS_KEPT_MS, atMost: LISTS_AT_MOST });

export interface SitePageDeps extends Pick<RouteDeps, "config" | "database" | "lists" | "clock"> {
  /** The name of the house, which sells its own lots. */
  readonly houseName: () => string;
  /** The folder of the built client. */
  readonly site: string;
  readonly keptLists: KeptLists;
  /** True if a page of this origin may use the API. */
  readonly isAllowed: (origin: string | undefined, host: string | undefined) => boolean;
  /** One page of active auctions. */
  readonly list: (
    query: AuctionListQuery,
    page: { page: number; limit: number },
  ) => Promise<{
    readonly auctions: readonly AuctionState[];
    readonly total: number;
    readonly collectIn: Readonly<Record<string, string>>;
  }>;
  /** The Atom feed of a list. */
  readonly feedOf: (query: AuctionListQuery) => NonNullable<PageFacts["feed"]>;
  /** The last bids of a lot that everybody may see, newest first, as everybody sees them. */
  readonly lastBids: (state: AuctionState, limit: number) => Promise<Bid[]>;
  /** The bytes of a picture that this site stores; null for any other address. */
  readonly readPicture: (url: string) => Promise<Buffer | null>;
}

export interface SitePages {
  /** Answers any other address with the client's page. Only the path decides its title and description. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** The screens that mails and refused calls lead to. Their code loads with the page. */
const OWN_SCREENS: Readonly<Record<string, Pick<PageFacts, "screen" | "firstView" | "isFrame">>> = {
  "/my-bids": {
    screen: "src/screens/my-bids.tsx",
    isFrame: true,
    // As the screen itself begins (client/src/screens/my-bids.tsx).
    firstView:
      '<div class="grid gap-4"><div class="flex min-h-11 items-center pointer-fine:min-h-9"><h1 class="font-bold text-xl">My Bids</h1></div></div>',
  },
  "/login": { screen: "src/screens/account/login.tsx" },
};

const hidden = { schema: { hide: true } };

export const serveSitePages = async (app: App, deps: SitePageDeps): Promise<SitePages> => {
  const { config, lists } = deps;
  const { publicUrl, brandName } = config;
  const template = openPageTemplate(deps.site, config);
  const policy = sitePolicy(config, { hasForms: true });

  const send = (reply: FastifyReply, html: string): FastifyReply =>
    reply
      .headers({ "cache-control": "no-cache", vary: "Cookie, Save-Data", "content-security-policy": policy })
      .type("text/html; charset=utf-8")
      .send(savesData(reply.request.headers) ? savedPage(html) : html);

  /** The rail that Home shows first, as the client asks for it. */
  const endingSoon = async () => {
    const found = await deps.list({ sortBy: "endTime", sortOrder: "asc" }, { page: 1, limit: RAIL_LENGTH });
    return { ...found, auctions: await viewsOf(deps, found.auctions, everyone) };
  };

  /** Reads only what everybody may see, so that all visitors can share the page. */
  const listPage = async (params: URLSearchParams, isSaver: boolean): Promise<string> => {
    const search = params.size > 0 ? `?${params}` : "";
    const query = auctionListQuery.parse(Object.fromEntries(params));
    const found = await deps.list(query, { page: 1, limit: LIST_LENGTH });
    const feed = deps.feedOf(query);
    const auctions = await viewsOf(deps, found.auctions, everyone);
    const isHome = search === "";
    // Data saver has no rails, because they repeat the list.
    const rail = isHome && !isSaver && found.total > LIST_WITHOUT_RAIL ? await endingSoon() : null;
    const text = params.get("search")?.trim();
    const title = text ? `“${text}”` : search ? "Auctions" : null;
    return template.fill({
      ...listFacts(auctions, { rail: rail?.auctions ?? [], title, canonical: `/${search}`, feed, publicUrl }),
      noscript: plainPage(brandName, plainList(auctions, feed)),
      ...(isHome && {
        firstData: {
          [`/auctions?page=1&limit=${LIST_LENGTH}`]: { ...found, auctions },
          ...(rail && { [`/auctions?sortBy=endTime&sortOrder=asc&page=1&limit=${RAIL_LENGTH}`]: rail }),
        },
      }),
    });
  };

  app.get("/", hidden, async (request, reply) => {
    const params = new URLSearchParams(filtersOf(request.query));
    const isSaver = savesData(request.headers);
    return send(reply, await soon(deps.keptLists.get(`${isSaver} ${params}`, () => listPage(params, isSaver))));
  });

  app.get<{ Params: { id: string } }>("/auction/:id", hidden, async (request, reply) => {
    const found = await soon(publicLot(deps, request.params.id));
    if (!found) return send(reply.code(404), template.fill(notFound));
    const { state, auction } = found;
    const bids = await deps.lastBids(state, LAST_BIDS);
    return send(
      reply,
      template.fill({
        ...lotFacts(auction, { publicUrl, houseName: deps.houseName() }),
        firstData: { [`/auctions/${auction._id}`]: { auction } },
        noscript: plainPage(brandName, plainLot(auction, bids, deps.houseName())),
      }),
    );
  });

  servePlainPages(app, deps);
  await servePlainBids(app, {
    brandName,
    publicUrl,
    isAllowed: deps.isAllowed,
    lotOf: async (id) => (await publicLot(deps, id))?.auction ?? null,
  });

  serveCrawlers(app, lists, publicUrl);
  serveOgPictures(app, deps);

  return {
    sendPage: (request, reply) => {
      const { pathname } = new URL(request.url, publicUrl);
      const title = PUBLIC_PAGES[pathname];
      const facts: PageFacts = title
        ? { title, canonical: pathname, description: `${title} of ${brandName}, live auctions in Nigeria.` }
        : { title: null, canonical: null, description: "Live auctions in Nigeria." };
      return send(reply, template.fill({ ...facts, ...OWN_SCREENS[pathname] }));
    },
  };
};

/**
 * The pages inside <noscript> at addresses of their own, for browsers that are too old for the client and for networks
 * on which it does not work.
 */
const servePlainPages = (app: App, deps: SitePageDeps): void => {
  const { brandName } = deps.config;
  const send = (reply: FastifyReply, title: string, content: string): FastifyReply =>
    reply
      .headers({ "cache-control": "no-store", "content-security-policy": PLAIN_PAGE_POLICY })
      .type("text/html; charset=utf-8")
      .send(documentOf(`${title} · ${brandName}`, plainPage(brandName, content)));

  app.get("/plain", hidden, async (request, reply) => {
    const query = auctionListQuery.parse(filtersOf(request.query));
    const { auctions } = await soon(deps.list(query, { page: 1, limit: LIST_LENGTH }));
    const views = await viewsOf(deps, auctions, everyone);
    return send(reply, "Auctions", OLD_BROWSER + plainList(views, deps.feedOf(query)));
  });

  app.get<{ Params: { id: string } }>("/auction/:id/plain", hidden, async (request, reply) => {
    const found = await soon(publicLot(deps, request.params.id));
    if (!found) return send(reply.code(404), "Auction not found", missingPage);
    const bids = await deps.lastBids(found.state, LAST_BIDS);
    return send(reply, found.auction.title, plainLot(found.auction, bids, deps.houseName()));
  });
};

const SITEMAP_KEPT_MS = 60_000;
const SITEMAPS_AT_MOST = 20;

/** robots.txt and the sitemap. */
const serveCrawlers = (app: App, lists: SitePageDeps["lists"], publicUrl: string): void => {
  app.get("/robots.txt", hidden, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(robotsText(publicUrl)),
  );

  const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
    reply.header("cache-control", "public, max-age=600").type("application/xml; charset=utf-8").send(xml);
  const kept = { keptMs: SITEMAP_KEPT_MS, atMost: SITEMAPS_AT_MOST };
  const counted = keepBriefly<number>(kept);
  const maps = keepBriefly<string>(kept);
  const pages = () => counted.get("pages", () => countSitemapPages(lists));
  app.get("/sitemap.xml", hidden, async (_request, reply) => sendXml(reply, sitemapIndex(await pages(), publicUrl)));
  app.get<{ Params: { page: string } }>("/sitemap/:page", hidden, async (request, reply) => {
    const page = Number(/^([1-9]\d{0,3})\.xml$/.exec(request.params.page)?.[1]);
    // By the count, because reading a page sorts all lots.
    if (!(page <= (await pages()))) return refuse("NOT_FOUND");
    const paths = ["/", ...Object.keys(PUBLIC_PAGES)];
    return sendXml(reply, await maps.get(`${page}`, () => sitemapPage(lists, publicUrl, { page, paths })));
  });
};

/** The pictures that other sites show beside a link. */
const serveOgPictures = (app: App, deps: SitePageDeps): void => {
  const { brandName } = deps.config;
  const pictures = createOgPictures({ brandName, site: deps.site, readPicture: deps.readPicture });
  app.get("/og/site.jpg", hidden, async (request, reply) => sendPicture(request, reply, await pictures.ofSite()));
  app.get<{ Params: { file: string } }>("/og/auction/:file", hidden, async (request, reply) => {
    const id = /^(.+)\.jpg$/.exec(request.params.file)?.[1];
    const found = id === undefined ? null : await publicLot(deps, id);
    if (!found) return refuse("NOT_FOUND");
    return sendPicture(request, reply, await pictures.ofLot(found.auction));
  });
};

/** A page is given up earlier than a command, because a person does not wait for a page as long. */
const PAGE_WITHIN_MS = 3_000;

/** Rejects after three seconds, as if the database did not answer. */
const soon = async <T>(read: Promise<T>): Promise<T> => {
  const late = new AbortController();
  const tooLate = sleep(PAGE_WITHIN_MS, undefined, { signal: late.signal }).then(() =>
    Promise.reject(new StatementUnanswered()),
  );
  try {
    return await Promise.race([read, tooLate]);
  } finally {
    tooLate.catch(() => {});
    late.abort();
  }
};

const notFound: PageFacts = {
  title: "Auction not found",
  canonical: null,
  description: "This auction may have been removed, or the link is not complete.",
  screen: "src/screens/auction-detail.tsx",
  noscript: "<p>This auction may have been removed, or the link is not complete. <a href='/'>All auctions</a></p>",
};

/** The lot as every visitor may see it. Null if there is none, or if only staff may see it. */
export const publicLot = async (deps: Pick<SitePageDeps, "database" | "clock">, id: string) => {
  if (!isUuid(id)) return null;
  try {
    const { state } = await lookAt(deps, id, everyone);
    return { state, auction: toView(state, everyone, deps.clock.now()) };
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
};

/** The filters of the address that the API accepts, without its paging. Wrong ones are left out, as the client does. */
const filtersOf = (query: unknown): Record<string, string> => {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (typeof value !== "string" || value === "" || name === "page" || name === "limit") continue;
    if (!(name in auctionListQuery.shape)) continue;
    if (auctionListQuery.safeParse({ [name]: value }).success) filters[name] = value;
  }
  return filters;
};

const sendPicture = (
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { readonly etag: string; readonly bytes: Buffer } | null,
): FastifyReply => {
  if (!picture) return refuse("UNAVAILABLE");
  void reply.headers({
    etag: picture.etag,
    "cache-control": "public, max-age=60",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (request.headers["if-none-match"] === picture.etag) return reply.code(304).send();
  return reply.type("image/jpeg").send(picture.bytes);
};
