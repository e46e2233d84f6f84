// Says an answer that comes after the person has left the page, which would have shown it.
import { useEffect, useRef } from "react";
import { useSession } from "../store/session.ts";

/** Returns a function that calls `say` if the page is gone and the same person is still signed in. */
export const useIfLeft = (): ((say: () => void) => void) => {
  const hasLeft = useRef(false);
  const userId = useSession(({ user }) => user?._id);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return (say) => {
    if (hasLeft.current && useSession.getState().user?._id === userId) say();
  };
};
