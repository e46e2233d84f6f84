// The facts of lots and lists for the page's head, and the HTML of their first view, from the auctions as a visitor may
// see them.
import { type Auction, conditionLabels } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import {
  CARD_PICTURE_SIZES,
  LOT_PICTURE_SIZES,
  pictureFormats,
  pictureWidths,
  RAIL_PICTURE_SIZES,
} from "@jara/shared/picture-sizes";
import { sellerName } from "@jara/shared/seller-name";
import { formatLagosTime } from "@jara/shared/time";
import { attribute, oneLine, type PageFacts } from "./page-template.ts";

const DESCRIPTION_LENGTH = 200;
/** A phone's first view of Home shows this many cards, a wide screen's that many. */
const CARDS_IN_VIEW = { phone: 2, wide: 4 };
const RAIL_IN_VIEW = 6;
/** The classes of the client's grid of lots (lot-grid.tsx). */
const GRID =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(max(12rem,30%),1fr))] md:gap-4 lg:grid-cols-[repeat(auto-fill,minmax(max(13rem,23%),1fr))]";

export const lotPath = (id: string): string => `/auction/${id}`;

/** The address changes with everything that the picture shows, so that previews fetch a new picture. */
export const openGraphPath = ({ _id, contentVersion, version }: Auction): string =>
  `/og/auction/${_id}.jpg?v=${contentVersion}-${version}`;

/** The sentence about the opening of a draft. Only staff see a draft without a `startTime`. */
export const opensWords = ({ startTime }: Auction): string =>
  startTime === null ? "Bidding has not opened." : `Bidding opens ${formatLagosTime(startTime)}.`;

/** "Current price ₦36,500.00, 5 bids. Ends Mon, 23 Nov, 12:20 WAT." */
export const stateWords = (auction: Auction): string => {
  const price = formatMoney(auction.currentPrice, auction.currency);
  const bids = auction.bidCount === 1 ? "1 bid" : `${auction.bidCount} bids`;
  if (auction.status === "active") return `Current price ${price}, ${bids}. Ends ${formatLagosTime(auction.endTime)}.`;
  if (auction.status === "paused") return `Paused at ${price}, ${bids}.`;
  if (auction.status === "cancelled") return "This auction was cancelled.";
  if (auction.status === "draft") return `${opensWords(auction)} Starting price ${price}.`;
  return `Ended at ${price}, ${bids}.`;
};

interface SiteNames {
  readonly publicUrl: string;
  readonly houseName: string;
}

