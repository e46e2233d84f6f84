// Addresses of this site's pages, and how a link names one.

export interface Path {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
/** An address, or its parts: "?tab=won" and "#money" are of the same page. */
export type To = string | Partial<Path>;

export interface Location extends Path {
  readonly state: unknown;
  /** The name of the entry in the browser's history. */
  readonly key: string;
}

export const hrefOf = ({ pathname = "", search = "", hash = "" }: Partial<Path>): string =>
  pathname + (search && !search.startsWith("?") ? `?${search}` : search) + hash;

/** Returns the address as the browser writes it. It is always on this site, even if `to` names another one. */
export const resolve = (to: To, from: Path): Path => {
  const { pathname, search, hash } = new URL(
    typeof to === "string" ? to : hrefOf(to),
    window.location.origin + from.pathname,
  );
  return { pathname, search, hash };
};

/** Returns the decoded part of an address, or the part itself if its encoding is wrong. */
export const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
