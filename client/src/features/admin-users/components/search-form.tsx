// The search form for users. A role applies at once, a typed text with Enter or Search. The inputs follow the address,
// so that Back restores them too, and they keep the focus.

import { staffRoles } from "@jara/shared/permissions";
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { roleNames } from "../../../lib/role-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import type { UserSearchTerms } from "../user-search.ts";

interface SearchFormProps {
  terms: UserSearchTerms;
  onSearch: (change: Partial<UserSearchTerms>) => void;
}

export const SearchForm = ({ terms, onSearch }: SearchFormProps) => {
  const [typed, setTyped] = useResettableDraft(terms.q);
  const q = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch({ q });
  };
  return (
    <search>
      <form aria-label="Search users" className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <Field label="Search users" className="min-w-0 basis-full sm:flex-1 sm:basis-0">
          {(control) => (
            <SearchInput
              {...control}
              placeholder="name, email, or username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={SEARCH_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Field label="Role" className="min-w-0 flex-1 sm:w-36 sm:flex-none">
          {(control) => (
            <Select
              {...control}
              value={terms.role}
              onChange={({ target }) => onSearch({ q, role: target.value as UserSearchTerms["role"] })}
            >
              <option value="">All Roles</option>
              <option value="user">Users</option>
              {staffRoles.map((role) => (
                <option key={role} value={role}>
                  {roleNames[role]}s
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit">Search</Button>
        {(terms.q || terms.role) && (
          <Button variant="ghost" className="px-3" onClick={() => onSearch({ q: "", role: "" })}>
            Clear
          </Button>
        )}
      </form>
    </search>
  );
};
