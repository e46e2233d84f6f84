// The store of toasts: any code can add one, and ui/toaster shows it. A toast with the same id replaces the old one.
import { createStore } from "zustand/vanilla";

export type ToastTone = "info" | "success" | "warning" | "error";

export interface ToastOptions {
  id?: string;
  /** The name of the lot that the message is about. It has lines of its own, because a name can read as a price. */
  lot?: string | undefined;
  description?: string;
  /** How long it stays, in ms. The time stops while the pointer or the focus is on it. */
  duration?: number;
  action?: { label: string; onClick: () => void };
  /** The message is cut to two lines, and the action stands beside it if there is room. */
  isShort?: boolean;
}

export interface Toast extends ToastOptions {
  id: string;
  tone: ToastTone;
  message: string;
  duration: number;
  /** A new number when the same id gets a new text, so that its time starts again. */
  revision: number;
  /** When this text came, by `performance.now()`. */
  at: number;
}

const DURATION_MS = 6000;
const SHOWN_AT_ONCE = 4;

export const toasts = createStore<readonly Toast[]>()(() => []);
let count = 0;

const say = (tone: ToastTone, message: string, options: ToastOptions = {}): void => {
  count += 1;
  const toast: Toast = {
    duration: DURATION_MS,
    ...options,
    id: options.id ?? `toast-${count}`,
    tone,
    message,
    revision: count,
    at: performance.now(),
  };
  toasts.setState((shown) => {
    const known = shown.some(({ id }) => id === toast.id);
    return known ? shown.map((one) => (one.id === toast.id ? toast : one)) : [...shown, toast].slice(-SHOWN_AT_ONCE);
  }, true);
};

export const dismissToast = (id: string): void =>
  toasts.setState((shown) => shown.filter((one) => one.id !== id), true);

export const toast = Object.assign((message: string, options?: ToastOptions) => say("info", message, options), {
  success: (message: string, options?: ToastOptions) => say("success", message, options),
  warning: (message: string, options?: ToastOptions) => say("warning", message, options),
  error: (message: string, options?: ToastOptions) => say("error", message, options),
});
