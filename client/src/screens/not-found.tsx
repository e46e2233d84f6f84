// The page for any unknown address: what can be done instead is a search, or the page of all auctions.
import { Link, useNavigate } from "#router";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { SearchInput } from "../ui/search-input.tsx";

export const Component = () => {
  usePageTitle("Page not found");
  const navigate = useNavigate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-16">
      <h1 className="font-bold text-xl">Page not found</h1>
      <p className="max-w-prose text-ink-soft">
        There is nothing at this address. The link may be old, or a letter may be missing.
      </p>
      <search>
        <form
          className="flex max-w-lg flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const search = String(new FormData(event.currentTarget).get("search") ?? "").trim();
            void navigate(search === "" ? "/" : `/?${new URLSearchParams({ search })}`);
          }}
        >
          <SearchInput name="search" aria-label="Search auctions" placeholder="Search auctions" />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
      </search>
      <Link to="/" className={`${buttonClass("primary")} justify-self-start`}>
        Browse Auctions
      </Link>
    </div>
  );
};
