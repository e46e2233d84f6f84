// The page for any unknown address: a search, and the page with all auctions.
import { SEARCH_MAX } from "@jara/shared/search-max";
import { Link, useNavigate } from "#router";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, Input } from "../ui/field.tsx";

export const Component = () => {
  usePageTitle("Page not found");
  const navigate = useNavigate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 py-16">
      <h1 className="font-bold text-xl">Page not found</h1>
      <p className="max-w-prose text-ink-soft">
        There is nothing at this address. The link may be old, or a letter may be missing.
      </p>
      <search className="w-full max-w-lg">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const search = String(new FormData(event.currentTarget).get("search") ?? "").trim();
            navigate(search === "" ? "/" : `/?${new URLSearchParams({ search })}`);
          }}
        >
          <Field label="Search auctions" className="flex-1 basis-40">
            <Input type="search" name="search" enterKeyHint="search" maxLength={SEARCH_MAX} />
          </Field>
          <Button type="submit">Search</Button>
        </form>
      </search>
      <Link to="/" className={buttonClass("secondary")}>
        Browse Auctions
      </Link>
    </div>
  );
};
