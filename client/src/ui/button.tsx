// Buttons, and links that look like them. A pending button keeps its size, its text and the focus, and ignores presses.
import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";
import { cx } from "../lib/cx.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "bg-danger text-on-danger hover:opacity-90",
};

/**
 * Every size is at least 44 px high on a phone; `sm` is smaller only where there is a fine pointer. A button whose words
 * need a second line grows.
 */
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-11 px-3 py-1.5 text-sm pointer-fine:min-h-9",
  md: "min-h-11 px-4 py-1.5 text-base",
  lg: "min-h-13 px-6 py-2 text-base",
};

export const buttonClass = (variant: ButtonVariant = "primary", size: ButtonSize = "md"): string =>
  cx(
    "inline-flex items-center justify-center gap-2 rounded-box text-center font-semibold select-none transition-colors duration-150",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed",
    variants[variant],
    sizes[size],
  );

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export const Button = ({ variant, size, pending = false, className, onClick, children, ...rest }: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={click}
      aria-disabled={pending || rest["aria-disabled"] || undefined}
      aria-busy={pending || undefined}
      className={cx(buttonClass(variant, size), className)}
    >
      {pending && (
        <span
          aria-hidden
          className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      )}
      {children}
    </button>
  );
};
