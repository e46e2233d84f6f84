// Writes an Atom feed (RFC 4287) of a search: an entry for each lot, as a visitor sees it. Every text is escaped here. A
// price is labelled with the time when it was read, because a reader may show it hours later.
import { createHash } from "node:crypto";
import { type Auction, categoryLabels } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { sellerName } from "@jara/shared/seller-name";
import { formatLagosTime } from "@jara/shared/time";
import { escapeHtml } from "../../../platform/lib/escape-html.ts";

export interface FeedLot {
  readonly auction: Auction;
  /** When the lot became active, epoch ms. */
  readonly publishedAt: number;
}

export interface FeedFacts {
  readonly publicUrl: string;
  readonly brandName: string;
  /** The seller of the house's own lots. */
  readonly houseName: string;
  /** The search in words; empty for all lots. */
  readonly title: string;
  /** The canonical filters, as the address has them. */
  readonly search: string;
  /** The newest first. */
  readonly lots: readonly FeedLot[];
  /** When the lots were read, epoch ms. */
  readonly readAt: number;
}

/** The title of a feed that no filter narrows. */
export const ALL_LOTS = "New lots";
const DESCRIPTION_LENGTH = 500;

/** Characters that XML 1.0 does not allow, and marks that turn the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;
const text = (value: string): string => escapeHtml(value.replace(NOT_IN_XML, " "));
const element = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`;
const iso = (ms: number): string => new Date(ms).toISOString();

/** When the entry changed. Prices and bids do not count, because readers show an entry with a new time as unread. */
const updatedAt = ({ auction, publishedAt }: FeedLot): number =>
  Math.max(publishedAt, auction.contentChangedAt === null ? 0 : Date.parse(auction.contentChangedAt));

export const feedPath = (search: string): string => `/feeds/auctions.atom${search && `?${search}`}`;

/**
 * The feed's tag. It is a weak tag, because it stays the same if only the time differs at which the prices were read.
 * The version of a lot grows with each change that anybody can see.
 */
export const feedTag = ({ title, houseName, lots }: FeedFacts): string => {
  const said = JSON.stringify([title, houseName, lots.map(({ auction }) => [auction._id, auction.version])]);
  return `W/"${createHash("sha256").update(said).digest("base64url").slice(0, 27)}"`;
};

/** `changedAt`: the time when a feed with this tag was first made. It counts for a feed without lots. */
export const atomFeed = (facts: FeedFacts, changedAt: number): string => {
  const { publicUrl, brandName, title, search, lots } = facts;
  const self = publicUrl + feedPath(search);
  const updated = lots.length === 0 ? changedAt : Math.max(...lots.map(updatedAt));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG">',
    element("id", self),
    element("title", `${title || ALL_LOTS} · ${brandName}`),
    element("updated", iso(updated)),
    `<author>${element("name", brandName)}${element("uri", publicUrl)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${text(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(`${publicUrl}/${search && `?${search}`}`)}"/>`,
    ...lots.map((lot) => entry(lot, facts)),
    "</feed>\n",
  ].join("\n");
};

const entry = (lot: FeedLot, facts: FeedFacts): string => {
  const { auction } = lot;
  const page = `${facts.publicUrl}/auction/${auction._id}`;
  const categories = auction.categories.map(
    (code) =>
      `<category term="${text(code)}" label="${text((categoryLabels as Readonly<Record<string, string>>)[code] ?? code)}"/>`,
  );
  return [
    "<entry>",
    element("id", `urn:uuid:${auction._id}`),
    element("title", auction.title),
    `<link rel="alternate" type="text/html" href="${text(page)}"/>`,
    element("published", iso(lot.publishedAt)),
    element("updated", iso(updatedAt(lot))),
    `<author>${element("name", sellerName(auction, facts.houseName))}</author>`,
    ...categories,
    element("summary", stateWords(auction, facts.readAt)),
    `<content type="html">${text(contentOf(auction, facts))}</content>`,
    "</entry>",
  ].join("\n");
};

const clock = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "₦36,500.00 at 14:05 Lagos, 25 Nov; 5 bids. Ends Mon, 30 Nov, 12:20 WAT." */
const stateWords = ({ currentPrice, currency, bidCount, endTime }: Auction, readAt: number): string => {
  const { day, month, hour, minute } = Object.fromEntries(
    clock.formatToParts(readAt).map(({ type, value }) => [type, value]),
  );
  const bids = bidCount === 1 ? "1 bid" : `${bidCount} bids`;
  const price = `${formatMoney(currentPrice, currency)} at ${hour}:${minute} Lagos, ${day} ${month}`;
  return `${price}; ${bids}. Ends ${formatLagosTime(endTime)}.`;
};

/** The entry's HTML. Each text is escaped once for the HTML, and all of it once more for the feed. */
const contentOf = (auction: Auction, { publicUrl, readAt }: FeedFacts): string => {
  const { imageUrl, title, description, location } = auction;
  const picture = imageUrl?.startsWith("/") ? publicUrl + imageUrl : imageUrl;
  const short = description.length > DESCRIPTION_LENGTH ? `${description.slice(0, DESCRIPTION_LENGTH)}…` : description;
  return [
    ...(picture ? [`<p><img src="${text(picture)}" alt="${text(title)}"></p>`] : []),
    `<p><strong>${text(stateWords(auction, readAt))}</strong></p>`,
    ...short.split(/\n+/).map((part) => `<p>${text(part)}</p>`),
    ...(location ? [`<p>${text(location)}</p>`] : []),
  ].join("");
};
