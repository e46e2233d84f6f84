// The filter of the audit log. An action and a day apply at once, a typed name with Enter or Show. The inputs follow the
// address, so that Back restores them too.
import type { FormEvent } from "react";
import { actionName } from "../../../lib/action-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice, optionsOf } from "../../../ui/choice.tsx";
import { DayField } from "../../../ui/day-field.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import { type LogTerms, logFilters, TEXT_MAX } from "../log-filter.ts";

interface FilterFormProps {
  filter: LogTerms;
  /** The actions that the log contains. */
  actions: readonly string[];
  onFilter: (filter: LogTerms) => void;
}

export const FilterForm = ({ filter, actions, onFilter }: FilterFormProps) => {
  const [actor, setActor, noteActor] = useResettableDraft(filter.actor);
  const [subject, setSubject, noteSubject] = useResettableDraft(filter.subject);
  const typed = { ...filter, actor: actor.trim(), subject: subject.trim() };
  const filterBy = (next: LogTerms) => {
    noteActor(next.actor);
    noteSubject(next.subject);
    onFilter(next);
  };
  // The action in the address stays a choice while the list of actions is under way.
  const choices = filter.action && !actions.includes(filter.action) ? [filter.action, ...actions] : actions;
  const text = { autoCapitalize: "none", spellCheck: false, maxLength: TEXT_MAX } as const;
  return (
    <search>
      <form
        aria-label="Filter the audit log"
        className="grid grid-cols-2 items-end gap-x-2 gap-y-3 md:grid-cols-3 xl:grid-cols-[repeat(3,minmax(0,1fr))_10rem_10rem_auto]"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          filterBy(typed);
        }}
      >
        <Field label="Who">
          <Input {...text} placeholder="username" value={actor} onChange={({ target }) => setActor(target.value)} />
        </Field>
        <Field label="To whom or lot">
          <Input
            {...text}
            placeholder="username or id"
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        </Field>
        <Choice
          label="What"
          className="col-span-2 md:col-span-1"
          value={filter.action}
          options={optionsOf("All actions", choices, actionName)}
          onChoose={(action) => filterBy({ ...typed, action })}
        />
        <DayField
          label="From"
          value={filter.from}
          max={filter.to || undefined}
          onDay={(from) => filterBy({ ...typed, from })}
        />
        <DayField
          label="To"
          value={filter.to}
          min={filter.from || undefined}
          onDay={(to) => filterBy({ ...typed, to })}
        />
        <div className="col-span-2 flex gap-2 md:col-span-1">
          <Button type="submit">Show</Button>
          {logFilters.narrows(filter) && (
            <Button
              variant="ghost"
              className="px-3"
              onClick={() => {
                setActor("");
                setSubject("");
                onFilter(logFilters.none);
              }}
            >
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
