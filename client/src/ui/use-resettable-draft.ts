// The typed text of an input that follows another value, for example the address.
import { useState } from "react";

/** Resets the text whenever `held` changes. */
export const useResettableDraft = (held: string): [typed: string, setTyped: (typed: string) => void] => {
  const [typed, setTyped] = useState(held);
  const [shown, setShown] = useState(held);
  if (shown !== held) {
    setShown(held);
    setTyped(held);
  }
  return [typed, setTyped];
};
