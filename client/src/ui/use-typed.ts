// What is typed into a box that follows something else (the address, say).
import { useState } from "react";

/** Starts anew whenever what holds becomes another. */
export const useTyped = (held: string): [typed: string, setTyped: (typed: string) => void] => {
  const [typed, setTyped] = useState(held);
  const [shown, setShown] = useState(held);
  if (shown !== held) {
    setShown(held);
    setTyped(held);
  }
  return [typed, setTyped];
};
