// The lot and the list as a browser without JavaScript shows them, inside <noscript>: the client never renders it, so
// nothing flashes or moves. Every text is escaped here.
import type { Auction, Bid } from "@jara/shared/auction";
import { type ConditionReport, reportEntries } from "@jara/shared/condition-fields";
import { estimateWords } from "@jara/shared/estimates";
import { detailNames, lotDetails } from "@jara/shared/lot-fields";
import { formatMoney } from "@jara/shared/money";
import { sellerName } from "@jara/shared/seller-name";
import { formatLagosTime } from "@jara/shared/time";
import { conditionOf, lotPath, stateWords } from "./lot-facts.ts";
import { attribute, oneLine, type PageFacts } from "./page-template.ts";

export const PLAIN_STYLE = '<link rel="stylesheet" href="/plain.css">';

export const plainPage = (brandName: string, content: string): string => `${PLAIN_STYLE}
<div class="plain">
<header><a href="/">${attribute(brandName)}</a></header>
<main>
${content}
</main>
<footer><a href="/bidding-info">How bidding works</a> <a href="/terms">Terms</a> <a href="/privacy">Privacy</a></footer>
</div>`;

/** Says why this page is shown, and what else its reader can do. */
export const OLD_BROWSER = `<p class="state">These simple pages are for browsers that are too old for the live site, and for networks that block it. You can look at lots and bid here. To register, set a maximum or pay, use Chrome 111, Firefox 115, Safari 16.4 or a newer browser.</p>
`;

const picture = (auction: Auction, url: string, index: number): string =>
  `<img src="${attribute(url)}" alt="${attribute(index === 0 ? auction.title : `${auction.title}, picture ${index + 1}`)}" width="1200" height="900" loading="${index === 0 ? "eager" : "lazy"}">`;

const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${attribute(part)}</p>`)
    .join("\n");

const priceNames: Partial<Record<Auction["status"], string>> = { active: "Current price", draft: "Starting price" };

export const plainLot = (auction: Auction, bids: readonly Bid[], houseName: string): string => {
  const money = (amount: number) => formatMoney(amount, auction.currency);
  const estimate = estimateWords(auction, auction.currency);
  const pictures = auction.media.filter(({ type }) => type === "image").map(({ url }) => url);
  const facts: [string, string][] = [
    [priceNames[auction.status] ?? "Last price", money(auction.currentPrice)],
    ...(auction.status === "active" ? ([["Ends", formatLagosTime(auction.endTime)]] as [string, string][]) : []),
    ...(estimate === null ? [] : ([["Estimate", estimate]] as [string, string][])),
    ["Bids", String(auction.bidCount)],
    ["Leading", auction.leader?.username ?? "nobody yet"],
    ["Reserve", auction.hasReserve ? (auction.reserveMet ? "met" : "not met yet") : "none"],
    ["Condition", conditionOf(auction)],
    ...(auction.location ? ([["Location", auction.location]] as [string, string][]) : []),
    ["Seller", sellerName(auction, houseName)],
  ];
  return `<h1>${attribute(auction.title)}</h1>
<p class="state">${attribute(stateWords(auction))}</p>
${pictures.map((url, index) => picture(auction, url, index)).join("\n")}
<dl>${facts.map(([name, value]) => `<dt>${attribute(name)}</dt><dd>${attribute(value)}</dd>`).join("")}</dl>
${auction.status === "active" ? bidForm(auction) : ""}
<h2>Description</h2>
${paragraphs(auction.description)}
${(auction.addenda ?? []).map(addendum).join("\n")}
${detailNames.map((name) => detail(lotDetails[name].title, auction[name])).join("")}${report(auction)}
<h2>Last bids</h2>
${bids.length === 0 ? "<p>No bids yet.</p>" : `<table><tbody>${bids.map((bid) => bidRow(bid, money)).join("")}</tbody></table>`}
<p>Prices here are those of the moment when the page was loaded. Load it again to see the newest.</p>`;
};

const addendum = ({ at, text }: NonNullable<Auction["addenda"]>[number]): string =>
  `<h3>Addendum, ${attribute(formatLagosTime(at))}</h3>\n${paragraphs(text)}`;

const detail = (title: string, text: string | undefined): string =>
  text ? `<h2>${title}</h2>\n${paragraphs(text)}\n` : "";

const report = ({ conditionReport }: Auction): string => {
  if (!conditionReport) return "";
  const entries = reportEntries(conditionReport as ConditionReport);
  const rows = entries.map(({ label, value }) => `<dt>${attribute(label)}</dt><dd>${attribute(value)}</dd>`);
  return `<h2>Condition report</h2>\n<dl>${rows.join("")}</dl>`;
};

const bidForm = (auction: Auction): string => {
  const least = formatMoney(auction.minimumBid, auction.currency);
  return `<form method="get" action="${lotPath(auction._id)}/bid">
<label for="amount">Your bid, at least ${attribute(least)}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${auction.minimumBid}">
<button>Check this bid</button>
</form>
<p>You see the amount in words, and confirm it, on the next page.</p>`;
};

const bidRow = (bid: Bid, money: (amount: number) => string): string => {
  const amount = bid.voided ? `<s>${money(bid.amount)}</s> (does not count)` : money(bid.amount);
  const by = `${oneLine(bid.bidder.username)}${bid.kind === "auto" ? ", automatic" : ""}`;
  return `<tr><td>${amount}</td><td>${attribute(by)}</td><td>${attribute(formatLagosTime(bid.timestamp))}</td></tr>`;
};

export const plainList = (
  auctions: readonly Auction[],
  feed: NonNullable<PageFacts["feed"]>,
): string => `<h1>Every bid is public</h1>
<p>Live auctions across Nigeria.</p>
<form method="get" action="/"><label for="search">Search auctions</label>
<input id="search" name="search" maxlength="200"><button>Search</button></form>
<ul>${auctions.map(listItem).join("")}</ul>
<p><a href="${attribute(feed.path)}">Feed: ${attribute(feed.title)}</a></p>`;

const listItem = (auction: Auction): string => {
  const url = auction.imageUrl;
  const image = url ? `<img src="${attribute(url)}" alt="" width="400" height="300" loading="lazy">` : "";
  return `<li><a href="${lotPath(auction._id)}">${image}<strong>${attribute(auction.title)}</strong></a> <span>${attribute(stateWords(auction))}</span></li>`;
};
