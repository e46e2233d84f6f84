// The field for an amount of money on every screen. It groups the digits while they are typed and keeps the caret at
// its digit. Leaving the field writes out what was understood ("250k" becomes "250,000").
import { type Currency, currencySymbols } from "@jara/shared/money";
import { editAmount, groupAmount, readAmount, writtenAmount } from "@jara/shared/typed-amount";
import { type ComponentProps, type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { Input } from "./field.tsx";

interface AmountInputProps
  extends Omit<ComponentProps<typeof Input>, "onChange" | "value" | "type" | "ref" | "min" | "step"> {
  typed: string;
  onType: (typed: string) => void;
  /** The field shows its sign before the amount. */
  currency?: Currency;
  /** The arrow keys start here, and step by the smallest unit of the currency. */
  min?: number;
  /** Takes the focus, with everything selected, when it appears. */
  takesFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const STEP = 0.01;

export const AmountInput = ({
  typed,
  onType,
  currency,
  min = 0,
  takesFocus = false,
  className,
  onBlur,
  ref,
  ...rest
}: AmountInputProps) => {
  const box = useRef<HTMLInputElement | null>(null);
  /** Counts the digits and points after the caret. */
  const after = useRef<number | null>(null);
  // This runs after the layout effect with which a dialog opens and takes the focus for itself.
  useEffect(() => {
    if (!takesFocus) return;
    box.current?.focus();
    box.current?.select();
  }, [takesFocus]);
  useLayoutEffect(() => {
    const input = box.current;
    if (!input || after.current === null) return;
    let place = typed.length;
    for (let left = after.current; left > 0 && place > 0; place -= 1) if (typed[place - 1] !== ",") left -= 1;
    input.setSelectionRange(place, place);
    after.current = null;
  }, [typed]);
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    if (rest.readOnly || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const amount = readAmount(typed);
    const next = amount === null ? min : amount + (event.key === "ArrowUp" ? STEP : -STEP);
    if (amount === null && typed !== "") return;
    onType(writtenAmount(Math.max(min, next)));
  };
  const input = (
    <Input
      {...rest}
      ref={(element) => {
        box.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      type="text"
      inputMode="decimal"
      autoComplete={rest.autoComplete ?? "off"}
      value={typed}
      onKeyDown={step}
      onChange={({ target }) => {
        const rest = target.value.slice(target.selectionStart ?? target.value.length);
        after.current = rest.replaceAll(",", "").length;
        onType(editAmount(typed, target.value));
      }}
      onBlur={(event) => {
        const amount = readAmount(typed);
        if (amount !== null && groupAmount(typed).replaceAll(",", "") !== plainOf(typed)) onType(writtenAmount(amount));
        onBlur?.(event);
      }}
      className={cx("tabular font-semibold placeholder:font-normal read-only:bg-sunken", currency && "pl-8", className)}
    />
  );
  if (!currency) return input;
  return (
    <span className="relative block">
      <span
        aria-hidden
        translate="no"
        className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center font-semibold text-ink-soft"
      >
        {currencySymbols[currency]}
      </span>
      {input}
    </span>
  );
};

/** The digits of a text that needs no rewriting; null for any other text. */
const plainOf = (typed: string): string | null => (/^[\d,]*(\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : null);
