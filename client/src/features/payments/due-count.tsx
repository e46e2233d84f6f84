// Keeps the number of due payments in the navigation up to date. Loads after the page; renders nothing.
import { usePurchases } from "./hooks/use-purchases.ts";

export const DueCount = () => {
  usePurchases(1, 1);
  return null;
};
