// Says whether a payment takes long to be confirmed.
import { useEffect, useState } from "react";

/** After this time the page says that the payment can take a while, and offers to pay again. */
const LATE_MS = 15_000;

export const useIsLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
