// The input of a phone number: a phone shows the keyboard for it.
import type { ComponentProps } from "react";
import { Input } from "./field.tsx";

export const PhoneInput = (props: ComponentProps<typeof Input>) => (
  <Input type="tel" inputMode="tel" autoComplete="tel" {...props} />
);
