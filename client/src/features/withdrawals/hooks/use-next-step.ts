// Brings what comes next on the page into view and gives it the focus, because on a phone it may be far away.
import { type RefObject, useEffect, useRef } from "react";

/** The ref of the element. It is the next step each time that `step` changes, but not while `step` is 0. */
export const useNextStep = <Place extends HTMLElement>(step: number): RefObject<Place | null> => {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (step === 0) return;
    place.current?.scrollIntoView({ block: "center" });
    place.current?.focus({ preventScroll: true });
  }, [step]);
  return place;
};
