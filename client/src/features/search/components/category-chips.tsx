// Shows the categories as a row of pictures with names, one tap away. It shows only those that some lot has. A tap
// chooses that category alone; More Filters can choose several.
import { useQuery } from "@tanstack/react-query";
import { cx } from "../../../lib/cx.ts";
import { useCategories } from "../../../store/categories.ts";
import { chosenIn, type Filters, noFilters, withToggled } from "../filters.ts";
import { facetsQuery } from "../queries.ts";
import { CategoryPicture } from "./category-picture.tsx";

interface CategoryChipsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

export const CategoryChips = ({ filters, onChange }: CategoryChipsProps) => {
  // Read the numbers of all lots, so that the row stays the same while somebody searches.
  const { data, isError } = useQuery(facetsQuery(noFilters));
  const chosen = chosenIn(filters, "category");
  const isOffered = ({ code, isRetired }: { code: string; isRetired?: boolean }) =>
    (isError && !isRetired) || data?.category[code] || chosen.includes(code);
  const categories = useCategories();
  if (!data && !isError) return null;
  return (
    <ul
      aria-label="Categories"
      className="relative -mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0 lg:flex-wrap lg:overflow-visible"
    >
      {categories.filter(isOffered).map(({ code: category, label }) => {
        const isChosen = chosen.includes(category);
        return (
          <li key={category} className="shrink-0 snap-start lg:min-h-19 lg:max-w-28 lg:shrink lg:grow lg:basis-18">
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? withToggled(filters, "category", category) : { ...filters, category })}
              className={cx(
                "flex min-h-11 items-center gap-1 rounded-box border py-1 pr-3 pl-1 text-sm",
                "lg:h-full lg:w-full lg:flex-col lg:px-1 lg:text-xs",
                isChosen
                  ? "border-brand bg-brand-soft font-semibold text-brand"
                  : "border-line bg-surface hover:border-line-strong",
              )}
            >
              <CategoryPicture category={category} />
              <span>{label}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
};
