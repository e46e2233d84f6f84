// The filters of a list, with a search. A choice applies at once, a typed text with Enter or Search. The inputs follow the
// address, so that Back restores them too, and they keep the focus.
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Button } from "./button.tsx";
import { SearchInput } from "./search-input.tsx";
import { useResettableDraft } from "./use-resettable-draft.ts";

interface FilterFormProps {
  label: string;
  searchLabel: string;
  placeholder: string;
  /** The text that is searched now. */
  search: string;
  onSearch: (text: string) => void;
  /** Null while nothing narrows the list. */
  onClear: (() => void) | null;
  className: string;
  searchClassName: string;
  /** The choices. */
  children: ReactNode;
}

export const FilterForm = ({
  label,
  searchLabel,
  placeholder,
  search,
  onSearch,
  onClear,
  ...shown
}: FilterFormProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(search);
  return (
    <search>
      <form
        aria-label={label}
        className={cx("grid grid-cols-2 items-end gap-x-2 gap-y-3", shown.className)}
        onSubmit={(event) => {
          event.preventDefault();
          noteSent(typed.trim());
          onSearch(typed.trim());
        }}
      >
        {shown.children}
        <div className={cx("col-span-2 flex min-w-0 gap-2", shown.searchClassName)}>
          <SearchInput
            aria-label={searchLabel}
            placeholder={placeholder}
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">Search</Button>
          {onClear && (
            <Button variant="ghost" onClick={onClear}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
