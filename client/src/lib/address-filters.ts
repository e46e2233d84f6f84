// The filters and the page of a list, kept only in the address, so that they can be shared and Back undoes each change.
// Values in the address that mean nothing are dropped and never sent to the server.
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

export const choiceIn = <T extends string, Otherwise extends string = "">(
  params: URLSearchParams,
  name: string,
  choices: readonly T[],
  otherwise = "" as Otherwise,
): T | Otherwise => choices.find((choice) => choice === params.get(name)) ?? otherwise;

/** Writes only the values that differ from `usual`, whose own default is an empty value and the first page. */
export const paramsOf = (values: object, usual: object = {}): URLSearchParams => {
  const left = { page: 1, ...usual } as Record<string, unknown>;
  const written = Object.entries(values).filter(([name, value]) => value !== (left[name] ?? "") && value !== null);
  return new URLSearchParams(written.map(([name, value]) => [name, String(value)]));
};

export const addressAt = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params}` : path;
