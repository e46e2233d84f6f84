// Page object of the auction page: finds its parts by role and visible text, types bids and maxima, and checks price,
// bids, leader and status.
import { expect, type Locator, type Page } from "@playwright/test";

export class AuctionPage {
  readonly page: Page;
  readonly rail: Locator;
  /** The rows that say how a lot ended for the user. */
  readonly outcome: Locator;
  /** The words beside the price that tell the reader who leads. */
  readonly youLead: Locator;
  readonly outbid: Locator;
  readonly timer: Locator;
  /** The bids, newest first. */
  readonly bids: Locator;
  readonly bidForm: Locator;
  readonly amount: Locator;
  readonly placeBid: Locator;
  /** The button that leads to a bid: that of the form, the leader's button that opens the form, or the next bid. */
  readonly wayToBid: Locator;
  readonly autoBid: Locator;
  readonly controls: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rail = page.getByRole("complementary", { name: "Bidding" });
    this.outcome = this.rail.getByRole("status").locator("dl");
    this.youLead = this.rail.getByText("Leading", { exact: true });
    this.outbid = this.rail.getByText("Outbid", { exact: true });
    // The first one: a payment card below it has its own.
    this.timer = this.rail.getByRole("timer").first();
    this.bids = page.getByRole("list", { name: "Bids, newest first" }).getByRole("listitem");
    this.bidForm = page.getByRole("form", { name: "Place Your Bid" });
    this.amount = this.bidForm.getByLabel(/^Your bid/);
    this.placeBid = this.bidForm.getByRole("button", { name: "Place Bid" });
    this.wayToBid = page.getByRole("button", { name: /^(Place Bid|Bid by hand|Bid [₦$].*)$/ });
    this.autoBid = page.getByRole("form", { name: "Set your maximum" });
    this.controls = page.getByRole("region", { name: "Auction controls" });
  }

  /** The price rolls, each digit an element of its own; what is read is what stands there at rest. */
  async expectPrice(price: string): Promise<void> {
    const shown = async () => {
      const text = await this.rail.locator("number-flow-react").ariaSnapshot();
      return text.replace(/[^₦$\d.,]/g, "");
    };
    await expect.poll(shown, { message: `price on the screen of ${this.page.url()}` }).toBe(price);
  }

  async expectNewestBid(bidder: string, kind: "by hand" | "automatic", amount: string): Promise<void> {
    await expect(this.bids.first()).toContainText(new RegExp(`^${escaped(bidder)}\\s*${kind}.*${escaped(amount)}`));
  }

  expectLeader(masked: string): Promise<void> {
    return expect(this.rail.getByText(`leading: ${masked}`, { exact: true })).toBeVisible();
  }

  /** Types the amount. A user who leads or was outbid opens the form first. */
  async bid(amount: number): Promise<void> {
    // The user's own position may come after the lot, and closes a form that nobody has touched.
    await expect(async () => {
      await this.openForm();
      await this.amount.fill(String(amount), { timeout: 5_000 });
    }).toPass();
    await this.placeBid.click();
  }

  async openForm(): Promise<void> {
    await this.page.getByRole("tab", { name: "Bid now" }).click();
    const opener = this.page.getByRole("button", { name: /^(Bid another amount|Bid by hand)$/ });
    await expect(this.bidForm.or(opener).first()).toBeVisible();
    if (await opener.isVisible()) await opener.click();
  }

  async chooseAutoBid(): Promise<void> {
    await this.page.getByRole("tab", { name: "Your maximum" }).click();
  }

  async setMaxBid(amount: number): Promise<void> {
    await this.chooseAutoBid();
    await this.autoBid.getByLabel(/^(Your|New) maximum \(/).fill(String(amount));
    await this.autoBid.getByRole("button", { name: /^(Set|Change) maximum$/ }).click();
    const yes = this.page.getByRole("button", { name: /^Yes, (bid|set) / });
    // The page asks about a high maximum at once, before it sends anything.
    if (await yes.isVisible()) await yes.click();
  }

  /** The end time, as epoch ms. */
  async closesAt(): Promise<number> {
    return Date.parse((await this.rail.locator("time").getAttribute("datetime")) ?? "");
  }

  expectStatus(status: string): Promise<void> {
    return expect(this.page.locator("header", { has: this.page.getByRole("heading", { level: 1 }) })).toContainText(
      status,
    );
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
