// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch } from "../../app/render-for-test.tsx";
import type { ExactMoney, Money, OtherMoney, OwnMoney } from "../../ui/money.tsx";

/** Loads the store as on a freshly loaded page. */
const freshPage = async () => {
  vi.resetModules();
  const { CurrencyToggle } = await import("./currency-toggle.tsx");
  const money = await import("../../ui/money.tsx");
  const { loadRates } = await import("../../lib/shown-money.ts");
  return { CurrencyToggle, loadRates, ...money };
};

const Prices = ({ Money: M, OwnMoney: Own, OtherMoney: Other, ExactMoney: Exact }: MoneyParts) => (
  <dl>
    <dd data-testid="read">
      <M amount={10_000} currency="NGN" />
    </dd>
    <dd data-testid="dollars">
      <M amount={25} currency="USD" />
    </dd>
    <dd data-testid="own">
      <Own amount={10_000} currency="NGN" />
    </dd>
    <dd data-testid="other">
      <Other amount={10_000} currency="NGN" />
    </dd>
    <dd data-testid="other-of-dollars">
      <Other amount={25} currency="USD" />
    </dd>
    <dd data-testid="exact">
      <Exact amount={10_000} currency="NGN" />
    </dd>
    <dd data-testid="exact-of-dollars">
      <Exact amount={25} currency="USD" />
    </dd>
  </dl>
);
interface MoneyParts {
  Money: typeof Money;
  OwnMoney: typeof OwnMoney;
  OtherMoney: typeof OtherMoney;
  ExactMoney: typeof ExactMoney;
}
const text = (id: string) => screen.getByTestId(id).textContent;
const show = async () => {
  const { CurrencyToggle, loadRates, ...money } = await freshPage();
  // The header of the pages loads them too.
  void loadRates();
  return render(
    <>
      <CurrencyToggle />
      <CurrencyToggle />
      <Prices {...money} />
    </>,
  );
};
const press = () => fireEvent.click(screen.getAllByRole("button", { name: /^Prices in/ })[0] as HTMLElement);

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// S002
it("starts with naira, switches to dollars and back, and marks converted amounts", async () => {
  answerFetch({ "GET /currency/rates": { body: { success: true, rates: { NGN_TO_USD: 0.0007, USD_TO_NGN: 1400 } } } });
  await show();
  expect(text("read")).toBe("₦10,000.00");
  press();
  await vi.waitFor(() => expect(text("read")).toBe("≈ $7.00"), 15_000);
  press();
  expect(text("read")).toBe("₦10,000.00");
});

it("shows dollars as dollars whichever currency is chosen, with naira beside them for a user who chose naira", async () => {
  answerFetch({
    "GET /currency/rates": { body: { success: true, rates: { NGN_TO_USD: 0.0007, USD_TO_NGN: 1400.1 } } },
  });
  await show();
  await vi.waitFor(() => expect(text("other-of-dollars")).toBe("≈ ₦35,002.50"), 15_000);
  expect(text("exact-of-dollars")).toBe("≈ ₦35,002.50");
  expect(text("dollars")).toBe("$25.00");
  press();
  expect(text("dollars")).toBe("$25.00");
  expect(text("other-of-dollars")).toBe("");
  expect(text("exact-of-dollars")).toBe("");
});

it("keeps the auction's own currency where money is committed, with the chosen one beside it if that is another", async () => {
  answerFetch({});
  await show();
  expect(text("own")).toBe("₦10,000.00");
  expect(text("other")).toBe("");
  expect(text("exact")).toBe("");
  press();
  expect(text("own")).toBe("₦10,000.00");
  expect(text("other")).toBe("≈ $12.00");
  expect(text("exact")).toBe("₦10,000.00");
});

// S257
it("fetches the rates once, and without an answer only logs the failure and uses the fallback", async () => {
  const calls = answerFetch({ "GET /currency/rates": { status: 503, body: {} } });
  await show();
  press();
  expect(text("read")).toBe("≈ $12.00");
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1), 15_000);
  expect(calls.map(({ call }) => call)).toEqual(["GET /currency/rates"]);
});

it("ignores invalid rates", async () => {
  answerFetch({ "GET /currency/rates": { body: { success: true, rates: { NGN_TO_USD: 0, USD_TO_NGN: "many" } } } });
  await show();
  press();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1), 15_000);
  expect(text("read")).toBe("≈ $12.00");
});

it("remembers the choice for the next page", async () => {
  answerFetch({});
  await show();
  press();
  cleanup();
  await show();
  expect(text("read")).toBe("≈ $12.00");
});
