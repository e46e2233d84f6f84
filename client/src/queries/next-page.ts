// Finds the number of the next page of a list whose answers say how many pages there are.
import type { Pagination } from "@jara/shared/rest/common";

export const nextPage = ({ pagination }: { pagination?: Pagination }): number | undefined =>
  pagination && pagination.current < pagination.pages ? pagination.current + 1 : undefined;
