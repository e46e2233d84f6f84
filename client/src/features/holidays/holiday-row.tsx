// One holiday: renamed in place, deleted after a confirmation.
import { HOLIDAY_NAME_MAX, type Holiday } from "@jara/shared/rest/settlements";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useFocusBack } from "../../lib/use-focus-back.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { dayText, isWeekend, nowCalled, wholeDayText } from "./holiday-words.ts";
import { useSaveHoliday } from "./use-holidays.ts";

interface HolidayRowProps {
  holiday: Holiday;
  onDelete: () => void;
}

export const HolidayRow = ({ holiday, onDelete }: HolidayRowProps) => {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useFocusBack(isRenaming);
  const { date, name } = holiday;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
      <time
        dateTime={date}
        className={cx("tabular text-sm max-sm:text-ink-soft", isRenaming && "max-sm:col-span-2 max-sm:py-1")}
      >
        {dayText(date)}
      </time>
      {isRenaming ? (
        <Rename holiday={holiday} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <span className="[overflow-wrap:anywhere] max-sm:col-start-1 max-sm:row-start-2">
            {name}
            {isWeekend(date) && (
              <span className="block text-ink-soft text-xs">on a weekend, so no deadline changes</span>
            )}
          </span>
          <span className="-mr-3 flex max-sm:row-span-2 max-sm:row-start-1">
            <Button
              ref={renameButton}
              variant="ghost"
              size="sm"
              aria-label={`Rename ${name}, ${wholeDayText(date)}`}
              onClick={() => setRenaming(true)}
            >
              <Pencil aria-hidden className="size-5 sm:hidden" />
              <span className="max-sm:hidden">Rename</span>
            </Button>
            <Button variant="ghost" size="sm" aria-label={`Delete ${name}, ${wholeDayText(date)}`} onClick={onDelete}>
              <Trash2 aria-hidden className="size-5 sm:hidden" />
              <span className="max-sm:hidden">Delete</span>
            </Button>
          </span>
        </>
      )}
    </li>
  );
};

const Rename = ({ holiday: { date, name }, onDone }: { holiday: Holiday; onDone: () => void }) => {
  const [typed, setTyped] = useState(name);
  const save = useSaveHoliday();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (save.isPending || !next) return;
    if (next === name) return onDone();
    save.mutate(
      { date, name: next, seen: name },
      {
        onSuccess: () => {
          toast.success(`${name} is now called ${next}`);
          onDone();
        },
      },
    );
  };
  return (
    <form
      aria-label={`Rename ${name}`}
      className="col-span-2 flex flex-wrap gap-2"
      onSubmit={submit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") onDone();
      }}
    >
      <Input
        ref={input}
        aria-label="Name"
        aria-invalid={typed.trim() === "" || undefined}
        maxLength={HOLIDAY_NAME_MAX}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="min-w-40 flex-1"
      />
      <span className="flex gap-2">
        <Button type="submit" size="sm" pending={save.isPending} disabled={typed.trim() === ""}>
          Save
        </Button>
        <Button variant="secondary" size="sm" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
      </span>
      {save.isError && (
        <Notice tone="error" className="w-full">
          {nowCalled(save.error) ?? messageOf(save.error, "Failed to rename the holiday")}
        </Notice>
      )}
    </form>
  );
};
