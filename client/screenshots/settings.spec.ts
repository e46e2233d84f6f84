// The settings of the site with each dialog, and a lot whose increments rise with the price in the form and on its page.
import { settingSections, siteSettings } from "@jara/shared/site-settings";
import { uniqueName } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const widths = [390, 1280];

test("shows the settings and the dialog of each section", async ({ api, open }) => {
  const page = await open(await api.colleague("tola"), "/admin/settings");
  await expect(page.getByRole("region", { name: siteSettings.notes.label })).toBeVisible();
  await shoot(page, "settings", "page", widths);
  for (const section of settingSections) {
    const region = page.getByRole("region", { name: siteSettings[section].label, exact: true });
    const change = region.getByRole("button", { name: "Change", exact: true });
    if ((await change.count()) === 0) continue;
    await change.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shoot(page, `settings-${section}`, "view", widths);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});

test("shows the check of a change, and the history", async ({ api, open }) => {
  const page = await open(await api.colleague("tola"), "/admin/settings");
  const notes = page.getByRole("region", { name: siteSettings.notes.label });
  await notes.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("About pickup").fill(uniqueName("Bring your code and a card with your name. "));
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await expect(dialog.getByLabel("Reason")).toBeVisible();
  await shoot(page, "settings-check", "view", widths);
  await dialog.getByLabel("Reason").fill("The depot moved");
  await dialog.getByRole("button", { name: "Confirm the change" }).click();
  await expect(dialog).toBeHidden();
  await notes.getByRole("button", { name: "History" }).click();
  await expect(notes.getByRole("list", { name: "History" })).toBeVisible();
  await shoot(page, "settings-history", "page", widths);
});

test("shows increments that rise with the price", async ({ administrator, api, open }) => {
  const form = await open(administrator, "/create-auction");
  await form.getByLabel("Starting Price").fill("19000");
  await form.getByLabel("Increments").selectOption("Rises with the price");
  await form.getByText("The house's increments").click();
  await shoot(form, "increments-form", "page", widths);
  const { _id } = await api.createAuction({ title: "Bronze leopard", startingPrice: 19_000, incrementTable: true });
  const lot = await open(await api.member("ada"), `/auction/${_id}`);
  await lot.getByText("Increments rise with the price").click();
  await shoot(lot, "increments-lot", "page", widths);
});
