// Gives the focus to the first field of a form, or to the first button where there is no field, when it appears, and
// again when `key` changes. It waits for the next frame, because a dialog that opens takes the focus for itself first.
import { type RefObject, useEffect } from "react";

export const useFirstFocus = (form: RefObject<HTMLElement | null>, key: unknown, isOn = true): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means another field
  useEffect(() => {
    if (!isOn) return;
    const first = (what: string) => form.current?.querySelector<HTMLElement>(what);
    const frame = requestAnimationFrame(() => (first("input:not([hidden])") ?? first("button"))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [form, key, isOn]);
};
