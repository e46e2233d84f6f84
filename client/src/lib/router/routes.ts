// The table of routes: the screen of each address. The first route that matches counts.
import type { ComponentType } from "react";
import { decode } from "./address.ts";

export type Params = Readonly<Record<string, string | undefined>>;

export interface Screen {
  readonly Component: ComponentType;
}

export interface Route {
  /** "/lots/:id" has a parameter, "/profile/:page?" one that may be missing; "/admin/*" is also "/admin". */
  readonly path: string;
  /** Begins to fetch what the screen shows, while its code is still loading. */
  readonly begin?: (params: Params, search: URLSearchParams) => void;
  /** A screen whose code is loaded. Other routes have `load`. */
  readonly Component?: ComponentType;
  readonly load?: () => Promise<Screen>;
  /** Loads the routes of these addresses. */
  readonly more?: () => Promise<readonly Route[]>;
}

const patternOf = (path: string): RegExp => {
  const pattern = path.replace("/*", "(?:/.*)?").replace(/\/:(\w+)(\??)/g, "(?:/(?<$1>[^/]+))$2");
  return new RegExp(`^${pattern}/*$`, "i");
};

export interface Found {
  readonly route: Route;
  readonly params: Params;
}

export const findRoute = (routes: readonly Route[], pathname: string): Found => {
  for (const route of routes) {
    const found = patternOf(route.path).exec(pathname);
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, part]) => [name, part && decode(part)]);
    return { route, params: Object.fromEntries(params) };
  }
  throw new Error(`No route for ${pathname}`);
};
