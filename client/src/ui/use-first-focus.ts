// Gives the focus to the first field of a form when it appears, and again when `key` changes. It waits for the next
// frame, because a dialog that opens takes the focus for itself first.
import { type RefObject, useEffect } from "react";

export const useFirstFocus = (form: RefObject<HTMLFormElement | null>, key: unknown, isOn = true): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means another field
  useEffect(() => {
    if (!isOn) return;
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [form, key, isOn]);
};
