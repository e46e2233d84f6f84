// A switch that takes effect at once. It is the browser's own checkbox, so that keyboards and screen readers support
// it.
import type { InputHTMLAttributes } from "react";
import { cx } from "../lib/cx.ts";

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> {
  checked: boolean;
}

export const Switch = ({ className, checked, ...rest }: SwitchProps) => (
  <span className={cx("relative inline-grid h-7 w-12 shrink-0", className)}>
    <input
      {...rest}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      // A finger hits 44 px, more than is drawn.
      className="peer m-0 before:absolute before:-inset-2 h-full w-full cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken checked:border-brand checked:bg-brand"
    />
    <span
      aria-hidden
      className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-line-strong transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-brand"
    />
  </span>
);
