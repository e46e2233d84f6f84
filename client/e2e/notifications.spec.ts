// Tests the inbox in a real browser, on two devices: the bell counts live, a notification that is read on one device is
// read on the other, it leads to its lot, and the preferences are kept.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("an outbid notification shows on both devices, leads to the lot, and is read on both", async ({ api, open }) => {
  const title = uniqueName("Brass lamp ");
  const lot = await api.createAuction({ title, startingPrice: 1000, bidIncrement: 100 });
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  await api.bid(ada, lot._id, 1100);
  const desk = await open(ada, "/notifications");
  const phone = await open(ada, "/bidding-info", { viewport: { width: 360, height: 740 } });
  await expect(desk.getByText("Nothing here yet")).toBeVisible();
  await expectAccessible(desk, "an empty inbox");
  const bell = phone.getByRole("link", { name: "Notifications" });
  await expect(bell).toBeVisible();

  await api.bid(bola, lot._id, 1200);
  const row = desk.getByRole("link", { name: /You have been outbid/ });
  await expect(row).toContainText(`“${title}” is at ₦1,200.00. The minimum bid is ₦1,300.00.`);
  await expect(row).toContainText("(unread)");
  await expect(desk.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(phone.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
  await expectAccessible(desk, "an inbox");

  await bell.click();
  await expect(phone).toHaveURL(/\/notifications$/);
  await phone.getByRole("link", { name: /You have been outbid/ }).click();
  await expect(phone).toHaveURL(new RegExp(`/auction/${lot._id}$`));
  await expect(row).not.toContainText("(unread)");
  await expect(desk.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
});

test("an outbid notification no longer counts as unread once the bidder leads again", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const title = uniqueName("Raffia fan ");
  const lot = await api.createAuction({ title, startingPrice: 1000, bidIncrement: 100 });
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  await api.bid(ada, lot._id, 1100);
  await api.bid(bola, lot._id, 1200);
  const page = await open(ada, "/notifications");
  await expect(page.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
  await api.bid(ada, lot._id, 1300);
  await expect(page.getByText(`You lead “${title}”.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeHidden();
});

test("an open inbox says that the lot was lost once it ends, also in a row that was read", async ({ api, open }) => {
  const title = uniqueName("Bronze leopard ");
  const lot = await api.createAuction({ title, startingPrice: 1000, bidIncrement: 100 });
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  await api.bid(ada, lot._id, 1100);
  await api.bid(bola, lot._id, 1200);
  const page = await open(ada, "/notifications");
  await expect(page.getByRole("link", { name: /You have been outbid/ })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await api.setStatus(lot._id, "ended");
  await expect(page.getByText(`“${title}” was sold for ₦1,200.00. Nothing was taken.`)).toBeVisible();
});

test("a toast goes when its notification is read in another tab or on another device, and no other toast does", async ({
  api,
  open,
}) => {
  const [ada, desk] = await Promise.all([api.member("ada"), api.colleague("desk")]);
  const titles = [uniqueName("Clay pot "), uniqueName("Iron pot ")] as const;
  const phone = await open(ada, "/bidding-info", { viewport: { width: 360, height: 740 } });
  const tab = await phone.context().newPage();
  await tab.goto("/bidding-info");
  const laptop = await open(ada, "/notifications");
  await expect(laptop.getByText("Nothing here yet")).toBeVisible();
  const toastAbout = (page: Page, title: string) =>
    page.getByRole("region", { name: "Notifications" }).getByText(title).locator("..");
  const links: string[] = [];
  for (const title of titles) {
    const { _id } = await api.createAuction({ title });
    links.push(`/auction/${_id}`);
    const path = `/api/auctions/${_id}/questions`;
    const { question } = await api.call<{ question: { _id: string } }>("POST", path, ada, { text: "How old is it?" });
    await api.call("PUT", `/api/admin/questions/${question._id}/answer`, desk, { text: "Ten years.", revision: 1 });
    // Toasts under the pointer or with the focus stay, so nothing but the reading can remove them.
    for (const page of [phone, tab]) {
      if (title === titles[0]) await toastAbout(page, title).getByRole("button", { name: "View" }).focus();
      else await toastAbout(page, title).hover();
    }
    await expect(toastAbout(laptop, title)).toHaveCount(0);
  }
  await laptop.getByRole("link", { name: new RegExp(titles[1]) }).click();
  await expect(laptop).toHaveURL(new RegExp(`${links[1]}`));
  for (const page of [phone, tab]) {
    await expect(toastAbout(page, titles[1])).toHaveCount(0);
    await expect(toastAbout(page, titles[0])).toBeVisible();
  }
  await expect(phone.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
});

test("all notifications can be marked as read at once, and the preferences are kept", async ({ api, open }) => {
  const lots = [
    await api.createAuction({ title: uniqueName("Cup ") }),
    await api.createAuction({ title: uniqueName("Jug ") }),
  ];
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  for (const { _id, minimumBid } of lots) {
    await api.bid(ada, _id, minimumBid);
    await api.bid(bola, _id, minimumBid * 2);
  }
  const page = await open(ada, "/notifications");
  await expect(page.getByRole("link", { name: "Notifications 2 unread" })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await page.getByLabel("Unread only").check();
  await expect(page.getByText("You have read everything")).toBeVisible();

  await page.getByRole("link", { name: "Choose what you get" }).click();
  await expect(page.getByRole("heading", { name: "Notification preferences" })).toBeVisible();
  await expectAccessible(page, "the notification preferences");
  await expect(page.getByRole("radio", { name: "Everything" })).toBeChecked();
  await page.getByRole("radio", { name: "Only important" }).click();
  await expect(page.getByRole("radio", { name: "Only important" })).toBeChecked();
  await page.getByText("Choose for each kind").click();
  await expect(page.getByRole("switch", { name: "Reminders: Email" })).not.toBeChecked();
  const mail = page.getByRole("switch", { name: "Outbid: Email" });
  await expect(mail).toBeChecked();
  await mail.click();
  await expect(page.getByRole("row", { name: /Won and bought/ })).toContainText("Always");
  await page.getByRole("switch", { name: /Delay push messages and emails/ }).click();
  await page.getByLabel("From").fill("21:30");
  await expect(page.getByLabel("until")).toHaveValue("06:00");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(page.getByLabel("From")).toHaveValue("21:30");
});
