// The page for any unknown address: a search, and the page with all auctions.
import { Link } from "#router";
import { SearchForm } from "../features/search/components/search-form.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";

export const Component = () => {
  usePageTitle("Page not found");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 py-16">
      <h1 className="font-bold text-xl">Page not found</h1>
      <p className="max-w-prose text-ink-soft">
        There is nothing at this address. The link may be old, or a letter may be missing.
      </p>
      <SearchForm />
      <Link to="/" className={buttonClass("secondary")}>
        Browse Auctions
      </Link>
    </div>
  );
};
