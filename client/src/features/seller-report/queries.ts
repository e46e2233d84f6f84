// The request of the report on people who bid on the lots of one seller.
import * as calls from "@jara/shared/calls/seller-sales";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const sellerBiddersQuery = (page: number) =>
  queryOptions({
    queryKey: ["seller-bidders", page],
    queryFn: ({ signal }) => ask(calls.reportSellerBidders, { query: { page: String(page) }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
