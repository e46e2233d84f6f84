// Returns a function that calls `run` a moment later, once for all calls in that time, while mounted.
import { useCallback, useEffect, useRef } from "react";

export const useGathered = (run: () => void, withinMs: number): (() => void) => {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, withinMs);
  }, [withinMs]);
};
