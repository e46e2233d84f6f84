// The input for an amount to add online, within the limits of one payment.
import type { Ref } from "react";
import { type ControlProps, Input } from "../ui/field.tsx";
import { TOP_UP_MAX, TOP_UP_MIN } from "./top-up-amount.ts";

interface TopUpInputProps extends ControlProps {
  typed: string;
  onType: (typed: string) => void;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

export const TopUpInput = ({ typed, onType, ...rest }: TopUpInputProps) => (
  <Input
    {...rest}
    type="number"
    inputMode="decimal"
    step="0.01"
    min={TOP_UP_MIN}
    max={TOP_UP_MAX}
    autoComplete="transaction-amount"
    value={typed}
    onChange={(event) => onType(event.target.value)}
    // The mouse wheel must not change an amount of money.
    onWheel={(event) => event.currentTarget.blur()}
    className="tabular font-semibold"
  />
);
