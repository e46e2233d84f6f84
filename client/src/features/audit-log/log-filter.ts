// The filter of the audit log and the page number, kept only in the address. Values that the server would refuse are
// dropped.
export interface LogFilter {
  actor: string;
  subject: string;
  action: string;
  from: string;
  to: string;
}
export interface LogTerms extends LogFilter {
  page: number;
}

export const TEXT_MAX = 200;

const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

export const readTerms = (params: URLSearchParams): LogTerms => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, TEXT_MAX);
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))];
  const page = params.get("page") ?? "";
  return {
    ...{ actor: text("actor"), subject: text("subject"), action: text("action") },
    ...(from && to && from > to ? { from: to, to: from } : { from, to }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
};

/** The parts of the filter that are set, as parameters of the call and of the address. */
export const filterParams = ({ actor, subject, action, from, to }: LogFilter): Record<string, string> =>
  Object.fromEntries(Object.entries({ actor, subject, action, from, to }).filter(([, value]) => value !== ""));

export const writeTerms = ({ page, ...filter }: LogTerms): URLSearchParams => {
  const params = new URLSearchParams(filterParams(filter));
  if (page > 1) params.set("page", String(page));
  return params;
};

export const isFiltered = (filter: LogFilter): boolean => Object.keys(filterParams(filter)).length > 0;
