import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Limit } from "./limiter.ts";
import { receiveSpending, type SpendingReport, shareSpending } from "./share-spending.ts";

const bids: Limit = { name: "bids", burst: 100, perSecond: 2 };
const rates = { bids: 2 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const given = () => {
  const reports: SpendingReport[] = [];
  let arrive = (): void => {};
  const shared = shareSpending((report) => {
    reports.push(report);
    return new Promise<void>((resolve) => {
      arrive = resolve;
    });
  });
  return { reports, shared, arrive: () => arrive() };
};

it("reports every tenth of a second each key's spending, its start and its rate", async () => {
  const { reports, shared } = given();
  shared.spent(bids, "ada", 1);
  await vi.advanceTimersByTimeAsync(40);
  shared.spent(bids, "ada", 1);
  shared.spent(bids, "bola", 1);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  expect(reports).toEqual([{ spending: { bids: [["ada", 2, 100], ["bola", 1, 60]] }, rates, number: 1 }]); // biome-ignore format: one report
  shared.close();
});

it("reports the amounts of a key added up", async () => {
  const { reports, shared } = given();
  shared.spent(bids, "ada", 2.5);
  shared.spent(bids, "ada", 4);
  await vi.advanceTimersByTimeAsync(100);
  expect(reports).toEqual([{ spending: { bids: [["ada", 6.5, 100]] }, rates, number: 1 }]);
  shared.close();
});

it("reports at once a key that uses an eighth of its burst", async () => {
  const { reports, shared } = given();
  for (let n = 0; n < 13; n++) shared.spent(bids, "ada", 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(reports).toEqual([{ spending: { bids: [["ada", 13, 0]] }, rates, number: 1 }]);
  shared.close();
});

it("sends one report at a time, gathers the next meanwhile, and drops entries older than three seconds", async () => {
  const { reports, shared, arrive } = given();
  shared.spent(bids, "ada", 1);
  await vi.advanceTimersByTimeAsync(100);
  shared.spent(bids, "lost", 1);
  await vi.advanceTimersByTimeAsync(3_200);
  shared.spent(bids, "bola", 1);
  await vi.advanceTimersByTimeAsync(200);
  expect(reports).toHaveLength(1);
  arrive();
  await vi.advanceTimersByTimeAsync(100);
  expect(reports.slice(1)).toEqual([{ spending: { bids: [["bola", 1, 300]] }, rates, number: 2 }]);
  shared.close();
});

it("charges a report once in whatever order reports arrive, and none that is three seconds old", () => {
  const charged: [unknown, number | undefined][] = [];
  const receive = receiveSpending({ charge: (spending, _rates, delayMs) => charged.push([spending, delayMs]) });
  const report = (number: number, at: number) => ({
    spending: { bids: [["ada", number] as const] },
    rates,
    number,
    at,
  });
  receive("one", report(1, 1_000), 1_100);
  receive("one", report(1, 1_000), 1_100);
  receive("two", report(1, 1_000), 1_100);
  receive("one", report(3, 1_200), 1_300);
  receive("one", report(2, 1_100), 1_300);
  receive("one", report(4, 1_300), 4_300);
  // The reporting node's clock is ahead of this node's.
  receive("one", report(5, 4_400), 4_300);
  expect(charged).toEqual([
    [{ bids: [["ada", 1]] }, 350],
    [{ bids: [["ada", 1]] }, 350],
    [{ bids: [["ada", 3]] }, 350],
    [{ bids: [["ada", 2]] }, 450],
    [{ bids: [["ada", 5]] }, 250],
  ]);
});
