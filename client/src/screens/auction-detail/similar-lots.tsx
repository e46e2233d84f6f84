// Shows open lots below a lot that is over: of its category and about its price, or else of its category, or else the next
// that end. Lots whose titles share most words with its own stand first, then the one that ends first.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { MAX_AMOUNT } from "@jara/shared/money";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { LotCard } from "../../features/lot-card/lot-card.tsx";
import { ask } from "../../lib/api.ts";
import { useLabelOfCategory } from "../../lots/use-label-of-category.ts";
import { textLinkClass } from "../../ui/text-link.tsx";

const SHOWN = 4;
const ASKED = 24;

const wordsOf = (title: string): string[] => title.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];

type Ended = Pick<Auction, "_id" | "title" | "categories" | "currentPrice" | "currency">;

/** Chooses the lots whose titles share most words, without the lot itself. */
const bestOf = ({ _id, title }: Ended, lots: readonly Auction[]): Auction[] => {
  const own = new Set(wordsOf(title));
  const shared = (lot: Auction): number => new Set(wordsOf(lot.title).filter((word) => own.has(word))).size;
  return lots
    .filter((lot) => lot._id !== _id)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, SHOWN);
};

/** From half of the price to twice the price. */
const aboutPrice = ({ currentPrice, currency }: Ended) => ({
  minPrice: Math.floor(currentPrice * 50) / 100,
  maxPrice: Math.min(Math.ceil(currentPrice * 200) / 100, MAX_AMOUNT),
  priceCurrency: currency,
});

type Alike = "kind-and-price" | "kind" | "none";

/** The queries that are sent one after the other until one finds lots. */
const questionsOf = (ended: Ended): { alike: Alike; query: object }[] => {
  const [category] = ended.categories;
  const any = { alike: "none", query: {} } as const;
  if (!category) return [any];
  return [
    { alike: "kind-and-price", query: { category, ...aboutPrice(ended) } },
    { alike: "kind", query: { category } },
    any,
  ];
};

interface Found {
  alike: Alike;
  lots: Auction[];
  /** The ids of those on which the reader was outbid. */
  outbid: readonly string[];
}

const findLots = async (ended: Ended, signal: AbortSignal): Promise<Found> => {
  for (const { alike, query } of questionsOf(ended)) {
    const order = { sortBy: "endTime", sortOrder: "asc", limit: ASKED } as const;
    const { auctions, outbid = [] } = await ask(calls.listAuctions, { query: { ...query, ...order }, signal });
    const lots = bestOf(ended, auctions);
    if (lots.length > 0) return { alike, lots, outbid };
  }
  return { alike: "none", lots: [], outbid: [] };
};

const titles: Record<Alike, (label: string) => string> = {
  "kind-and-price": () => "Similar lots",
  kind: (label) => `More in ${label}`,
  none: () => "Ending soon",
};

export const SimilarLots = ({ auction }: { auction: Auction }) => {
  const [category = ""] = auction.categories;
  const label = useLabelOfCategory()(category);
  const { data } = useQuery({
    queryKey: ["similar-lots", auction._id, category],
    queryFn: ({ signal }) => findLots(auction, signal),
  });
  if (!data) return null;
  return (
    <LotsBelow
      title={data.lots.length === 0 ? "More auctions" : titles[data.alike](label)}
      more={data.alike === "none" ? allLots : { to: `/?category=${category}`, words: `All in ${label}` }}
      lots={data.lots}
      outbid={data.outbid}
    />
  );
};

/** Shows the lots that end next, for a page without a lot. */
export const EndingSoon = () => {
  const { data } = useQuery({
    queryKey: ["similar-lots"],
    queryFn: ({ signal }) =>
      ask(calls.listAuctions, { query: { sortBy: "endTime", sortOrder: "asc", limit: SHOWN }, signal }),
  });
  if (!data || data.auctions.length === 0) return null;
  return <LotsBelow title={titles.none("")} more={allLots} lots={data.auctions} outbid={data.outbid ?? []} />;
};

const allLots = { to: "/", words: "Browse all auctions" };

interface LotsBelowProps {
  /** The ids of those on which the reader was outbid. */
  outbid: readonly string[];
  title: string;
  more: { to: string; words: string };
  lots: readonly Auction[];
}

const LotsBelow = ({ title, more, lots, outbid }: LotsBelowProps) => (
  <section id="similar" aria-labelledby="similar-title" className="grid scroll-mt-18 gap-3 pt-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="similar-title" className="font-bold text-lg">
        {title}
      </h2>
      <Link to={more.to} className={textLinkClass}>
        {more.words}
      </Link>
    </div>
    {lots.length > 0 && (
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 lg:grid-cols-[repeat(auto-fill,minmax(max(13rem,23%),1fr))]">
        {lots.map((lot) => (
          <li key={lot._id} className="min-w-0">
            <LotCard auction={lot} outbid={outbid.includes(lot._id)} />
          </li>
        ))}
      </ul>
    )}
  </section>
);
