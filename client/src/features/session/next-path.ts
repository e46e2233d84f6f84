// Where to go after signing in. Only a path of this site: a link must not be able to send a person elsewhere.
import type { Location } from "react-router-dom";

/**
 * The path if it stays on this origin, else `/`. Looked at as it will be used: `/.//elsewhere` is a path of ours, but
 * `//elsewhere`, to which it comes down, is another site's address.
 */
export const safePath = (path: unknown): string => {
  if (typeof path !== "string" || !path.startsWith("/")) return "/";
  const here = window.location.origin;
  try {
    const { origin, pathname, search, hash } = new URL(path, here);
    return origin === here && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
  } catch {
    return "/";
  }
};

/** From the location's `state.from` (a path, or a location) or `?next=`; `/` otherwise. */
export const nextPath = (location: Pick<Location, "search" | "state">): string => {
  const from: unknown = (location.state as { from?: unknown } | null)?.from;
  if (typeof from === "object" && from !== null && "pathname" in from) {
    const { pathname, search } = from as { pathname: unknown; search?: unknown };
    return safePath(`${String(pathname)}${typeof search === "string" ? search : ""}`);
  }
  return safePath(from ?? new URLSearchParams(location.search).get("next"));
};
