// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../lib/api.ts";
import { accepted, useCommand } from "./use-command.ts";

const noAnswer = new ApiError(0, null);
const refused = new ApiError(409, { code: "INVALID", message: "No" });

const send = vi.fn<(asked: { amount: number; note: string }, key: string, first: object) => Promise<string>>();
const keys = () => send.mock.calls.map(([, key]) => key);

const open = (nameOf?: (asked: { amount: number }) => string) => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useCommand(send, nameOf && { nameOf }), { wrapper }).result;
};
type Opened = ReturnType<typeof open>;
const ask = ({ current }: Opened, amount: number, note = "") =>
  act(() => current.mutateAsync({ amount, note }).catch(() => null));

beforeEach(() => void send.mockReset());
afterEach(cleanup);

it.each([
  ["no answer came", noAnswer],
  ["the server could not say what became of it", new ApiError(503, { code: "UNAVAILABLE", message: "" })],
])("sends the same request again under its key if %s", async (_why, failure) => {
  send.mockRejectedValueOnce(failure).mockResolvedValue("done");
  const command = open();
  await ask(command, 5);
  await ask(command, 5);
  expect(keys()).toEqual([keys()[0], keys()[0]]);
});

it("gives another request, one after a refusal and one after an answer a key of their own", async () => {
  send.mockRejectedValueOnce(noAnswer).mockRejectedValueOnce(refused).mockResolvedValue("done");
  const command = open();
  await ask(command, 5);
  await ask(command, 6);
  await ask(command, 6);
  await ask(command, 6);
  expect(new Set(keys()).size).toBe(4);
});

it("hands over what was asked first under the key, where the name leaves something out", async () => {
  send.mockRejectedValue(noAnswer);
  const command = open(({ amount }) => String(amount));
  await ask(command, 5, "first");
  await ask(command, 5, "second");
  const [, again] = send.mock.calls;
  expect(keys()[1]).toBe(keys()[0]);
  expect(again?.[0]).toEqual({ amount: 5, note: "second" });
  expect(again?.[2]).toEqual({ amount: 5, note: "first" });
});

it("counts the same request as a new one once it was forgotten", async () => {
  send.mockRejectedValue(noAnswer);
  const command = open();
  await ask(command, 5);
  act(() => command.current.forget());
  await ask(command, 5);
  expect(keys()[1]).not.toBe(keys()[0]);
});

it("throws the refusal of a live command like that of a REST call", () => {
  const answer = { ok: true, amount: 5 } as const;
  expect(accepted(answer)).toBe(answer);
  const error = { code: "NOT_FOUND", message: "Gone" } as const;
  expect(() => accepted({ ok: false, error })).toThrow(new ApiError(409, error));
});
