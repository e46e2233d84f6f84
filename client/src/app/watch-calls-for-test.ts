// Stands in for the server of `ask`: a mock for each method, which gets the path below /api, what is asked or sent, and the
// idempotency key.
import { vi } from "vitest";
import { api } from "../lib/api.ts";

type Mock = (path: string, data?: unknown, options?: { idempotencyKey?: string | undefined }) => Promise<unknown>;

export const watchCalls = () => {
  const mocks = { get: vi.fn<Mock>(), post: vi.fn<Mock>(), put: vi.fn<Mock>(), patch: vi.fn<Mock>() };
  const byMethod: Readonly<Record<string, Mock>> = {
    GET: mocks.get,
    POST: mocks.post,
    PUT: mocks.put,
    PATCH: mocks.patch,
  };
  vi.spyOn(api, "send").mockImplementation((method, path, { query, body, idempotencyKey } = {}) => {
    const mock = byMethod[method];
    if (!mock) throw new Error(`${method} ${path} is not watched`);
    const data = method === "GET" ? query : body;
    return (idempotencyKey === undefined ? mock(path, data) : mock(path, data, { idempotencyKey })) as never;
  });
  return mocks;
};
