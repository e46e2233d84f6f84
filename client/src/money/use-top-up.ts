// The hooks for adding money online: start a payment and leave for the payment page, follow a payment, list the user's
// own. The state of an online payment for a lot comes from the same hook.
import type { TopUpStatus, TopUps } from "@jara/shared/rest/top-ups";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCommand } from "../connection/use-command.ts";
import { useListNews } from "../connection/use-list-news.ts";
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
  // A retry after a missing answer is the same payment.
  const start = useCommand(
    async (amount: number, key) => {
      const { reference, authorizationUrl } = await startTopUp(amount, key);
      return { reference, page: paymentPage(authorizationUrl) };
    },
    {
      onSuccess: ({ reference, page }) => {
        if (returnTo !== null) keepReturn(reference, returnTo);
        window.location.assign(page);
      },
    },
  );
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
const isUnknownReference = (error: unknown) => error instanceof ApiError && error.status === 404;

/** No event can tell that a server answers again that did not, so a failed request is sent again after this time. */
const AGAIN_MS = 10_000;

/** Once the page has asked, the server asks the payment service until it knows, and then sends an event. */
export const useTopUpStatus = (reference: string) => {
  const client = useQueryClient();
  const status = useQuery({
    ...topUpStatusQuery(reference),
    refetchInterval: ({ state }) => (state.error && !isUnknownReference(state.error) ? AGAIN_MS : false),
  });
  const settled = isSettled(status.data);
  useListNews(topUpStatusQuery(reference), "own-top-ups");
  useEffect(() => {
    if (settled) void client.invalidateQueries({ queryKey: topUpsQuery.queryKey });
  }, [settled, client]);
  return { ...status, settled, unknown: isUnknownReference(status.error) };
};

export const useTopUps = () => {
  useListNews(topUpsQuery, "own-top-ups");
  return useQuery(topUpsQuery);
};
