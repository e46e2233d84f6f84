// The search form for users. A role applies at once, a typed text with Enter or Search. The inputs follow the address,
// so that Back restores them too, and they keep the focus.

import { staffRoles } from "@jara/shared/permissions";
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { roleNames } from "../../../lib/role-names.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice, optionsOf } from "../../../ui/choice.tsx";
import { Field } from "../../../ui/field.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import { type UserSearchTerms, userFilters } from "../user-search.ts";

interface SearchFormProps {
  terms: UserSearchTerms;
  onSearch: (change: Partial<UserSearchTerms>) => void;
}

const roleOptions = optionsOf("All Roles", ["user", ...staffRoles] as const, (role) =>
  role === "user" ? "Users" : `${roleNames[role]}s`,
);

export const SearchForm = ({ terms, onSearch }: SearchFormProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(terms.q);
  const q = typed.trim();
  const searchFor = (role: Partial<UserSearchTerms>) => {
    noteSent(q);
    onSearch({ q, ...role });
  };
  return (
    <search>
      <form
        aria-label="Search users"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          searchFor({});
        }}
      >
        <Field label="Search users" className="min-w-0 basis-full sm:flex-1 sm:basis-0">
          <SearchInput
            placeholder="name, email, or username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Choice
          label="Role"
          className="min-w-0 flex-1 sm:w-36 sm:flex-none"
          value={terms.role}
          options={roleOptions}
          onChoose={(role) => searchFor({ role })}
        />
        <Button type="submit">Search</Button>
        {userFilters.narrows(terms) && (
          <Button variant="ghost" className="px-3" onClick={() => onSearch(userFilters.unfiltered)}>
            Clear
          </Button>
        )}
      </form>
    </search>
  );
};
