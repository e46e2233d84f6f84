// The requests about who may bid: what a lot asks of the user, the phone, the document, and the staff's list and decisions.
import * as phoneCalls from "@jara/shared/calls/phone";
import * as calls from "@jara/shared/calls/who-may-bid";
import type { BidderKind, BidderState, DecideApprovalBody, DecideDocumentBody } from "@jara/shared/rest/who-may-bid";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const MAY_BID = "may-bid";
export const BIDDERS = "bidders";

/** A lot, or a whole sale, on whose lots the person wants to bid. */
export interface BiddingPlace {
  readonly is: "lot" | "sale";
  readonly id: string;
}

const mayBidCalls = { lot: calls.getMayBid, sale: calls.getMayBidInSale };
const approvalCalls = { lot: calls.askForApproval, sale: calls.askForApprovalInSale };

export const mayBidQuery = ({ is, id }: BiddingPlace) =>
  queryOptions({
    queryKey: [MAY_BID, is, id],
    queryFn: ({ signal }) => ask(mayBidCalls[is], { params: { id }, signal }),
  });

export const askForApproval = ({ is, id }: BiddingPlace) => ask(approvalCalls[is], { params: { id } });
export const sendPhoneCode = (phone: string) => ask(phoneCalls.sendPhoneCode, { body: { phone } });
export const confirmPhone = (phone: string, code: string) => ask(phoneCalls.confirmPhone, { body: { phone, code } });

export const biddersQuery = (kind: BidderKind, state: BidderState, page: number) =>
  queryOptions({
    queryKey: [BIDDERS, kind, state, page],
    queryFn: ({ signal }) => ask(calls.listBidderRequests, { query: { kind, state, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** The navigation shows the number of those that wait. */
export const waitingQuery = queryOptions({
  queryKey: [BIDDERS, "waiting"],
  queryFn: ({ signal }) => ask(calls.listBidderRequests, { query: { limit: 1 }, signal }),
});

export const bidderQuery = (userId: string) =>
  queryOptions({
    queryKey: [BIDDERS, "of", userId],
    queryFn: ({ signal }) => ask(calls.getBidder, { params: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const documentQuery = (userId: string) =>
  queryOptions({
    queryKey: [BIDDERS, "document", userId],
    queryFn: ({ signal }) => ask(calls.getBidderDocument, { params: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export type Decision =
  | { readonly on: "document"; readonly body: DecideDocumentBody }
  | { readonly on: "approval"; readonly body: DecideApprovalBody };
export const decide = (userId: string, { on, body }: Decision) =>
  on === "document"
    ? ask(calls.decideDocument, { params: { id: userId }, body })
    : ask(calls.decideApproval, { params: { id: userId }, body });
