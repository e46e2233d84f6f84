// The office and pickup hours: their form and their words.
import type { SettingValues } from "@jara/shared/site-settings";
import { hoursLines, weekdays } from "../../lots/hours-words.ts";
import { Check } from "../../ui/check.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { type EditorProps, nothing, type SettingForm } from "./setting-form.ts";

interface TypedHours {
  days: { isOpen: boolean; opens: string; closes: string }[];
  place: string;
}

const HoursEditor = ({ typed, onChange, mistakes }: EditorProps<TypedHours>) => {
  const setDay = (n: number, change: Partial<(typeof typed.days)[number]>) =>
    onChange({ ...typed, days: typed.days.map((day, index) => (index === n ? { ...day, ...change } : day)) });
  return (
    <>
      <ul className="grid divide-y divide-line border-line border-y">
        {typed.days.map((day, n) => {
          const wrong = mistakes[`days.${n}.closes`] ?? mistakes[`days.${n}.opens`] ?? mistakes[`days.${n}`];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has seven days in one order
            <li key={n} className="grid grid-cols-2 items-center gap-x-2 py-1 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
              <Check
                label={weekdays[n] ?? ""}
                checked={day.isOpen}
                onChange={(isOpen) => setDay(n, { isOpen })}
                className={day.isOpen ? "max-sm:col-span-2" : undefined}
              />
              {day.isOpen ? (
                (["opens", "closes"] as const).map((name) => (
                  <Input
                    key={name}
                    type="time"
                    aria-label={`${weekdays[n]} ${name}`}
                    aria-invalid={wrong ? true : undefined}
                    value={day[name]}
                    onChange={({ target }) => setDay(n, { [name]: target.value })}
                    className="tabular sm:w-36!"
                  />
                ))
              ) : (
                <span className="text-ink-soft text-sm max-sm:text-right sm:col-span-2">Closed</span>
              )}
              {wrong && (
                <p role="alert" className="col-span-full font-medium text-danger text-sm">
                  {wrong}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Field label="Place where lots are collected" error={mistakes.place}>
        <Input
          maxLength={200}
          value={typed.place}
          onChange={({ target }) => onChange({ ...typed, place: target.value })}
        />
      </Field>
    </>
  );
};

export const hoursForm: SettingForm<SettingValues["hours"], TypedHours> = {
  toTyped: ({ days, place }) => ({
    days: days.map((hours) => ({
      isOpen: hours !== null,
      opens: hours?.opens ?? "09:00",
      closes: hours?.closes ?? "17:00",
    })),
    place,
  }),
  toValue: ({ days, place }) => ({
    days: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)),
    place: place.trim(),
  }),
  inWords: ({ days, place }) => [
    ...hoursLines(days).map((line) => [line.days, line.times] as const),
    ["Place", place || nothing],
  ],
  Editor: HoursEditor,
};
