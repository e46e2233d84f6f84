// Looking for users. A role counts at once, a typed text with Enter or Search. The boxes follow the address, so that Back
// shows in them too, and they keep the focus.
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Input, Select } from "../../ui/field.tsx";
import { SEARCH_MAX, type UserSearchTerms } from "./user-search.ts";

interface SearchFormProps {
  terms: UserSearchTerms;
  onSearch: (change: Partial<UserSearchTerms>) => void;
}

export const SearchForm = ({ terms, onSearch }: SearchFormProps) => {
  const [typed, setTyped] = useState(terms.q);
  const [shown, setShown] = useState(terms.q);
  if (shown !== terms.q) {
    setShown(terms.q);
    setTyped(terms.q);
  }
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
            <div className="relative">
              <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
              <Input
                {...control}
                type="search"
                placeholder="name, email, or username"
                enterKeyHint="search"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={SEARCH_MAX}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                className="pl-10"
              />
            </div>
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
              <option value="admin">Admins</option>
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
