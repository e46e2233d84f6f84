// Scrolls to the element that the address names. The router looks for it before the page's content has come.
import { useEffect } from "react";
import { useLocation } from "#router";
import { decode } from "./router/address.ts";

/** `isThere`: the element is on the page, and what is above it has its height. */
export const useHashTarget = (isThere: boolean): void => {
  const { hash, key } = useLocation();
  // The key, so that a second click on the same link scrolls again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash && isThere) document.getElementById(decode(hash.slice(1)))?.scrollIntoView();
  }, [hash, key, isThere]);
};
