// The hooks for adding money online: start a payment and leave for the payment page, poll the state of a payment, list
// the user's own. The state of an online payment for a lot comes from the same hook.
import type { TopUpStatus, TopUps } from "@jara/shared/rest/top-ups";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useIdempotencyKey } from "../connection/idempotency-key.ts";
import { useLiveEvent } from "../connection/use-live-event.ts";
import { ApiError } from "../lib/api.ts";
import { paymentPage } from "./payment-page.ts";
import { startTopUp, topUpStatusQuery, topUpsQuery } from "./queries.ts";
import { keepReturn } from "./way-back.ts";

export type TopUp = TopUps["topUps"][number];

/**
 * Sends the browser to the payment service's page. Stays pending until the page is left. `returnTo`: the page of this
 * site that the payer comes back to, once the money is there; the profile if there is none.
 */
export const useStartTopUp = (returnTo: string | null = null) => {
  // A retry after a missing answer keeps its idempotency key, so that it is the same payment.
  const { keyOf, succeeded, failed } = useIdempotencyKey();
  const start = useMutation({
    mutationFn: async (amount: number) => {
      const started = await startTopUp(amount, keyOf(String(amount)));
      succeeded();
      if (returnTo !== null) keepReturn(started.reference, returnTo);
      return paymentPage(started.authorizationUrl);
    },
    onSuccess: (url) => window.location.assign(url),
    onError: failed,
  });
  useResetOnBack(start.reset);
  return start;
};

/** With the browser's Back from the payment page, the page is restored as it was left, so reset it. */
export const useResetOnBack = (reset: () => void): void => {
  const latest = useRef(reset);
  useEffect(() => {
    latest.current = reset;
  });
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && latest.current();
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);
};

const isSettled = (status: TopUpStatus | undefined) => status !== undefined && status.status !== "pending";
const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

const FIRST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 30_000;

/** Polls, more and more slowly, until the payment is settled; and at once when the balance changes. */
export const useTopUpStatus = (reference: string) => {
  const client = useQueryClient();
  const status = useQuery({
    ...topUpStatusQuery(reference),
    refetchInterval: ({ state }) => {
      if (isSettled(state.data) || isUnknown(state.error)) return false;
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      return Math.min(FIRST_POLL_MS * 1.5 ** asked, SLOWEST_POLL_MS);
    },
  });
  const settled = isSettled(status.data);
  const { refetch } = status;
  useLiveEvent("balance:changed", () => {
    if (!settled) void refetch();
  });
  useEffect(() => {
    if (settled) void client.invalidateQueries({ queryKey: topUpsQuery.queryKey });
  }, [settled, client]);
  return { ...status, settled, unknown: isUnknown(status.error) };
};

export const useTopUps = () => {
  const topUps = useQuery(topUpsQuery);
  const { refetch } = topUps;
  useLiveEvent("balance:changed", () => void refetch());
  return topUps;
};
