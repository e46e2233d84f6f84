import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";
import { restLimitStore } from "./rest-limits.ts";

it("counts calls as its limiter does, each route separately", () => {
  const Store = restLimitStore(createLimiter(undefined, () => 0));
  const store = new Store({});
  const other = store.child({ routeInfo: { url: "/api/auth/login" } } as never);
  const answers: (number | undefined)[] = [];
  const call = (to = store) => to.incr("198.51.100.7", (_error, result) => answers.push(result?.current), 60_000, 5);
  for (let n = 0; n < 7; n++) call();
  expect(answers).toEqual([1, 2, 3, 4, 5, 6, 6]);
  call(other);
  expect(answers.at(-1)).toBe(1);
});
