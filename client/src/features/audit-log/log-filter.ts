// The filter of the audit log and the page number, from the address.
import { dayIn, pageIn, textIn } from "../../lib/address-filters.ts";
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

export const readTerms = (params: URLSearchParams): LogTerms => {
  const [from, to] = [dayIn(params, "from"), dayIn(params, "to")];
  const text = (name: string) => textIn(params, name, TEXT_MAX);
  return {
    actor: text("actor"),
    subject: text("subject"),
    action: text("action"),
    ...(from && to && from > to ? { from: to, to: from } : { from, to }),
    page: pageIn(params),
  };
};

/** The parts of the filter that are set, as parameters of the call and of the address. */
export const filterParams = ({ actor, subject, action, from, to }: LogFilter): Record<string, string> =>
  Object.fromEntries(Object.entries({ actor, subject, action, from, to }).filter(([, value]) => value !== ""));

export const isFiltered = (filter: LogFilter): boolean => Object.keys(filterParams(filter)).length > 0;
