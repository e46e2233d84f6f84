// GET /feeds/auctions.atom: the newest lots of a search as an Atom feed. It shows what a visitor may see. Many readers ask
// again and again, so a node keeps each feed for a minute and answers 304 while nothing changed.
import * as calls from "@jara/shared/calls/auctions";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import { searchTitle } from "@jara/shared/search-title";
import { houseNameOf } from "@jara/shared/site-settings";
import type { FastifyReply, FastifyRequest } from "fastify";
import { everyone } from "../../../auction/view/viewer.ts";
import type { App } from "../../../platform/http/app.ts";
import { fileTypes } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { keepBriefly } from "../../../platform/lib/keep-briefly.ts";
import { viewsOf } from "../lookup.ts";
import { refuseUnknownCategories } from "../refuse-categories.ts";
import type { AuctionRouteDeps } from "../routes.ts";
import { listAuctions } from "../search/auction-listing.ts";
import { siteNow } from "../search/collect-regions.ts";
import { filterText } from "../search/query-text.ts";
import { atomFeed, type FeedFacts, feedTag } from "./atom-feed.ts";
import { publishedTimes } from "./queries.ts";

export interface FeedDeps
  extends Pick<AuctionRouteDeps, "config" | "database" | "clock" | "exchange" | "settings" | "categories"> {
  /** How long a node keeps a feed; shorter in tests. */
  readonly keptMs?: number;
}

const LOTS = 50;
const KEPT_S = 60;
const KEPT_AT_MOST = 200;
/** The feeds whose last change a node remembers. A forgotten feed counts as changed. */
const REMEMBERED = 5_000;

interface Feed {
  readonly tag: string;
  /** Epoch ms, whole seconds, because `Last-Modified` has no fractions. */
  readonly changedAt: number;
  readonly xml: string;
}

export const serveFeeds = (app: App, deps: FeedDeps): void => {
  const feeds = keepBriefly<Feed>({ keptMs: deps.keptMs ?? KEPT_S * 1000, atMost: KEPT_AT_MOST });
  const changes = createBoundedCache<string, Pick<Feed, "tag" | "changedAt">>(REMEMBERED);

  const make = async (key: string, query: AuctionListQuery): Promise<Feed> => {
    // Take the time before the lots are read, so that a later change is newer than the feed.
    const startedAt = Math.floor(deps.clock.now() / 1000) * 1000;
    const facts = await factsOf(deps, query);
    const tag = feedTag(facts);
    const known = changes.get(key);
    const change = known?.tag === tag ? known : { tag, changedAt: startedAt };
    changes.set(key, change);
    return { ...change, xml: atomFeed(facts, change.changedAt) };
  };

  serve(app, calls.getSearchFeed, async ({ query, request, reply }) => {
    refuseUnknownCategories(query.category, deps.categories());
    const key = JSON.stringify(filterText(query));
    return send(request, reply, await feeds.get(key, () => make(key, query)));
  });
};

/** The feed of a search: its address with the filters in their canonical form, and the search in words. */
export const feedOf = (query: AuctionListQuery): { readonly search: string; readonly title: string } => {
  const fields = filterText(query);
  return { search: `${new URLSearchParams(fields as Record<string, string>)}`, title: searchTitle(fields) };
};

const factsOf = async (deps: FeedDeps, query: AuctionListQuery): Promise<FeedFacts> => {
  const { config, database, clock } = deps;
  const { sortBy: _, sortOrder: __, page: ___, limit: ____, ...filters } = query;
  const newest = { ...filters, upcoming: false, sortBy: "publishedAt" } as const;
  const found = await listAuctions(database, newest, { page: 1, limit: LOTS }, siteNow(deps));
  const [auctions, times] = await Promise.all([
    viewsOf(deps, found.auctions, everyone),
    publishedTimes(
      database,
      found.auctions.map(({ id }) => id),
    ),
  ]);
  const asked = feedOf(filters);
  return {
    publicUrl: config.publicUrl,
    brandName: config.brandName,
    houseName: houseNameOf(deps.settings.current(), config.brandName),
    readAt: clock.now(),
    ...asked,
    ...(found.searchedFor && { title: searchTitle({ ...filterText(filters), search: found.searchedFor }) }),
    lots: auctions.map((auction) => ({
      auction,
      publishedAt: times.get(auction._id) ?? Date.parse(auction.createdAt),
    })),
  };
};

const send = (request: FastifyRequest, reply: FastifyReply, { tag, changedAt, xml }: Feed): string => {
  void reply.headers({
    etag: tag,
    "last-modified": new Date(changedAt).toUTCString(),
    "cache-control": `public, max-age=${KEPT_S}`,
    "cross-origin-resource-policy": "cross-origin",
  });
  const isKnown = isUnchanged(request, tag, changedAt);
  // A cast, because Fastify takes the answer's type from the schema, which only describes the text.
  if (isKnown) return reply.code(304).send() as unknown as string;
  return reply.type(fileTypes.atom).send(xml) as unknown as string;
};

/** As RFC 9110 says: the time counts only if the reader names no tag. */
const isUnchanged = ({ headers }: FastifyRequest, tag: string, changedAt: number): boolean => {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.split(",").some((one) => ["*", tag, tag.slice(2)].includes(one.trim()));
  return Date.parse(headers["if-modified-since"] ?? "") >= changedAt;
};
