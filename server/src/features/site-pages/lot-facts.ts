// The facts of lots and lists for the page's head, from the auctions as a visitor may see them.
import { type Auction, conditionLabels } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { LOT_PICTURE_SIZES, pictureWidths } from "@jara/shared/picture-sizes";
import { formatLagosTime } from "@jara/shared/time";
import { oneLine, type PageFacts } from "./page-template.ts";

const DESCRIPTION_LENGTH = 200;

export const lotPath = (id: string): string => `/auction/${id}`;

/** Changes with everything that the picture shows, so that previews fetch a new one. */
export const openGraphPath = ({ _id, contentVersion, version }: Auction): string =>
  `/og/auction/${_id}.jpg?v=${contentVersion}-${version}`;

export const firstPicture = ({ media, imageUrl }: Auction): string | null =>
  media.find(({ type }) => type === "image")?.url ?? imageUrl;

/** "Current price ₦36,500.00, 5 bids. Ends Mon, 23 Nov, 12:20 WAT." */
export const standing = (auction: Auction): string => {
  const price = formatMoney(auction.currentPrice, auction.currency);
  const bids = auction.bidCount === 1 ? "1 bid" : `${auction.bidCount} bids`;
  if (auction.status === "active") return `Current price ${price}, ${bids}. Ends ${formatLagosTime(auction.endTime)}.`;
  if (auction.status === "paused") return `Paused at ${price}, ${bids}.`;
  if (auction.status === "cancelled") return "This auction was cancelled.";
  return `Ended at ${price}, ${bids}.`;
};

export const lotFacts = (auction: Auction, publicUrl: string): PageFacts => {
  const text = oneLine(auction.description);
  const short = text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH)}…` : text;
  const picture = firstPicture(auction);
  const stem = picture && /^(\/media\/.+)\.(?:webp|jpe?g|png|avif)$/i.exec(picture)?.[1];
  return {
    title: auction.title,
    description: `${standing(auction)} ${short}`,
    canonical: auction.status === "cancelled" ? null : lotPath(auction._id),
    isLot: true,
    image: { path: openGraphPath(auction), alt: auction.title },
    structured: auction.status === "cancelled" ? [] : [product(auction, publicUrl)],
    screen: "src/screens/auction-detail.tsx",
    ...(stem && {
      preload: {
        type: "image/avif",
        srcSet: pictureWidths.map((width) => `${stem}-${width}.avif ${width}w`).join(", "),
        sizes: LOT_PICTURE_SIZES,
      },
    }),
  };
};

/** schema.org's Product with its Offer, as search engines read it. */
const product = (auction: Auction, publicUrl: string): object => {
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
      availability: `https://schema.org/${isOpen ? "InStock" : "SoldOut"}`,
      availabilityEnds: auction.endTime,
      itemCondition: `https://schema.org/${auction.condition === "new" ? "New" : "Used"}Condition`,
      seller: { "@type": "Person", name: oneLine(auction.seller.username) },
      ...(auction.location && { availableAtOrFrom: { "@type": "Place", address: oneLine(auction.location) } }),
    },
  };
};

export const listFacts = (
  auctions: readonly Auction[],
  { title, canonical, publicUrl }: { title: string | null; canonical: string; publicUrl: string },
): PageFacts => ({
  title,
  canonical,
  description: "Live auctions in Nigeria. Bid in naira or dollars, by hand or with a maximum bid.",
  image: { path: "/og/site.jpg", alt: "Live auctions in Nigeria" },
  screen: "src/screens/home.tsx",
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
