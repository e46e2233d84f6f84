// The input for an amount to add online, in naira.
import type { Ref } from "react";
import { AmountInput } from "../ui/amount-input.tsx";
import { TOP_UP_MIN } from "./top-up-amount.ts";

interface TopUpInputProps {
  typed: string;
  onType: (typed: string) => void;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

export const TopUpInput = ({ typed, onType, ...rest }: TopUpInputProps) => (
  <AmountInput
    {...rest}
    currency="NGN"
    min={TOP_UP_MIN}
    autoComplete="transaction-amount"
    typed={typed}
    onType={onType}
  />
);
