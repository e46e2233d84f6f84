// Chooses an action in the menu of a settlement's row.
import type { Locator } from "@playwright/test";

export const chooseMore = async (row: Locator, action: string): Promise<void> => {
  await row.getByRole("button", { name: /^More actions/ }).click();
  await row.getByRole("menuitem", { name: action }).click();
};
