// Tells an answer that comes late whether its page is still there.
import { type RefObject, useEffect, useRef } from "react";

export const useHasLeft = (): RefObject<boolean> => {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return hasLeft;
};
