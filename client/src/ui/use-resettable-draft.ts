// A hook for the text of an input that is reset when another value changes, for example the search in the address.
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
