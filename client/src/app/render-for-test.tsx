// Renders a screen for a test as the product does: with session, cache and router. The test answers fetch.
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import { type ComponentType, StrictMode } from "react";
import { vi } from "vitest";
import { RouterProvider } from "#router";
import { AuthProvider } from "../features/session/auth-context.tsx";
import { useCurrency } from "../store/currency.ts";
import { useSession } from "../store/session.ts";
import { routerAt } from "./at-address-for-test.tsx";
import { FreshQueryClient } from "./query-client.ts";

// On a busy machine a screen's late code takes longer than a second to load.
configure({ asyncUtilTimeout: 45_000 });

interface TestAnswer {
  status?: number;
  body?: unknown;
  /** The answer comes only then. */
  after?: Promise<void>;
}
type Answers = Record<string, TestAnswer | ((body: unknown, search: string) => TestAnswer)>;

/** Answers requests by "METHOD /path" and gives 404 for any other. Returns the recorded calls. */
export const answerFetch = (answers: Answers) => {
  const calls: { call: string; body: unknown; search: string }[] = [];
  vi.stubGlobal("fetch", (address: string, init: { method?: string; body?: string; signal?: AbortSignal } = {}) => {
    const url = new URL(address, "http://localhost");
    const call = `${init.method ?? "GET"} ${url.pathname.replace("/api", "")}`;
    const body: unknown = init.body ? JSON.parse(init.body) : undefined;
    calls.push({ call, body, search: url.search });
    const listed = answers[call];
    const answer = typeof listed === "function" ? listed(body, url.search) : listed;
    const {
      status = 200,
      body: answered = {},
      after = Promise.resolve(),
    } = answer ?? {
      status: 404,
      body: { code: "NOT_FOUND", message: "Not found" },
    };
    return after.then(() => {
      init.signal?.throwIfAborted();
      return new Response(JSON.stringify(answered), { status });
    });
  });
  return calls;
};

/**
 * The answers to one kind of request. After `hold()` they wait until the function that it returned is called; each says
 * what was so when it was asked.
 */
export const lateAnswers = (body: () => unknown) => {
  let after = Promise.resolve();
  return {
    answer: (): TestAnswer => ({ body: structuredClone(body()), after }),
    hold: (): (() => void) => {
      let release = () => {};
      after = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        after = Promise.resolve();
        release();
      };
    },
  };
};

export const renderAt = (address: string, screens: Record<string, ComponentType>) => {
  const router = routerAt(address, screens);
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
};

let forbidden: { mockRestore: () => void }[] = [];
/** As where a person blocks the data of all sites: reading the property itself throws. Until `cleanUp`. */
export const forbidStorage = (): void => {
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  forbidden = (["localStorage", "sessionStorage"] as const).map((name) =>
    vi.spyOn(globalThis, name, "get").mockImplementation(refuse),
  );
};

export const cleanUp = (): void => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const spy of forbidden.splice(0)) spy.mockRestore();
  localStorage.clear();
  useSession.getState().logOut();
  useCurrency.setState({ chosen: "NGN" });
};

export const testUser = {
  id: "u1",
  _id: "u1",
  username: "adaeze",
  email: "adaeze@example.ng",
  firstName: null,
  lastName: null,
  phone: null,
  role: "user" as const,
  isEmailVerified: true,
  balance: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  address: { street: null, city: null, state: null, zipCode: null, country: null },
  wantsOutbidMail: true,
};
