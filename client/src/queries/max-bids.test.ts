// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp } from "../app/render-for-test.tsx";
import { fetchAllMaxBids } from "./max-bids.ts";

afterEach(cleanUp);

const named = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ _id: `m${from + n}` }));

it("reads pages until one is not full, and returns each max bid once", async () => {
  const calls = answerFetch({
    "GET /maxbids/user/active": (_, search) => ({
      body: { maxBids: search.includes("page=1&") ? named(0, 100) : named(99, 130) },
    }),
  });
  const all = await fetchAllMaxBids(new AbortController().signal);
  expect(all.map(({ _id }) => _id).sort()).toEqual(
    named(0, 130)
      .map(({ _id }) => _id)
      .sort(),
  );
  expect(calls.map(({ search }) => search)).toEqual(["?page=1&limit=100", "?page=2&limit=100"]);
});
