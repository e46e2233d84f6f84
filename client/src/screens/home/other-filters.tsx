// Below the number of an empty result: the places that have lots under the other filters, and the lots without the price
// limits.
import { regionLabel } from "@jara/shared/regions";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { type Filters, writeFilters } from "../../features/search/filters.ts";
import { auctionListQuery, facetsQuery } from "../../features/search/queries.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { textLinkClass } from "../../ui/text-link.tsx";

const PLACES_MAX = 3;

export const OtherFilters = ({ filters }: { filters: Filters }) => {
  const { data: numbers } = useQuery({ ...facetsQuery(filters), enabled: filters.location !== "" });
  const anyPrice: Filters = { ...filters, minPrice: "", maxPrice: "", priceCurrency: "" };
  const isLimited = filters.minPrice !== "" || filters.maxPrice !== "";
  const total = useInfiniteQuery({ ...auctionListQuery(anyPrice), enabled: isLimited }).data?.pages[0]?.total ?? 0;
  const places = Object.entries(filters.location === "" ? {} : (numbers?.location ?? {}))
    .filter(([, lots]) => lots > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, PLACES_MAX);
  const others = [
    ...(isLimited && total > 0 ? [{ words: "At any price", lots: total, filters: anyPrice }] : []),
    ...places.map(([location, lots]) => ({ words: regionLabel(location), lots, filters: { ...filters, location } })),
  ];
  if (others.length === 0) return null;
  return (
    <ul aria-label="Other places and prices" className="flex flex-wrap gap-x-4 text-sm">
      {others.map((other) => (
        <li key={other.words}>
          <Link to={{ search: writeFilters(other.filters).toString() }} className={textLinkClass}>
            {`${other.words}: ${lotsWords(other.lots)}`}
          </Link>
        </li>
      ))}
    </ul>
  );
};
