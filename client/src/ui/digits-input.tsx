// The input of an account number or of a code of digits. It takes pasted spaces, hyphens and signs of direction, and cuts
// nothing: a number that is too long is refused with words, because a cut one may be somebody else's.
import { cleanCode } from "@jara/shared/text/clean";
import type { ComponentProps } from "react";
import { cx } from "../lib/cx.ts";
import { Input } from "./field.tsx";

interface DigitsInputProps extends Omit<ComponentProps<typeof Input>, "onChange" | "value" | "type" | "maxLength"> {
  digits: string;
  onType: (digits: string) => void;
}

export const DigitsInput = ({ digits, onType, className, ...rest }: DigitsInputProps) => (
  <Input
    inputMode="numeric"
    autoComplete="off"
    spellCheck={false}
    {...rest}
    value={digits}
    onChange={({ target }) => onType(cleanCode(target.value).replace(/\D/g, ""))}
    className={cx("tabular", className)}
  />
);
