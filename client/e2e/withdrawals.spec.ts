// Tests the withdrawal of money in the sandbox, on a phone: from the bank account to the paid transfer, with the
// administrator's queue.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const phone = { viewport: { width: 360, height: 780 } };

test("money moves from the balance to the bank account once an administrator approves the withdrawal", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/403 .*\/api\/users\/bank-accounts/, /400 .*\/api\/auth\/prove/);
  const ada = await api.member("ada");
  await api.call("PUT", "/api/users/profile", ada, { firstName: "Ada", lastName: "Okafor" });
  const kemi = await api.colleague(`kemi${Date.now()}`);
  const page = await open(ada, "/profile/money", phone);
  await page.getByRole("link", { name: "Withdraw money" }).click();
  await expect(page).toHaveURL(/\/profile\/withdraw$/);
  await expect(page.getByRole("heading", { level: 1, name: "Withdraw money" })).toBeVisible();
  await expect(page.getByText("Sandbox: no money moves")).toBeVisible();
  await expect(page.getByText("usually within one working day")).toBeVisible();
  await expectAccessible(page, "withdraw, before a bank account");

  await test.step("an account in another name is refused with both names; her own is added once she gave her password", async () => {
    await page.getByLabel("Bank", { exact: true }).selectOption({ label: "Sandbox Bank" });
    await page.getByLabel("Account number").fill("1123456780");
    await page.getByRole("button", { name: "Check the account" }).click();
    await expect(page.getByText("“ADEYEMI BOLA”. Your profile says “Ada Okafor”.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add this account" })).toBeHidden();
    await page.getByLabel("Account number").fill("0123456780");
    await page.getByRole("button", { name: "Check the account" }).click();
    await expect(page.getByText("OKAFOR ADA NGOZI", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add this account" })).toBeFocused();
    await expectAccessible(page, "withdraw, the bank's name");
    await page.getByRole("button", { name: "Add this account" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Your password").fill("wrong");
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(proof.getByText("This password is wrong.")).toBeVisible();
    await proof.getByLabel("Your password").fill("secret-enough");
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("button", { name: "Remove Sandbox Bank 0123456780" })).toBeVisible();
    // The amount comes next.
    await expect(page.getByLabel("Amount (₦)")).toBeFocused();
    await expect(page.getByLabel("Amount (₦)")).toBeInViewport();
  });

  await test.step("the question says what is left and when the money arrives, and asks for no second password", async () => {
    const amount = page.getByLabel("Amount (₦)");
    await amount.fill("1250000.5");
    await expect(amount).toHaveValue("1,250,000.5");
    await page.getByRole("button", { name: "Withdraw ₦1,250,000.50" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Left in your balance₦8,749,999.50");
    await expect(dialog).toContainText("usually within one working day");
    await expectAccessible(page, "withdraw, the question");
    await dialog.getByRole("button", { name: "Withdraw ₦1,250,000.50" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Requested", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "You can withdraw" })).toContainText("₦8,749,999.50");
  });

  await test.step("the administrator is warned of somebody with the same bank account, approves it, and it is paid", async () => {
    const bola = await api.member("bola");
    await api.call("PUT", "/api/users/profile", bola, { firstName: "Ada", lastName: "Okafor" });
    const same = { bankCode: "001", accountNumber: "0123456780", password: "secret-enough" };
    await api.call("POST", "/api/users/bank-accounts", bola, same);
    const queue = await open(kemi, "/admin/withdrawals", phone);
    const card = queue.getByRole("listitem").filter({ hasText: ada.user.email });
    await expect(card).toContainText(`Same bank account as ${bola.user.username}`);
    await queue.getByRole("button", { name: `Approve ₦1,250,000.50 of ${ada.user.username}` }).click();
    await expect(queue.getByRole("dialog")).toContainText("You cannot call it back.");
    await expect(queue.getByRole("dialog")).toContainText("Shared with other accounts");
    await expectAccessible(queue, "withdrawals, the question");
    await queue.getByRole("button", { name: "Send ₦1,250,000.50" }).click();
    await expect(queue.getByText(`Approved by ${kemi.user.username},`)).toBeVisible();
    await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, "withdraw, paid");
  });

  await test.step("a second one is refused with a reason, and its money is back", async () => {
    await page.getByLabel("Amount (₦)").fill("500");
    await page.getByRole("button", { name: "Withdraw ₦500.00" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw ₦500.00" }).click();
    await expect(page.getByRole("button", { name: "Cancel the withdrawal of ₦500.00" })).toBeVisible();
    const queue = await open(kemi, "/admin/withdrawals", phone);
    await queue.getByRole("button", { name: `Refuse ₦500.00 of ${ada.user.username}` }).click();
    await queue.getByLabel("Reason").fill("Please call us first");
    await queue.getByRole("button", { name: "Refuse", exact: true }).click();
    await expect(queue.getByText("“Please call us first”")).toBeVisible();
    await expect(page.getByText("Our team wrote: “Please call us first”")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("status").filter({ hasText: "You can withdraw" })).toContainText("₦8,749,999.50");
  });
});

test("an open page of the balance shows no held money for a lot once somebody else has won or bought it", async ({
  api,
  open,
}) => {
  const prices = { startingPrice: 1000, bidIncrement: 100, buyItNowPrice: 50_000 };
  const won = await api.createAuction({ ...prices, title: uniqueName("Stool ") });
  const bought = await api.createAuction({ ...prices, title: uniqueName("Mask ") });
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  await api.setMaxBid(ada, won._id, 5_000);
  await api.bid(bola, won._id, 10_000);
  await api.setMaxBid(ada, bought._id, 20_000);
  const page = await open(ada, "/profile/money", phone);
  await expect(page.getByText("The 2 lots that hold it")).toBeVisible();
  await expect(page.getByText("Held for your bids ₦5,000.00")).toBeVisible();

  await api.setStatus(won._id, "ended");
  await expect(page.getByText(`Held for ${bought.title}`)).toBeVisible();
  await expect(page.getByText("Held for your bids ₦4,000.00")).toBeVisible();

  await api.call("POST", `/api/auctions/${bought._id}/buy-it-now`, bola);
  await api.setStatus(bought._id, "sold");
  await expect(page.getByText("That is your whole balance.")).toBeVisible();
  await expect(page.getByText(`Held for ${bought.title}`)).toBeHidden();
});
