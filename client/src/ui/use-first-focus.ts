// Gives the focus to the first field of a form, or to the first button where there is no field, when it appears, and
// again when `key` changes. A dialog that opens takes the focus for itself first, in its layout effect.
import { type RefObject, useEffect } from "react";

export const useFirstFocus = (form: RefObject<HTMLElement | null>, key: unknown, isOn = true): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means another field
  useEffect(() => {
    if (!isOn) return;
    const first = (what: string) => form.current?.querySelector<HTMLElement>(what);
    (first("input:not([hidden])") ?? first("button"))?.focus();
  }, [form, key, isOn]);
};
