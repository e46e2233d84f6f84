// Tests that a list shows what the server has just said, also beside requests for the same list.
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "../app/query-client.ts";
import { takeAnswer } from "./take-answer.ts";

const queryKey = ["list", 1];
let stop = () => {};
afterEach(() => {
  stop();
  queryClient.clear();
});

/** A screen shows the list. Returns the answers that its requests wait for, in their order. */
const show = () => {
  const answers: ((data: string[]) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    retry: false,
    queryFn: () => new Promise<string[]>((answer) => answers.push(answer)),
  });
  stop = observer.subscribe(() => {});
  return answers;
};
const held = () => queryClient.getQueryData(queryKey);
const take = (said: string) =>
  takeAnswer<string[]>(queryClient, { queryKey: ["list"] }, (before) => before && [...before, said]);

it("shows what was said, and asks nothing", async () => {
  const answers = show();
  answers[0]?.(["a"]);
  await expect.poll(held).toEqual(["a"]);
  take("b");
  expect(held()).toEqual(["a", "b"]);
  expect(answers).toHaveLength(1);
});

it("drops the answer to an older request that is under way, and asks again", async () => {
  const answers = show();
  answers[0]?.(["a"]);
  await expect.poll(held).toEqual(["a"]);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => answers.length).toBe(2);
  take("b");
  await expect.poll(() => answers.length).toBe(3);
  answers[1]?.(["a"]);
  answers[2]?.(["a", "b", "c"]);
  await expect.poll(held).toEqual(["a", "b", "c"]);
});

it("asks again after the first request, which may be older", async () => {
  const answers = show();
  take("b");
  answers[0]?.(["a"]);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(["a", "b"]);
  await expect.poll(held).toEqual(["a", "b"]);
});
