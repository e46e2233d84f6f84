// A search field for pages that show no list: it opens Home with the results.
import { SEARCH_MAX } from "@jara/shared/search-max";
import { useNavigate } from "#router";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/field.tsx";

export const SearchForm = () => {
  const navigate = useNavigate();
  return (
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
  );
};
