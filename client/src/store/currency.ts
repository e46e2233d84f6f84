// The currency in which prices are shown: the user's choice, kept in the browser, and the rates of the day. It never
// decides the currency of a payment or a bid, which is always the auction's own.
import { type Currency, type ExchangeRates, fallbackRates } from "@jara/shared/money";
import { create } from "zustand";

const KEY = "currency";

const readStored = (): Currency => {
  try {
    return localStorage.getItem(KEY) === "USD" ? "USD" : "NGN";
  } catch {
    return "NGN";
  }
};

interface CurrencyState {
  chosen: Currency;
  rates: ExchangeRates;
  choose: (currency: Currency) => void;
}

export const useCurrency = create<CurrencyState>()((set) => ({
  chosen: readStored(),
  rates: fallbackRates,
  choose: (chosen) => {
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Storage can be full or forbidden; the choice then lasts as long as the page.
    }
    set({ chosen });
  },
}));

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) useCurrency.setState({ chosen: readStored() });
  });
}
