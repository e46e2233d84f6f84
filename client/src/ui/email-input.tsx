// The input of an e-mail address: a phone shows the keyboard for it.
import type { ComponentProps } from "react";
import { Input } from "./field.tsx";

export const EmailInput = (props: ComponentProps<typeof Input>) => (
  <Input type="email" inputMode="email" autoComplete="email" {...props} />
);
