// The form fields of the settings that are tables: hours, categories, and increments.
import { CATEGORY_LABEL_MAX } from "@jara/shared/rest/site-settings";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { weekdays } from "../../lots/hours-words.ts";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/check.tsx";
import { Field, Input } from "../../ui/field.tsx";
import type { EditorProps } from "./editors.tsx";
import { nextKey, type TypedStep } from "./typed-values.ts";

export const HoursEditor = ({ typed, onChange, mistakes }: EditorProps<"hours">) => {
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

/** The code that a label suggests. */
const codeOf = (label: string): string =>
  label
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, 30);

const iconButton =
  "grid size-11 place-items-center rounded-box hover:bg-sunken disabled:opacity-40 pointer-fine:size-9";

export const CategoriesEditor = ({ typed, onChange, mistakes }: EditorProps<"categories">) => {
  const { rows } = typed;
  const setRow = (n: number, change: Partial<(typeof rows)[number]>) =>
    onChange({ rows: rows.map((row, index) => (index === n ? { ...row, ...change } : row)) });
  const move = (n: number, by: number) => {
    const next = [...rows];
    const [row] = next.splice(n, 1);
    if (row) next.splice(n + by, 0, row);
    onChange({ rows: next });
  };
  return (
    <>
      <ul className="grid divide-y divide-line border-line border-y">
        {rows.map((row, n) => {
          const wrong = mistakes[`${n}.label`] ?? mistakes[`${n}.code`];
          return (
            <li key={row.key} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-2">
              <div className="col-span-full">
                {" "}
                <Input
                  aria-label={`Name of category ${n + 1}`}
                  aria-invalid={wrong ? true : undefined}
                  maxLength={CATEGORY_LABEL_MAX}
                  value={row.label}
                  onChange={({ target }) =>
                    setRow(n, { label: target.value, ...(row.isNew && { code: codeOf(target.value) }) })
                  }
                />
              </div>
              <span className="truncate text-ink-soft text-sm" title="The code never changes">
                {row.code || "—"}
              </span>
              <Check
                label="Offered"
                checked={!row.isRetired}
                onChange={(isOffered) => setRow(n, { isRetired: !isOffered })}
              />
              <span className="flex justify-end">
                <button
                  type="button"
                  aria-label={`Move ${row.label || "the category"} up`}
                  disabled={n === 0}
                  onClick={() => move(n, -1)}
                  className={iconButton}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </button>
                <button
                  type="button"
                  aria-label={`Move ${row.label || "the category"} down`}
                  disabled={n === rows.length - 1}
                  onClick={() => move(n, 1)}
                  className={iconButton}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </button>
                {row.isNew && (
                  <button
                    type="button"
                    aria-label={`Remove ${row.label || "the new category"}`}
                    onClick={() => onChange({ rows: rows.filter((_, index) => index !== n) })}
                    className={iconButton}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                )}
              </span>
              {wrong && (
                <p role="alert" className="col-span-full font-medium text-danger text-sm">
                  {wrong}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() =>
          onChange({ rows: [...rows, { key: nextKey(), isNew: true, code: "", label: "", isRetired: false }] })
        }
      >
        <Plus aria-hidden className="size-4" /> Add a category
      </Button>
    </>
  );
};

export const IncrementsEditor = ({ typed, onChange, mistakes }: EditorProps<"increments">) =>
  (["NGN", "USD"] as const).map((currency) => (
    <Steps
      key={currency}
      legend={currency === "NGN" ? "Naira" : "Dollars"}
      steps={typed[currency]}
      onChange={(steps) => onChange({ ...typed, [currency]: steps })}
      mistakeAt={(path) => mistakes[path === "" ? currency : `${currency}.${path}`]}
    />
  ));

interface StepsProps {
  legend: string;
  steps: TypedStep[];
  onChange: (steps: TypedStep[]) => void;
  mistakeAt: (path: string) => string | undefined;
}

const Steps = ({ legend, steps, onChange, mistakeAt }: StepsProps) => {
  const setStep = (n: number, change: Partial<TypedStep>) =>
    onChange(steps.map((step, index) => (index === n ? { ...step, ...change } : step)));
  const insert = (n: number) => onChange(steps.toSpliced(n, 0, { key: nextKey(), below: "", increment: "" }));
  const whole = mistakeAt("");
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold text-sm">{legend}</legend>
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem] gap-2 text-ink-soft text-sm pointer-fine:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4.5rem]"
      >
        <span>Price below</span>
        <span>Increment</span>
      </div>
      <ol className="grid gap-2">
        {steps.map((step, n) => {
          const isLast = n === steps.length - 1;
          const wrong = mistakeAt(`${n}.0`) ?? mistakeAt(`${n}.1`) ?? mistakeAt(`${n}`);
          return (
            <li key={step.key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 text-sm">
              {isLast ? (
                <span className="text-ink-soft">above that</span>
              ) : (
                <Input
                  aria-label={`${legend}, step ${n + 1}: price below`}
                  inputMode="decimal"
                  placeholder="Price below"
                  value={step.below}
                  onChange={({ target }) => setStep(n, { below: target.value })}
                  className="tabular"
                />
              )}
              <Input
                aria-label={`${legend}, step ${n + 1}: increment`}
                inputMode="decimal"
                placeholder="Increment"
                value={step.increment}
                onChange={({ target }) => setStep(n, { increment: target.value })}
                className="tabular"
              />
              <span className="flex">
                <button
                  type="button"
                  aria-label={`Add a step before step ${n + 1}`}
                  onClick={() => insert(n)}
                  className={iconButton}
                >
                  <Plus aria-hidden className="size-4" />
                </button>
                <button
                  type="button"
                  aria-label={`Remove step ${n + 1}`}
                  disabled={isLast}
                  onClick={() => onChange(steps.toSpliced(n, 1))}
                  className={iconButton}
                >
                  <X aria-hidden className="size-4" />
                </button>
              </span>
              {wrong && (
                <p role="alert" className="col-span-full font-medium text-danger">
                  {wrong}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {whole && (
        <p role="alert" className="font-medium text-danger text-sm">
          {whole}
        </p>
      )}
    </fieldset>
  );
};
