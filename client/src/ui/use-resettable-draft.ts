// A hook for the text of an input that is reset when another value changes, for example the search in the address.
import { useState } from "react";

/**
 * Resets the text whenever `held` changes, but not when it becomes the text that was last passed to `noteSent`, because
 * the person may be typing on.
 */
export const useResettableDraft = (held: string) => {
  const [typed, setTyped] = useState(held);
  const [shown, setShown] = useState(held);
  const [sent, noteSent] = useState<string | null>(null);
  if (shown !== held) {
    setShown(held);
    noteSent(null);
    if (held !== sent) setTyped(held);
  }
  return [typed, setTyped, noteSent] as const;
};