export const lotFacts = (auction: Auction, site: SiteNames): PageFacts => {
  const text = oneLine(auction.description);
  const short = text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH)}…` : text;
  const picture = auction.imageUrl;
  return {
    title: auction.title,
    description: `${stateWords(auction)} ${short}`,
    canonical: auction.status === "cancelled" ? null : lotPath(auction._id),
    isLot: true,
    image: { path: openGraphPath(auction), alt: auction.title },
    structured: auction.status === "cancelled" ? [] : [product(auction, site)],
    screen: "src/screens/auction-detail.tsx",
    preload: preloadOf(picture, LOT_PICTURE_SIZES),
    firstView: lotView(auction, picture),
  };
};

/** The smaller sizes of a stored picture, best format first; none for a picture from elsewhere, as in the client. */
const sourcesOf = (picture: string | null) => {
  const stem = picture && /^(\/media\/.+)\.(?:webp|jpe?g|png|avif)$/i.exec(picture)?.[1];
  if (!stem) return [];
  return pictureFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: pictureWidths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", "),
  }));
};

/** Browsers that do not read the best format ignore its preload. */
const preloadOf = (picture: string | null, sizes: string) =>
  sourcesOf(picture)
    .slice(0, 1)
    .map((source) => ({ ...source, sizes }));

const pictureHtml = (picture: string | null, about: { alt: string; sizes: string; className: string }): string => {
  if (!picture) return "";
  const sources = sourcesOf(picture).map(
    ({ type, srcSet }) =>
      `<source type="${type}" srcset="${attribute(srcSet)}" sizes="${attribute(about.sizes)}" class="hidden">`,
  );
  return (
    `<picture class="contents">${sources.join("")}<img src="${attribute(picture)}" alt="${attribute(about.alt)}" ` +
    `fetchpriority="high" decoding="async" class="picture-dim bg-sunken ${about.className}"></picture>`
  );
};

/** The top of the lot page, with the classes of the client's screen, so that its first picture is there at once. */
const lotView = (auction: Auction, picture: string | null): string => {
  const shape = { alt: auction.title, sizes: LOT_PICTURE_SIZES, className: "object-contain size-full" };
  const image = pictureHtml(picture, shape);
  return (
    `<div class="grid grid-cols-[minmax(0,1fr)] gap-6 min-[769px]:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-8">` +
    `<div class="grid grid-cols-[minmax(0,1fr)] content-start gap-3"><div class="min-h-11 pointer-fine:min-h-9"></div>` +
    `<h1 class="font-bold text-lg md:text-xl">${attribute(auction.title)}</h1>` +
    `<div class="overflow-hidden rounded-box border border-line bg-sunken"><div class="aspect-[4/3] w-full min-[769px]:max-h-120">${image}</div></div></div></div>`
  );
};

/** The top of Home, with the classes of the client's screen: its first pictures are there at once. */
const homeView = (rail: readonly Auction[], list: readonly Auction[]): string => {
  const small = rail.slice(0, RAIL_IN_VIEW).map((auction) => {
    const shape = { alt: "", sizes: RAIL_PICTURE_SIZES, className: "object-cover aspect-square w-full" };
    return (
      `<li class="w-[max(15rem,18ch)] shrink-0"><div class="grid grid-cols-[--spacing(16)_minmax(0,1fr)] items-center gap-2 overflow-hidden rounded-box border border-line bg-surface">` +
      `<div class="aspect-square">${pictureHtml(auction.imageUrl, shape)}</div><div class="grid grid-cols-1 py-1 pr-2">` +
      `<span dir="auto" class="truncate font-semibold text-sm">${attribute(auction.title)}</span>` +
      `<span class="min-h-5"></span></div></div></li>`
    );
  });
  const row =
    small.length > 0
      ? `<div class="grid grid-cols-1"><h2 class="flex min-h-11 items-center font-bold text-base pointer-fine:min-h-9">Ending soon</h2>` +
        `<ul class="-mx-4 -my-1 flex gap-3 overflow-hidden px-4 py-1 md:-mx-6 md:px-6">${small.join("")}</ul></div>`
      : "";
  const cards = list.slice(0, CARDS_IN_VIEW.wide).map((auction) => {
    const shape = {
      alt: "",
      sizes: CARD_PICTURE_SIZES,
      className: "object-cover aspect-square w-full md:aspect-[4/3]",
    };
    return (
      `<li><div class="flex h-full flex-col overflow-hidden rounded-box border border-line bg-surface">` +
      `${pictureHtml(auction.imageUrl, shape)}<div class="p-2 md:p-3">` +
      `<h3 dir="auto" class="line-clamp-2 min-h-10 text-wrap font-semibold text-sm md:min-h-12 md:text-base">${attribute(auction.title)}</h3></div></div></li>`
    );
  });
  const grid =
    cards.length > 0
      ? `<div class="grid grid-cols-1 gap-3 md:gap-4"><h2 class="font-bold text-lg">Active Auctions</h2><ul class="${GRID}">${cards.join("")}</ul></div>`
      : "";
  return (
    `<div class="grid grid-cols-1 gap-3 md:gap-6"><div class="grid grid-cols-1 gap-2 md:gap-3">` +
    `<div class="lg:flex lg:items-end lg:gap-8 lg:pb-2"><div class="max-lg:mb-2 lg:max-w-104">` +
    `<h1 class="font-bold text-lg leading-6 md:text-xl md:leading-9">Every bid is public</h1>` +
    `<p class="text-ink-soft text-sm">Live auctions across Nigeria.` +
    `<span class="max-md:sr-only"> Bid by hand, or set your maximum and let it bid for you.</span></p></div>` +
    `<div class="min-h-11 flex-1 rounded-box border border-line-strong bg-surface"></div></div>` +
    `<div class="min-h-11 lg:min-h-19"></div><div class="min-h-11"></div></div>${row}` +
    `${grid}</div>`
  );
};

/** schema.org's Product with its Offer, as search engines read it. */
const product = (auction: Auction, { publicUrl, houseName }: SiteNames): object => {
  const absolute = (at: string): string => (at.startsWith("http") ? at : `${publicUrl}${at}`);
  const isOpen = auction.status === "active" || auction.status === "paused";
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: oneLine(auction.title),
    description: oneLine(auction.description),
    sku: auction._id,
    image: auction.media.filter(({ type }) => type === "image").map(({ url }) => absolute(url)),
    ...(auction.categories[0] && { category: auction.categories[0] }),
    offers: {
      "@type": "Offer",
      url: absolute(lotPath(auction._id)),
      price: auction.currentPrice.toFixed(2),
      priceCurrency: auction.currency,
      priceValidUntil: auction.endTime,
      availability: `https://schema.org/${isOpen ? "InStock" : auction.status === "draft" ? "PreOrder" : "SoldOut"}`,
      availabilityEnds: auction.endTime,
      itemCondition: `https://schema.org/${auction.condition === "new" ? "New" : "Used"}Condition`,
      seller: {
        "@type": auction.isHouseLot ? "Organization" : "Person",
        name: oneLine(sellerName(auction, houseName)),
      },
      ...(auction.location && { availableAtOrFrom: { "@type": "Place", address: oneLine(auction.location) } }),
    },
  };
};

/** `rail`: the lots that Home shows before the list; empty if there are none. */
export const listFacts = (
  auctions: readonly Auction[],
  {
    rail,
    title,
    canonical,
    feed,
    publicUrl,
  }: {
    rail: readonly Auction[];
    title: string | null;
    canonical: string;
    feed: NonNullable<PageFacts["feed"]>;
    publicUrl: string;
  },
): PageFacts => ({
  title,
  canonical,
  feed,
  description: "Live auctions in Nigeria. Bid in naira or dollars, by hand or with a maximum bid.",
  image: { path: "/og/site.jpg", alt: "Live auctions in Nigeria" },
  screen: "src/screens/home.tsx",
  preload: auctions.slice(0, CARDS_IN_VIEW.phone).flatMap((auction) => preloadOf(auction.imageUrl, CARD_PICTURE_SIZES)),
  // The result of a search has other headings above it.
  firstView: homeView(rail, canonical === "/" ? auctions : []),
  structured: [
    {
      "@context": "https://schema.org",
      "@type": "ItemList",
      numberOfItems: auctions.length,
      itemListElement: auctions.map((auction, index) => ({
        "@type": "ListItem",
        position: index + 1,
        url: `${publicUrl}${lotPath(auction._id)}`,
        name: oneLine(auction.title),
      })),
    },
  ],
});

export const conditionOf = ({ condition }: Auction): string => conditionLabels[condition];
