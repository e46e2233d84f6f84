// Renders a long screen in stages on the first view of a document: what the first window shows comes first, and the rest
// in short pieces of work between which the browser answers touches. A reload, Back and every later screen render at
// once, so that the scroll position can be restored.
import { startTransition, useEffect, useState } from "react";

/** False after a reload and after Back from another site: then the browser expects the page as it was left. */
export const wasOpenedAnew = (): boolean => {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "navigate";
};

let isFirstView = wasOpenedAnew();

/** The stage that may be shown, from 1 to `last`. It only grows. */
export const useStages = (last: number): number => {
  const [stage, setStage] = useState(isFirstView ? 1 : last);
  useEffect(() => {
    if (stage < last) startTransition(() => setStage(stage + 1));
    else isFirstView = false;
  }, [stage, last]);
  useEffect(
    () => () => {
      isFirstView = false;
    },
    [],
  );
  return stage;
};
