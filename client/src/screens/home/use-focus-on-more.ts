// After "Load more", the focus goes to the first lot that was added, because the button may be gone.
import { useEffect, useRef } from "react";

/** `shown`: the number of lots in the list that the returned ref names. Call the function before more are asked for. */
export const useFocusOnMore = (shown: number) => {
  const list = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || shown <= from.current) return;
    const added = list.current?.querySelectorAll<HTMLElement>("article")[from.current];
    from.current = null;
    added?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  }, [shown]);
  return {
    list,
    beforeMore: () => {
      from.current = shown;
    },
  };
};
