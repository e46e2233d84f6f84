// A field for an amount of money, which groups the digits while they are typed. The caret stays at its digit.
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { groupAmount } from "../lib/typed-amount.ts";
import { Input } from "./field.tsx";

interface AmountInputProps extends Omit<ComponentProps<typeof Input>, "onChange" | "value" | "type" | "ref"> {
  typed: string;
  onType: (typed: string) => void;
  /** Takes the focus, with everything selected, when it appears. */
  takesFocus?: boolean;
}

export const AmountInput = ({ typed, onType, takesFocus = false, className, ...rest }: AmountInputProps) => {
  const box = useRef<HTMLInputElement>(null);
  /** Counts the digits and points after the caret. */
  const after = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (takesFocus) box.current?.select();
  }, [takesFocus]);
  useLayoutEffect(() => {
    const input = box.current;
    if (!input || after.current === null) return;
    let place = typed.length;
    for (let left = after.current; left > 0 && place > 0; place -= 1) if (typed[place - 1] !== ",") left -= 1;
    input.setSelectionRange(place, place);
    after.current = null;
  }, [typed]);
  return (
    <Input
      {...rest}
      ref={box}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => {
        const rest = target.value.slice(target.selectionStart ?? target.value.length);
        after.current = rest.replaceAll(",", "").length;
        onType(groupAmount(target.value));
      }}
      className={cx("tabular font-semibold read-only:bg-sunken", className)}
    />
  );
};
