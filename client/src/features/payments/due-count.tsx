// Keeps the number in the navigation up to date. Loaded after the page; shows nothing itself.
import { usePurchases } from "./hooks/use-purchases.ts";

export const DueCount = () => {
  usePurchases(1, 1);
  return null;
};
