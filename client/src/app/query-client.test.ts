// Tests that the query cache fetches again what is invalidated while its first request is under way, and that what runs
// after a save cannot make it look failed.
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "./query-client.ts";

const queryKey = ["list", 1];
let stop = () => {};
afterEach(() => {
  stop();
  queryClient.clear();
});

/** A screen shows the list. Returns the requests under way, in their order. */
const show = () => {
  const requests: { answer: (data: string) => void; fail: (error: Error) => void }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    retry: false,
    queryFn: () => new Promise((answer, fail) => requests.push({ answer, fail })),
  });
  stop = observer.subscribe(() => {});
  return requests;
};

it.each(["answered", "failed"])(
  "fetches a list again whose first request was under way, once that has %s",
  async (how) => {
    const requests = show();
    const invalidated = queryClient.invalidateQueries({ queryKey: ["list"] });
    if (how === "answered") requests[0]?.answer("before");
    else requests[0]?.fail(new Error("no answer"));
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.answer("after");
    await invalidated;
    expect(queryClient.getQueryData(queryKey)).toBe("after");
  },
);

it("asks once for a list that was there", async () => {
  const requests = show();
  requests[0]?.answer("before");
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBe("before");
  const invalidated = queryClient.invalidateQueries({ queryKey: ["list"] });
  requests[1]?.answer("after");
  await invalidated;
  expect(requests).toHaveLength(2);
});

it.each(["onSuccess", "onSettled"])("takes a save for saved although its %s throws", async (after) => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = new Error("another shape");
  const onError = vi.fn();
  const save = new MutationObserver(queryClient, {
    mutationFn: async () => "saved",
    onError,
    [after]: () => {
      throw broken;
    },
  });
  await expect(save.mutate(undefined)).resolves.toBe("saved");
  expect(save.getCurrentResult()).toMatchObject({ status: "success", error: null });
  expect(onError).not.toHaveBeenCalled();
  expect(reported).toHaveBeenCalledWith(broken);
  reported.mockRestore();
});
