// Returns whether a value has been on the screen for a moment. A button whose amount has just changed, or that has just
// taken another button's place, ignores presses until then, because they were meant for what stood there before.
import { useEffect, useState } from "react";

export const REST_MS = 1000;

export const useSettled = (value: unknown): boolean => {
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
};
