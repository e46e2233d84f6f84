// The log about Redis: one line when it goes away, one when it is back.
import { expect, it } from "vitest";
import { createOutageLog } from "./redis-link.ts";

const recorded = () => {
  const lines: [string, object][] = [];
  const write = (details: object, message: string) => void lines.push([message, details]);
  return { lines, log: { info: write, warn: write } };
};

it("logs an outage once when it begins and once when both connections are back, with the number of failures", () => {
  const { lines, log } = recorded();
  const outage = createOutageLog(log);
  outage.ready(true);
  for (let n = 0; n < 28; n++) outage.failed(n === 0 ? "refused" : "refused again");
  outage.ready(false);
  expect(lines).toEqual([["Redis is away", { reason: "refused" }]]);
  outage.ready(true);
  outage.ready(true);
  expect(lines.slice(1)).toEqual([["Redis is back", { failures: 28, awayMs: expect.any(Number) }]]);
  outage.failed("refused");
  expect(lines).toHaveLength(3);
});
