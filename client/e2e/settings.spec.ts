// Tests the settings of the site in a browser: two administrators at once, the history, refused values, and the bank
// account that nobody changes alone. Other tests rely on some sections (fees, categories), so these are opened and not
// changed.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("two administrators change and restore the notes, and the guide shows them", async ({ api, open, watch }) => {
  watch.expectErrors(/409 .*\/admin\/settings/);
  const [first, second] = [uniqueName("Bring a card "), uniqueName("Bring a crate ")];
  const [tola, bisi] = [await api.colleague("tola"), await api.colleague("bisi")];
  const page = await open(tola, "/admin/settings", { viewport: { width: 390, height: 844 } });
  const notes = page.getByRole("region", { name: "Notes for bidders and sellers" });
  const theirs = (await open(bisi, "/admin/settings")).getByRole("region", { name: "Notes for bidders and sellers" });
  await theirs.getByRole("button", { name: "Change" }).click();
  await notes.getByRole("button", { name: "Change" }).click();

  const change = async (panel: typeof notes, text: string) => {
    const dialog = panel.page().getByRole("dialog");
    await dialog.getByLabel("About pickup").fill(text);
    await dialog.getByRole("button", { name: "Check the change" }).click();
    await expect(dialog).toContainText("The terms and the privacy notice are not changed by it.");
    await dialog.getByLabel("Reason").fill("The depot moved");
    await dialog.getByRole("button", { name: "Confirm the change" }).click();
    return dialog;
  };
  const dialog = await change(notes, `<b>${first}</b>`);
  await expect(dialog).toBeHidden();
  await expect(notes).toContainText(`<b>${first}</b>`);

  const overtaken = await change(theirs, second);
  await expect(overtaken).toContainText("Somebody else changed this setting");
  await expect(overtaken).toContainText(first);
  await expectAccessible(theirs.page(), "a setting that somebody else changed");
  await overtaken.getByRole("button", { name: "Edit the current value" }).click();
  await expect(overtaken.getByLabel("About pickup")).toHaveValue(`<b>${first}</b>`);
  await expect(await change(theirs, second)).toBeHidden();

  const guide = await open(null, "/bidding-info");
  await expect(guide.getByRole("region", { name: "Office and pickup" })).toContainText(second);

  await page.reload();
  await notes.getByRole("button", { name: "History" }).click();
  const history = notes.getByRole("list", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText(`by ${bisi.user.username}`);
  await expectAccessible(page, "the history of a setting");
  await history.getByRole("listitem").nth(1).getByRole("button", { name: "Restore this value" }).click();
  await dialog.getByLabel("Reason").fill("It was right before");
  await dialog.getByRole("button", { name: "Confirm the change" }).click();
  await expect(dialog).toBeHidden();
  await expect(history.getByRole("listitem").first()).toContainText("restores version");
  await guide.reload();
  await expect(guide.getByRole("region", { name: "Office and pickup" }), "as it was typed").toContainText(
    `<b>${first}</b>`,
  );
});

test("an impossible value is refused beside its field, and the consequence is shown before a change", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/400 .*\/admin\/settings/);
  const page = await open(await api.colleague("tola"), "/admin/settings");
  const dialog = page.getByRole("dialog");
  const panel = (name: string) => page.getByRole("region", { name });

  await panel("Fees, penalties and payment days").getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Deposit (%)").fill("21");
  await dialog.getByLabel("Buy It Now fee (%)").fill("-1");
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await expect(dialog).toContainText("Must be from 1% to 20%");
  await expect(dialog).toContainText("Must be from 0% to 25%");
  await dialog.getByLabel("Deposit (%)").fill("20");
  await dialog.getByLabel("Buy It Now fee (%)").fill("7.5");
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await expect(dialog).toContainText("Applies to lots that open from now on.");
  await expect(dialog.getByText("7.5% of the price")).toBeVisible();
  await expectAccessible(page, "the check of a change");
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await panel("Office and pickup hours").getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Monday closes").fill("08:00");
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await expect(dialog).toContainText("Must be later than the opening");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await panel("Categories").getByRole("button", { name: "Change" }).click();
  await dialog.getByRole("button", { name: "Add a category" }).click();
  await dialog.getByRole("textbox").last().fill("GENERAL GOODS");
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await dialog.getByLabel("Reason").fill("Another one");
  await dialog.getByRole("button", { name: "Confirm the change" }).click();
  await expect(dialog).toContainText("looks like “General Goods”");
});

test("another bank account waits, and can be cancelled", { tag: "@long" }, async ({ api, open }) => {
  const tola = await api.colleague("tola");
  const page = await open(tola, "/admin/settings");
  const account = page.getByRole("region", { name: "Bank account for transfers" });
  await account.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Buyers can pay by bank transfer").check();
  await dialog.getByLabel("Bank", { exact: true }).fill("Ibadan Bank");
  await dialog.getByLabel("Account number").fill("1012345678");
  await dialog.getByLabel("Account name").fill("Jara Auctions");
  await dialog.getByRole("button", { name: "Check the change" }).click();
  await expect(dialog).toContainText("Nobody can change it alone");
  await dialog.getByLabel("Reason").fill("A new bank");
  await dialog.getByRole("button", { name: "Ask for the change" }).click();
  await expect(account).toContainText(`${tola.user.username} asked for this change`);
  await expect(account.getByRole("button", { name: "Approve" })).toBeHidden();
  await account.getByRole("button", { name: "Cancel the change" }).click();
  await expect(account).not.toContainText("asked for this change");
});
