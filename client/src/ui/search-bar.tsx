// A search with its button. What is typed applies when the form is submitted; an emptied input shows everything again.

import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { Button } from "./button.tsx";
import { SearchInput } from "./search-input.tsx";
import { useResettableDraft } from "./use-resettable-draft.ts";

interface SearchBarProps {
  label: string;
  placeholder: string;
  /** The text that is searched now. */
  search: string;
  onSearch: (text: string) => void;
  className?: string;
}

export const SearchBar = ({ label, placeholder, search, onSearch, className }: SearchBarProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(search);
  const send = (text: string) => {
    noteSent(text);
    onSearch(text);
  };
  return (
    <search className={className}>
      <form
        className="flex gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(typed.trim());
        }}
      >
        <SearchInput
          aria-label={label}
          placeholder={placeholder}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === "" && search !== "") send("");
          }}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  );
};
