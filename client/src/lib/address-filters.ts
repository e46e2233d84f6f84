// The filters and the page of a list, kept only in the address, so that they can be shared and Back undoes each change.
// Values in the address that mean nothing are dropped and never sent to the server.
import type { Call, OutputOf } from "@jara/shared/calls/call";
import { SEARCH_MAX } from "@jara/shared/search-max";

export const pageIn = (params: URLSearchParams): number => {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
};

export const textIn = (params: URLSearchParams, name: string, max = SEARCH_MAX): string =>
  (params.get(name) ?? "").trim().slice(0, max);

/** Returns an empty text for a day that does not exist. */
export const dayIn = (params: URLSearchParams, name: string): string => {
  const day = params.get(name) ?? "";
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : "";
};

export const choiceIn = <T, Otherwise = "">(
  params: URLSearchParams,
  name: string,
  choices: readonly T[],
  otherwise = "" as Otherwise,
): T | Otherwise => choices.find((choice) => String(choice) === params.get(name)) ?? otherwise;

/** Writes only the values that differ from `usual`, whose own default is an empty value and the first page. */
export const paramsOf = (values: object, usual: object = {}): URLSearchParams => {
  const left = { page: 1, ...usual } as Record<string, unknown>;
  const written = Object.entries(values).filter(([name, value]) => value !== (left[name] ?? "") && value !== null);
  return new URLSearchParams(written.map(([name, value]) => [name, String(value)]));
};

export const addressAt = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params}` : path;

/** A filter of a list, with its value where the address has none. */
interface ListFilter<T> {
  readonly usual: T;
  read(params: URLSearchParams, name: string): T;
}

export const textFilter = (max = SEARCH_MAX): ListFilter<string> => ({
  usual: "",
  read: (params, name) => textIn(params, name, max),
});
export const dayFilter: ListFilter<string> = { usual: "", read: dayIn };
export const choiceFilter = <const T, const U = "">(choices: readonly T[], usual = "" as U): ListFilter<T | U> => ({
  usual,
  read: (params, name) => choiceIn(params, name, choices, usual),
});
export const pageFilter: ListFilter<number> = { usual: 1, read: pageIn };

/** These narrow nothing. */
const orders = ["sortBy", "sortOrder", "order", "page", "limit"] as const;

/**
 * Makes all that is done with the filters of a list from the list of them. The filters are the query of the list's call: a
 * filter that only one side has does not compile. `Fixed`: what the address does not decide. The usual values are also the
 * server's.
 */
export const listFilters =
  <C extends Call, Fixed extends string = never>() =>
  <F extends { readonly [N in FilterName<C, Fixed>]: ListFilter<Exclude<OutputOf<C["query"]>[N], undefined> | ""> }>(
    filters: F & { readonly [N in Exclude<keyof F, FilterName<C, Fixed>>]: never },
  ) => {
    type Name = FilterName<C, Fixed>;
    type Values = { [N in Name]: F[N]["usual"] };
    type Narrowing = Exclude<Name, (typeof orders)[number]>;
    const all: Readonly<Record<Name, ListFilter<unknown>>> = filters;
    const names = Object.keys(all) as Name[];
    const narrowing = names.filter((name): name is Narrowing => !orders.some((one) => one === name));
    const each = <N extends Name, T>(of: readonly N[], make: (name: N) => T) =>
      Object.fromEntries(of.map((name) => [name, make(name)]));
    const none = each(names, (name) => all[name].usual) as Values;
    const differs = (values: Values, name: Name): boolean => values[name] !== none[name];
    return {
      none,
      /** Clears every filter that narrows the list. */
      unfiltered: each(narrowing, (name) => none[name]) as Pick<Values, Narrowing>,
      read: (params: URLSearchParams) => each(names, (name) => all[name].read(params, name)) as Values,
      write: (values: Values): URLSearchParams => paramsOf(values, none),
      /** The query of the list's call. */
      queryOf: (values: Values) =>
        each(
          names.filter((name) => differs(values, name)),
          (name) => values[name],
        ) as Partial<Values>,
      narrows: (values: Values): boolean => narrowing.some((name) => differs(values, name)),
      /** Makes the function that says whether the filters let a row of the list through. */
      matching:
        <Row>(fits: { readonly [N in Narrowing]: (row: Row, value: Values[N]) => boolean }) =>
        (row: Row, values: Values): boolean =>
          narrowing.every((name) => !differs(values, name) || fits[name](row, values[name])),
    };
  };

type FilterName<C extends Call, Fixed extends string> = Exclude<keyof OutputOf<C["query"]> & string, Fixed>;
export type FiltersOf<L extends { readonly none: unknown }> = L["none"];
