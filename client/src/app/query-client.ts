// The query cache for REST answers. It belongs to the signed-in user: when the user changes, every query is fetched
// again, except those that are the same for everybody.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type MutationOptions,
  QueryClient,
} from "@tanstack/react-query";
import { ApiError } from "../lib/api.ts";
import { useSession } from "../store/session.ts";

const MAX_RETRIES = 2;

/** True for failures worth a retry: no answer, or a server error. A refusal is never retried. */
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Waits as long as an overloaded server asks; otherwise longer after each attempt, with jitter so that clients do not
 * retry together.
 */
const retryDelay = (attempt: number, error: unknown): number => {
  const askedMs = error instanceof ApiError ? error.body?.retryAfterMs : undefined;
  return askedMs ?? Math.min(500 * 2 ** attempt, 4000) * (0.5 + Math.random());
};

/** A mutation runs this after its answer. */
type AfterSave<Args extends unknown[]> = ((...args: Args) => unknown) | undefined;

/** Reports what it throws instead of throwing it. */
const guarded =
  <Args extends unknown[]>(after: AfterSave<Args>) =>
  async (...args: Args): Promise<void> => {
    try {
      await after?.(...args);
    } catch (error) {
      console.error(error);
    }
  };

/**
 * Changes two rules of the library. It joins a query's first request that is under way, although its answer may be older
 * than the call: such a query is fetched again after that answer. And it takes a mutation for failed if what runs after it
 * throws, so that a screen would say of what is saved that it is not.
 */
export class FreshQueryClient extends QueryClient {
  // biome-ignore lint/suspicious/noExplicitAny: the library's own signature
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const whole = super.defaultMutationOptions(options);
    if (options?._defaulted) return whole;
    return { ...whole, onSuccess: guarded(whole.onSuccess), onSettled: guarded(whole.onSettled) };
  }

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== "idle");
    await super.invalidateQueries(filters, options);
    await Promise.all(
      loading.map(({ queryKey }) => super.invalidateQueries({ ...filters, queryKey, exact: true }, options)),
    );
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay,
      staleTime: 10_000,
      networkMode: "always",
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/**
 * Queries that do not depend on the user: a verification link, which can be redeemed only once, and the site's own
 * facts.
 */
const sameForEveryone = new Set<unknown>(["verify-email", "site"]);

useSession.subscribe((now, before) => {
  if (now.user?._id === before.user?._id) return;
  // Runs after screens that need a session have unmounted, so that their queries are not sent again without a session.
  setTimeout(() => {
    void queryClient.resetQueries({ predicate: ({ queryKey }) => !sameForEveryone.has(queryKey[0]) });
  });
});
