// The address to go to after signing in. It must be a path of this site, because a link must not be able to send a
// person to another site.
import type { Location } from "#router";

/**
 * Returns the path if it stays on this origin, otherwise `/`. Checks the path as the browser will use it:
 * `/.//elsewhere` looks like a path of ours, but it resolves to `//elsewhere`, which is another site's address.
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

/** Reads the location's `state.from` (a path, or a location) or `?next=`; `/` otherwise. */
export const nextPath = (location: Pick<Location, "search" | "state">): string => {
  const from: unknown = (location.state as { from?: unknown } | null)?.from;
  if (typeof from === "object" && from !== null && "pathname" in from) {
    const { pathname, search, hash } = from as Record<string, unknown>;
    const rest = [search, hash].filter((part) => typeof part === "string").join("");
    return safePath(`${String(pathname)}${rest}`);
  }
  return safePath(from ?? new URLSearchParams(location.search).get("next"));
};
