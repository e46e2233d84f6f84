// Where to go after signing in. Only a path of this site: a link must not be able to send a person elsewhere.
import type { Location } from "react-router-dom";

/** The path if it stays on this origin, else `/`. */
export const safePath = (path: unknown): string => {
  if (typeof path !== "string" || !path.startsWith("/")) return "/";
  const here = window.location.origin;
  try {
    const url = new URL(path, here);
    return url.origin === here && !path.startsWith("//") ? `${url.pathname}${url.search}${url.hash}` : "/";
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
