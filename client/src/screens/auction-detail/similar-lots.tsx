// Shows open lots of the same category below a lot that is over, or other lots if there are none. Lots whose titles share
// most words with its own stand first, then the one that ends first.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { LotCard } from "../../features/lot-card/lot-card.tsx";
import { ask } from "../../lib/api.ts";
import { useLabelOfCategory } from "../../lots/use-label-of-category.ts";
import { textLinkClass } from "../../ui/text-link.tsx";

const SHOWN = 4;
const ASKED = 24;

const wordsOf = (title: string): string[] => title.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];

/** Lots that share a category, then others; never the lot itself. */
export const similarTo = (
  { _id, title, categories }: Pick<Auction, "_id" | "title" | "categories">,
  lots: readonly Auction[],
) => {
  const own = new Set(wordsOf(title));
  const shared = (lot: Auction): number => new Set(wordsOf(lot.title).filter((word) => own.has(word))).size;
  const others = lots.filter((lot) => lot._id !== _id);
  const alike = others
    .filter((lot) => lot.categories.some((category) => categories.includes(category)))
    .toSorted((a, b) => shared(b) - shared(a));
  return { areAlike: alike.length > 0, lots: (alike.length > 0 ? alike : others).slice(0, SHOWN) };
};

export const SimilarLots = ({ auction }: { auction: Auction }) => {
  const [category] = auction.categories;
  const labelOf = useLabelOfCategory();
  const { data } = useQuery({
    queryKey: ["similar-lots", auction._id, category],
    queryFn: async ({ signal }) => {
      const query = { sortBy: "endTime", sortOrder: "asc", limit: ASKED };
      const list = (more: object) => ask(calls.listAuctions, { query: { ...query, ...more }, signal });
      const { auctions } = await list(category ? { category } : {});
      const found = similarTo(auction, auctions);
      return found.lots.length > 0 || !category ? found : similarTo(auction, (await list({})).auctions);
    },
  });
  if (!data) return null;
  return (
    <section id="similar" aria-labelledby="similar-title" className="grid scroll-mt-18 gap-3 pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="similar-title" className="font-bold text-lg">
          {data.lots.length === 0 ? "More auctions" : data.areAlike ? "Similar lots" : "Ending soon"}
        </h2>
        {data.areAlike && category ? (
          <Link to={`/?category=${category}`} className={textLinkClass}>
            All in {labelOf(category)}
          </Link>
        ) : (
          <Link to="/" className={textLinkClass}>
            Browse all auctions
          </Link>
        )}
      </div>
      {data.lots.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 lg:grid-cols-[repeat(auto-fill,minmax(max(13rem,23%),1fr))]">
          {data.lots.map((lot) => (
            <li key={lot._id} className="min-w-0">
              <LotCard auction={lot} outbid={false} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
