// The house's increment table: its form and its words.
import { formatMoney } from "@jara/shared/money";
import type { SettingValues } from "@jara/shared/site-settings";
import { groupAmount } from "@jara/shared/typed-amount";
import { Plus, X } from "lucide-react";
import { Input } from "../../ui/field.tsx";
import { type EditorProps, iconButton, nextKey, type SettingForm, typedNumber } from "./setting-form.ts";

interface TypedStep {
  readonly key: number;
  readonly below: string;
  readonly increment: string;
}
interface TypedIncrements {
  NGN: TypedStep[];
  USD: TypedStep[];
}

const stepsOf = (steps: SettingValues["increments"]["NGN"]): TypedStep[] =>
  steps.map(([below, increment]) => ({
    key: nextKey(),
    below: below === null ? "" : groupAmount(String(below)),
    increment: groupAmount(String(increment)),
  }));
const toSteps = (steps: readonly TypedStep[]) =>
  steps.map(({ below, increment }, n) => [
    n === steps.length - 1 && below.trim() === "" ? null : typedNumber(below),
    typedNumber(increment),
  ]);

const stepWords = (value: SettingValues["increments"], currency: "NGN" | "USD"): string =>
  value[currency]
    .map(([below, increment]) =>
      below === null
        ? `above that ${formatMoney(increment, currency)}`
        : `below ${formatMoney(below, currency)}: ${formatMoney(increment, currency)}`,
    )
    .join("; ");

const IncrementsEditor = ({ typed, onChange, mistakes }: EditorProps<TypedIncrements>) =>
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

export const incrementsForm: SettingForm<SettingValues["increments"], TypedIncrements> = {
  toTyped: ({ NGN, USD }) => ({ NGN: stepsOf(NGN), USD: stepsOf(USD) }),
  toValue: ({ NGN, USD }) => ({ NGN: toSteps(NGN), USD: toSteps(USD) }),
  inWords: (value) => [
    ["Naira", stepWords(value, "NGN")],
    ["Dollars", stepWords(value, "USD")],
  ],
  Editor: IncrementsEditor,
};
