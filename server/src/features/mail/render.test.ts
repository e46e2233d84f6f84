// Checks the words of every kind of mail: the required facts are there, and user input never becomes markup.
import { usualPercents } from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import { SAMPLE_AUCTION as auctionId, mailSamples, SAMPLE_SEARCH } from "../../../test/support/mail-samples.ts";
import type { MailData, MailKind } from "../../platform/outbox/mails.ts";
import { renderMail, renderMails } from "./render.ts";
import type { MailSite } from "./words/words.ts";

const site: MailSite = {
  brandName: "Oja & Sons",
  publicUrl: "https://oja.test",
  contact: { email: "help@oja.test", whatsapp: "+2348012345678" },
};
const UNSUBSCRIBE = "https://oja.test/api/mail/unsubscribe?user=u&signature=s";

const kinds = Object.keys(mailSamples("")) as MailKind[];

const render = (kind: MailKind, title = "Talking drum", change: object = {}) => {
  const data = { ...mailSamples(title)[kind], ...change };
  return renderMail({ kind, data } as Parameters<typeof renderMail>[0], site, UNSUBSCRIBE);
};

/** The text that a reader of the HTML sees, without styles and tags. */
const seen = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name as "amp"],
    );

/** Facts that both the text and the HTML must state. */
const stated: Record<MailKind, string[]> = {
  "verify-email": ["Welcome to Oja & Sons", "expires in 24 hours"],
  "login-code": ["01234567", "expires in 10 minutes"],
  "already-registered": ["Somebody tried to register", "nothing was changed"],
  "registered-again": ["registered more than once", "expires in 30 minutes"],
  "account-suspended": [
    "Talking drum",
    "Sat 21 Nov 2026, 14:05 Lagos time",
    "maximums on open auctions no longer count",
    "What you owe for lots that you won stays due",
    "help@oja.test",
  ],
  "deletion-requested": ["Sat 21 Nov 2026, 14:05 Lagos time", "cannot bid", "Keep my account"],
  "deletion-requested-after-change": ["before it was changed", "Take it back", "help@oja.test"],
  "account-deleted": ["are deleted", "Receipts", "help@oja.test"],
  "deletion-refused": ["There is money in your balance", "stays"],
  "account-restored": ["Talking drum", "You can log in again", "still do not count"],
  "staff-invitation": [
    "work here as a cashier",
    "approve and refuse withdrawals",
    "works once, until Sat 28 Nov 2026, 14:05 Lagos time",
  ],
  "staff-invitation-log-in": ["nothing was changed", "log in with this address first"],
  "staff-joined": ["Talking drum is now a manager of Oja & Sons"],
  "staff-alerts": [
    "As of Sat 21 Nov 2026, 14:05 Lagos time",
    "Wins that are due within a day",
    "₦25,000.00, due Sun 22 Nov 2026, 14:05 Lagos time",
    "Email: staff joined",
    "₦300.00, since Fri 20 Nov 2026",
    "switch these emails off",
  ],
  "staff-welcome": ["You are a cataloguer now", "Staff do not bid"],
  "role-changed": ["You are a manager of", "Staff do not bid", "Sat 21 Nov 2026, 14:05 Lagos time", "did not expect"],
  "setting-changed": ["tola wants to change", "Bank account for transfers", "Sun 22 Nov 2026, 14:05"],
  "password-reset": ["expires in 30 minutes", "logs all your devices out", "At the moment you log in with Google"],
  "password-reset-suspended": ["A suspended account cannot get one", "help@oja.test"],
  "password-changed": ["Sat 21 Nov 2026, 14:05 Lagos time", "If that was not you"],
  "passkey-added": [
    "Talking drum",
    "Sat 21 Nov 2026, 14:05 Lagos time",
    "without your password",
    "If that was not you",
  ],
  "passkey-removed": ["Talking drum", "Fri 20 Nov 2026, 14:05 Lagos time", "Sat 21 Nov 2026, 14:05 Lagos time"],
  "passkey-refused": ["Talking drum", "a copy of it exists", "Sat 21 Nov 2026, 14:05 Lagos time"],
  "email-change-confirm": ["expires in 24 hours", "the old address stays"],
  "email-change-taken": ["has an account already", "nothing was changed"],
  "email-change-requested": ["Talking drum", "24 hours after the change"],
  "email-changed": ["Talking drum", "Sat 21 Nov 2026, 14:05 Lagos time"],
  "email-change-undone": ["the old password does not work any more", "expires in 30 minutes"],
  "new-device": ["Talking drum", "Sat 21 Nov 2026, 14:05 Lagos time", "If that was not you"],
  "second-factor": ["in place of your authenticator app", "Sat 21 Nov 2026, 14:05 Lagos time", "Recovery codes left"],
  outbid: ["Talking drum", "₦25,000.00", "₦25,500.00", "Sat 21 Nov 2026, 14:05 Lagos time"],
  won: [
    "pay for all of them together",
    "₦100,000.50",
    "Deposit, already taken",
    "₦20,000.10",
    "₦80,000.40",
    "Wed 25 Nov 2026, 14:05 Lagos time",
    "within 3 business days",
    "₦10,000.05",
    "pickup",
  ],
  "buy-it-now": [
    "₦80,000.00",
    "Fee (5%)",
    "₦4,000.00",
    "₦84,000.00",
    "₦16,000.00",
    "₦68,000.00",
    "Sat 21 Nov 2026, 15:05 Lagos time",
    "10%",
    "₦8,000.00",
  ],
  "buy-it-now-forfeited": ["₦80,000.00", "₦8,000.00", "₦16,000.00", "10%"],
  "bidder-document": ["We could not approve your document", "Talking drum", "Please send another one"],
  "bidder-approval": ["You may bid on the lots of the sale “Talking drum”", "at most ₦500,000.00"],
  "offer-message": ["We wrote to you about your offer", "Talking drum"],
  "offer-declined": ["We cannot sell this item", "Talking drum"],
  "offer-accepted": ["Please read the new terms", "Talking drum", "accept them with your name"],
  "agreement-accepted": ["You accepted the terms", "attached as a PDF file"],
  receipt: ["Credit note C-2026-000004", "corrects an earlier receipt", "attached as a PDF file", "₦5,000.00"],
  digest: ["Your question was answered", "No, replaced in 2019.", "2 more", "notifications/preferences"],
  "watched-lot": [
    "below the price you set",
    "₦25,000.00",
    "₦30,000.00",
    "Sat 21 Nov 2026, 14:05 Lagos time",
    "watchlist",
  ],
  "new-lots": ["3 new lots", "Talking drum", "The newest is “Carved ekwe”.", "notifications/preferences"],
  "new-lots-daily": ["3 new lots", "Talking drum", "2 new lots", "Flutes", "1 new lot"],
  "rate-to-confirm": ["$1 = ₦833.33", "$1 = ₦1,520.125", "until an administrator confirms it"],
  "win-forfeited": ["which you won", "Winning bid", "₦90,000.00", "₦9,000.00", "₦18,000.00", "10%"],
  "lot-changed": ["the title, the pictures", "suspended", "24 hours", "Sat 21 Nov 2026, 15:05 Lagos time"],
  "lot-cancelled": ["All bids on it are cancelled", "you pay nothing", "The drum is cracked"],
  "lot-withdrawn": ["All bids on it are cancelled", "starts from the beginning"],
  "lot-reopened": ["no winner now", "Sat 21 Nov 2026, 15:05 Lagos time"],
  "lot-sold": ["sold by Buy It Now", "₦80,000.00", "You pay nothing"],
  "lot-unsold": ["below its reserve", "₦80,000.00", "Nothing was taken"],
  "lot-sale-undone": ["count again", "Sat 21 Nov 2026, 15:05 Lagos time", "the auction continues"],
  "bids-voided": ["removed somebody’s bids", "₦25,000.00"],
  "own-bids-voided": ["a mistaken amount", "Three zeros too many"],
  "own-lot": ["₦21,500.00", "added to your balance"],
  "maxbid-suspended": ["did not pay lots that you won", "confirm it"],
  "question-answered": ["Is it original?", "No, replaced in 2019."],
  "payment-withdrawn": ["Please do not pay: the auction was cancelled.", "no penalty"],
  "win-lowered": ["₦25,000.00", "Wed 25 Nov 2026, 14:05 Lagos time"],
  "payment-received": ["is confirmed", "₦25,000.00"],
  "lot-ready": ["12 Marina Road", "Mon to Fri, 09:00 to 17:00", "pickup code"],
  invoices: ["I-2026-000012", "Lot 12A: Drum", "₦33,225.00", "₦27,225.00", "Wed 25 Nov 2026, 14:05 Lagos time"],
  "pickup-code": ["You collected these lots of the sale “Talking drum”", "Lot 3: Bell", "Lot 12A: Drum", "012345"],
  "pickup-booked": ["Mon 30 Nov 2026, 10:00 to 10:30 Lagos time", "12 Marina Road", "Lot 12A: Drum", "4 hours before"],
  "payment-waived": ["do not have to pay", "₦25,000.00"],
  "payment-booked": ["We received ₦5,000.00", "₦15,000.00", "Wed 25 Nov 2026, 14:05 Lagos time"],
  "deadline-extended": ["more time", "She travels", "₦15,000.00", "Wed 25 Nov 2026, 14:05 Lagos time"],
  "payment-reminder": ["Please remember to pay", "₦15,000.00", "Wed 25 Nov 2026, 14:05 Lagos time"],
  "payment-reversed": ["Payments of ₦12,000.00", "It bounced", "due again", "do not pay twice", "₦15,000.00"],
  "penalty-returned": ["₦2,500.00", "Our mistake"],
  "second-chance": ["₦21,000.00", "Wed 25 Nov 2026, 14:05 Lagos time", "Declining costs nothing"],
  "second-chance-closed": ["did not answer", "costs you nothing"],
  "bank-account-added": ["Talking drum", "…6789", "Sat 21 Nov 2026, 14:05 Lagos time", "Remove the bank account"],
  "withdrawal-requested": ["₦25,000.00", "Talking drum", "…6789", "cancel"],
  "withdrawal-sent": ["₦25,000.00", "…6789", "sent to your bank"],
  "withdrawal-paid": ["₦25,000.00", "…6789", "confirmed the transfer"],
  "withdrawal-refused": ["₦25,000.00", "They wrote: “Talking drum”", "back in your balance"],
  "withdrawal-failed": ["₦25,000.00", "Talking drum", "back in your balance"],
};
/** Null: the reader enters the code on a page that is already open. */
const action: Record<MailKind, string | null> = {
  "verify-email": "https://oja.test/verify-email?token=tok_-1&email=ada%2B1%40people.test",
  "login-code": null,
  "already-registered": "https://oja.test/login",
  "registered-again": "https://oja.test/reset-password?token=tok_-1&email=ada%2B1%40people.test",
  "account-suspended": null,
  "account-restored": "https://oja.test/login",
  "staff-invitation": "https://oja.test/invitation?token=tok_-1",
  "staff-invitation-log-in": "https://oja.test/login",
  "staff-joined": "https://oja.test/admin/staff",
  "staff-alerts": "https://oja.test/admin/desk",
  "staff-welcome": "https://oja.test/login",
  "role-changed": "https://oja.test/profile/security",
  "setting-changed": "https://oja.test/admin/settings",
  "deletion-requested": "https://oja.test/profile/privacy",
  "deletion-requested-after-change": null,
  "account-deleted": null,
  "deletion-refused": "https://oja.test/profile/privacy",
  "password-reset": "https://oja.test/reset-password?token=tok_-1&email=ada%2B1%40people.test",
  "password-reset-suspended": null,
  "password-changed": "https://oja.test/forgot-password",
  "passkey-added": "https://oja.test/profile/security",
  "passkey-removed": "https://oja.test/profile/security",
  "passkey-refused": "https://oja.test/profile/security",
  "email-change-confirm": "https://oja.test/confirm-email-change?token=tok_-1",
  "email-change-taken": "https://oja.test/login",
  "email-change-requested": "https://oja.test/undo-email-change?token=tok_-1",
  "email-changed": "https://oja.test/undo-email-change?token=tok_-1",
  "email-change-undone": "https://oja.test/reset-password?token=tok_-1&email=ada%2B1%40people.test",
  "new-device": "https://oja.test/forgot-password",
  "second-factor": "https://oja.test/forgot-password",
  outbid: `https://oja.test/auction/${auctionId}`,
  won: `https://oja.test/auction/${auctionId}?pay`,
  "buy-it-now": `https://oja.test/auction/${auctionId}?pay`,
  "buy-it-now-forfeited": "https://oja.test/profile/statement",
  "win-forfeited": "https://oja.test/profile/statement",
  "payment-booked": `https://oja.test/auction/${auctionId}?pay`,
  "deadline-extended": `https://oja.test/auction/${auctionId}?pay`,
  "payment-reminder": `https://oja.test/auction/${auctionId}?pay`,
  "payment-reversed": `https://oja.test/auction/${auctionId}?pay`,
  "penalty-returned": "https://oja.test/profile/statement",
  "lot-ready": "https://oja.test/purchases",
  "second-chance": "https://oja.test/purchases",
  "second-chance-closed": `https://oja.test/auction/${auctionId}`,
  "lot-changed": `https://oja.test/auction/${auctionId}`,
  "lot-cancelled": `https://oja.test/auction/${auctionId}`,
  "lot-withdrawn": "https://oja.test",
  "lot-reopened": `https://oja.test/auction/${auctionId}`,
  "lot-sold": `https://oja.test/auction/${auctionId}`,
  "lot-unsold": `https://oja.test/auction/${auctionId}`,
  "lot-sale-undone": `https://oja.test/auction/${auctionId}`,
  "bids-voided": `https://oja.test/auction/${auctionId}`,
  "own-lot": "https://oja.test/profile/withdraw",
  "maxbid-suspended": `https://oja.test/auction/${auctionId}`,
  "own-bids-voided": `https://oja.test/auction/${auctionId}`,
  digest: "https://oja.test/notifications",
  "question-answered": `https://oja.test/auction/${auctionId}`,
  "payment-withdrawn": `https://oja.test/auction/${auctionId}`,
  "win-lowered": `https://oja.test/auction/${auctionId}`,
  "payment-received": `https://oja.test/auction/${auctionId}`,
  invoices: "https://oja.test/purchases",
  "pickup-booked": "https://oja.test/purchases",
  "pickup-code": "https://oja.test/purchases",
  "payment-waived": `https://oja.test/auction/${auctionId}`,
  "bidder-document": "https://oja.test",
  "bidder-approval": "https://oja.test",
  "offer-message": "https://oja.test/sell/5b1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f",
  "offer-declined": "https://oja.test/sell/5b1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f",
  "offer-accepted": "https://oja.test/agreements/8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
  "agreement-accepted": "https://oja.test/agreements/8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
  receipt: "https://oja.test/profile/statement?tab=receipts",
  "watched-lot": `https://oja.test/auction/${auctionId}`,
  "new-lots": `https://oja.test/saved-searches/${SAMPLE_SEARCH}`,
  "new-lots-daily": "https://oja.test/saved-searches",
  "rate-to-confirm": "https://oja.test/admin",
  "bank-account-added": "https://oja.test/profile/withdraw",
  "withdrawal-requested": "https://oja.test/profile/withdraw",
  "withdrawal-sent": "https://oja.test/profile/withdraw",
  "withdrawal-paid": "https://oja.test/profile/withdraw",
  "withdrawal-refused": "https://oja.test/profile/withdraw",
  "withdrawal-failed": "https://oja.test/profile/withdraw",
};

/** These kinds may go to an address whose owner never asked for them. */
const toUnverified: readonly MailKind[] = [
  "verify-email",
  "login-code",
  "already-registered",
  "registered-again",
  "password-reset",
  "password-reset-suspended",
  "password-changed",
  "email-change-confirm",
  "email-change-taken",
  "email-change-undone",
  "staff-invitation",
  "staff-invitation-log-in",
  "staff-welcome",
  "second-factor",
];

/** Mails to the account's owner in which no person chose a word. */
const withoutChoice: readonly MailKind[] = [
  "deletion-requested",
  "deletion-requested-after-change",
  "account-deleted",
  "deletion-refused",
  "role-changed",
];

// The mail about a rate holds no user input.
it.each(kinds.filter((kind) => kind !== "rate-to-confirm"))("an email of kind %s escapes what people wrote", (kind) => {
  const evil = `"><img src=x onerror=alert(1)><script>alert('1')</script>&amp;`;
  const { html, text } = render(kind, evil, { auctionId: `${auctionId}"><b>`, email: `${evil}@people.test` });
  expect(html).not.toMatch(/<img|<script|<b>|alert\('/);
  expect(html).not.toContain("Oja & Sons");
  const isRepeated = !toUnverified.includes(kind) && !withoutChoice.includes(kind);
  expect(seen(html).includes(evil)).toBe(isRepeated);
  expect(text.includes(evil)).toBe(isRepeated);
});

describe.each(kinds)("an email of kind %s", (kind) => {
  it("states its facts as text and as HTML, with one button at most", () => {
    const { text, html } = render(kind);
    for (const fact of stated[kind]) {
      expect(text).toContain(fact);
      expect(seen(html)).toContain(fact);
    }
    if (action[kind]) expect(text.match(/https?:\/\/\S+/)?.[0]).toBe(action[kind]);
    const buttons = [...html.matchAll(/class="on-action" href="([^"]*)"/g)].map(([, url]) => url);
    expect(buttons).toEqual(action[kind] ? [action[kind].replaceAll("&", "&amp;")] : []);
    if (/^(win-f|won|buy|payment-r)/.test(kind)) {
      for (const body of [text, seen(html)]) expect(body).toMatch(/WhatsApp: \+2348012345678\s+Email: help@oja\.test/);
      expect(html).toContain('href="https://wa.me/2348012345678"');
      expect(html).toContain('href="mailto:help@oja.test"');
    }
  });

  it("has plain text without markup and a short subject of one line", () => {
    const { subject, text } = render(kind, "Talking\r\nBcc: all@people.test\u2028drum");
    expect(text).not.toMatch(/<[a-z!/]|&[a-z]+;/i);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(render(kind, "Very long ".repeat(10).trim()).subject.length).toBeLessThan(80);
  });

  it("loads nothing from outside, has no script, and supports dark mode", () => {
    const { html } = render(kind);
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|src=|@import/i);
    for (const [, url = ""] of html.matchAll(/href="([^"]*)"/g)) {
      expect(url).toMatch(/^(https:\/\/oja\.test|https:\/\/wa\.me\/\d+$|mailto:)/);
    }
    expect(html).toContain("prefers-color-scheme:dark");
  });

  it("has a one-click unsubscribe only if it is about being outbid, a watched lot or a saved search", () => {
    const { unsubscribeUrl, html, text } = render(kind);
    const isRefusable = ["outbid", "watched-lot", "new-lots", "new-lots-daily"].includes(kind);
    expect(unsubscribeUrl).toBe(isRefusable ? UNSUBSCRIBE : null);
    expect(text.includes(UNSUBSCRIBE)).toBe(isRefusable);
    expect(html.includes("/api/mail/unsubscribe")).toBe(isRefusable);
  });
});

it("an email about a lot that can be collected names the slot that its reader chose instead of the staff's hours", () => {
  const slot = { startsAt: "2026-11-30T09:00:00.000Z", endsAt: "2026-11-30T09:30:00.000Z", place: "House C store" };
  const { text } = render("lot-ready", "Drum", { slot });
  expect(text).toContain("Where: House C store\nYou come: Mon 30 Nov 2026, 10:00 to 10:30 Lagos time");
  expect(text).not.toContain("Mon to Fri");
  expect(text).toContain("because you paid for a lot at");
});

it("an email about a win that was undone names what went back, and leads to no lot that is a draft", () => {
  const { subject, text } = render("payment-withdrawn", "Drum", { why: "withdrawn", isPaid: true, returned: 9_000 });
  expect(subject).toBe("The sale was undone: Drum");
  expect(text).toContain("You paid for “Drum”, and the sale was undone: the auction was taken off the site.");
  expect(text).toContain("Returned to your balance: ₦9,000.00");
  expect(text).not.toContain("Please do not pay");
  expect(text).not.toContain("/auction/");
  const unpaid = render("payment-withdrawn", "Drum", { isPaid: false, returned: 500 }).text;
  expect(unpaid).toContain("Please do not pay: the auction was cancelled.");
  expect(unpaid).toContain("Returned to your balance: ₦500.00");
});

it("an email about a changed or watched lot says that bidding is paused instead of an end, and nothing once it is over", () => {
  expect(render("lot-changed", "Drum", { endTime: null, isPaused: true }).text).toContain(
    "Auction ends: bidding is paused",
  );
  expect(render("lot-changed", "Drum", { endTime: null }).text).not.toContain("Auction ends");
  const soon = render("watched-lot", "Drum", { what: "1h" });
  expect([soon.subject, soon.text.includes("ends soon")]).toEqual(["Ends soon: Drum", true]);
  const paused = render("watched-lot", "Drum", { what: "1h", endTime: null });
  expect(paused.subject).toBe("Paused: Drum");
  expect(paused.text).toContain("Auction ends: bidding is paused");
  expect(paused.text).not.toContain("ends soon");
});

it("an email to staff counts things of kinds that only a newer server knows", () => {
  const items = mailSamples("Drum")["staff-alerts"].items.map((item, n) =>
    n === 0 ? { ...item, kind: "later" } : item,
  );
  const { subject, text } = render("staff-alerts", "Drum", { items });
  expect(subject).toContain("3 things to do");
  expect(text).toContain("Other things on the desk: 1");
  expect(render("staff-alerts").text).not.toContain("Other things");
});

it("an email about another role says what was given, changed or taken away", () => {
  const changed = render("role-changed", "", { from: "cashier", to: "admin" });
  expect(changed.subject).toContain("Your role on the staff was changed");
  expect(changed.text).toContain("You are an administrator of");
  expect(changed.text).not.toContain("Staff do not bid");
  const taken = render("role-changed", "", { from: "cashier", to: "user" });
  expect(taken.subject).toContain("You do not belong to the staff any more");
  expect(taken.text).toContain("You are no longer a cashier of");
  expect(taken.text).not.toContain("You may");
});

it("an email about an undone end names the end, unless bidding is paused", () => {
  expect(render("lot-reopened").text).toContain("Auction ends: Sat 21 Nov 2026, 15:05 Lagos time");
  expect(render("lot-reopened", "Drum", { endTime: null }).text).toContain("Auction ends: bidding is paused");
});

it("a mail about up to 20 receipts says that they are attached, and one about more that they are on the site", () => {
  const receipts = (count: number) => {
    const lots = Array.from({ length: count }, (_, n) => ({
      ...mailSamples(`Drum ${n}`).receipt,
      auctionId: `a${n}`,
    }));
    const [first, ...others] = lots.map((data) => ({ kind: "receipt", data }) as const);
    if (!first) throw new Error("there is no receipt");
    return renderMails([first, ...others], site, null).text;
  };
  expect(receipts(1)).toContain("The document is attached as a PDF file.");
  expect(receipts(20).match(/attached as a PDF file/g)).toHaveLength(1);
  const linked = receipts(21);
  expect(linked).not.toContain("attached");
  expect(linked).toContain("The document is a PDF file on our site");
  expect(linked).toContain("/profile/statement?tab=receipts");
});

it("an email keeps dollars as dollars, and names penalties in naira", () => {
  const won = render("won", "Drum", { currency: "USD", deposit: 2, remaining: 8, finalPrice: 10 }).text;
  expect(won).toContain("Remaining: $8.00");
  expect(won).toContain("Penalty if you do not pay in time: $1.00, in naira at the rate of that day");
  const { text } = render("buy-it-now-forfeited", "Drum", { currency: "USD", price: 10, penalty: 833.33 });
  expect(text).toContain("Buy It Now price: $10.00\nPenalty: ₦833.33");
});

it.each([
  [
    undefined,
    "You won",
    "Your bid on “Drum” has won.",
    "Winning bid",
    "when the auction ended",
    "10% of the winning bid",
  ],
  [
    "second-chance",
    "You accepted our offer",
    "You accepted our offer of “Drum” for ₦100,000.50.",
    "Price",
    "when you accepted",
    "10% of the price",
  ],
  [
    "below-reserve",
    "We sell it to you",
    "ended below its reserve. Your bid of ₦100,000.50 was the highest",
    "Price",
    "when the lot was sold to you",
    "10% of the price",
  ],
])("says how the reader got the lot: %s", (because, subject, sentence, price, deposit, penalty) => {
  const mail = render("won", "Drum", because === undefined ? {} : { because });
  expect(mail.subject).toBe(`${subject}: Drum`);
  for (const body of [mail.text, seen(mail.html)]) {
    for (const part of [sentence, price, "₦100,000.50", deposit, penalty]) expect(body).toContain(part);
    if (because) expect(body).not.toMatch(/has won|winning bid|you won/i);
  }
});

it("a mail about a lot of a sale names its number, and the mail about a win also the sale", () => {
  const won = render("won", "Talking drum", { lot: "12A", sale: "Saturday sale" });
  expect(won.subject).toBe("You won: Lot 12A: Talking drum");
  expect(won.text).toContain("Your bid on “Lot 12A: Talking drum” has won.");
  expect(won.text).toContain("Sale: Saturday sale");
  expect(render("lot-ready", "Talking drum", { lot: "7" }).subject).toBe("Ready for pickup: Lot 7: Talking drum");
});

it("the house's name in Settings signs a mail about a lot, and the brand one about the account", () => {
  const won = { kind: "won", data: mailSamples("Drum").won } as const;
  const code = { kind: "login-code", data: mailSamples("")["login-code"] } as const;
  const bodies = (mail: typeof won | typeof code, houseName: string) => {
    const { text, html } = renderMail(mail, { ...site, houseName }, null);
    return [text, seen(html)];
  };
  for (const body of bodies(won, "House D Auctions")) {
    expect(body).toContain("House D Auctions");
    expect(body).not.toContain("Oja & Sons");
  }
  for (const body of [...bodies(won, ""), ...bodies(code, "House D Auctions")]) {
    expect(body).toContain("Oja & Sons");
    expect(body).not.toContain("House D Auctions");
  }
});

it("a mail with invoices names the deposit as such, where to transfer to, and the attached files", () => {
  const [invoice] = mailSamples("").invoices.invoices;
  const banks = [{ bank: "Zenith Bank", number: "1234567890", name: "House D Auctions" }];
  const invoices = [{ ...invoice, id: "i1", deposit: 6_000, banks }];
  const deposits = [{ receiptId: "r1", number: "R-2026-000001" }];
  const { text } = render("invoices", "Sale", { invoices, deposits });
  for (const words of [
    "Deposit, already taken: ₦6,000.00",
    "Due: ₦27,225.00",
    "Or by bank transfer, for invoice I-2026-000012:",
    "Account number: 1234567890",
    "Amount: ₦27,225.00",
    "Reference: I-2026-000012",
    "Pay before: Wed 25 Nov 2026, 14:05 Lagos time",
    "The invoice is attached as a PDF file, with the receipts of your deposits.",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Paid:");
});

it("a mail with invoices says what a lot's sum is made of, and emphasises what is due", () => {
  const [invoice] = mailSamples("").invoices.invoices;
  const parts = { isBid: true, price: 30_000, fee: 0, premium: 3_000, vat: 225 };
  const lots = [
    { lot: "12A", title: "Drum", total: 33_225, parts },
    { lot: "13", title: "Bell", total: 5_000, parts: { ...parts, price: 5_000, premium: 0, vat: 0 } },
  ];
  const data = { ...mailSamples("Sale").invoices, invoices: [{ ...invoice, lots }] } as MailData["invoices"];
  const { text, html } = renderMail({ kind: "invoices", data }, site, null);
  expect(text).toContain("Lot 12A: Drum: ₦33,225.00 (bid ₦30,000.00 + premium ₦3,000.00 + VAT ₦225.00)\n");
  expect(text).toContain("Lot 13: Bell: ₦5,000.00\n");
  expect(html).toMatch(/font-weight:700[^>]*>Due<\/td><td [^>]*font-weight:700[^>]*>₦27,225\.00</);
});

it("a mail with invoices says whom to ask if there is no account", () => {
  const { text } = render("invoices", "Sale");
  expect(text).toContain("To pay by bank transfer or in cash, ask us, and name the reference I-2026-000012.");
  expect(text).not.toMatch(/Account number|attached/);
  const phone = "+2348098765432";
  const mail = { kind: "invoices", data: mailSamples("Sale").invoices } as const;
  const called = renderMail(mail, { ...site, contact: { ...site.contact, phone } }, null);
  for (const body of [called.text, seen(called.html)]) expect(body).toContain(`Phone: ${phone}`);
});

it("a payment of several lots says one sum, and what was more than due", () => {
  const part = (title: string, amount: number) => ({
    kind: "receipt" as const,
    data: { ...mailSamples(title).receipt, receiptKind: "payment" as const, auctionId: title, amount },
  });
  const [drum, bell] = [part("Drum", 6_628.75), part("Bell", 7_058.33)];
  expect(renderMails([drum, bell], site, null).text).toContain("We received ₦13,687.08 in all for 2 lots.");
  const back = { ngn: 312.92, why: "More came than was due." };
  const surplus = {
    kind: "receipt" as const,
    data: { ...part("Bell", 312.92).data, receiptKind: "refund" as const, back },
  };
  expect(renderMails([drum, bell, surplus], site, null).text).toContain("We received ₦14,000.00 in all for 2 lots.");
  expect(renderMails([bell, surplus], site, null).text).toContain("We received ₦7,371.25 in all for “Bell”.");
});

it("emails about lots follow the order of the lots, and of two payments for a lot only the newest says what remains", () => {
  const paid = (lot: string, amount: number, remaining: number) => ({
    kind: "payment-booked" as const,
    data: {
      ...mailSamples(lot)["payment-booked"],
      auctionId: lot,
      lot,
      total: 25_000,
      deposit: 5_000,
      amount,
      remaining,
    },
  });
  const { text } = renderMails(
    [paid("10", 5_000, 15_000), paid("2", 6_000, 14_000), paid("2", 4_000, 10_000)],
    site,
    null,
  );
  expect(text).toContain("You can pay the rest from your balance, online or by bank transfer.");
  const priced = paid("2", 6_000, 14_000);
  const alone = renderMails([{ ...priced, data: { ...priced.data, price: 24_000, fee: 1_000 } }], site, null).text;
  expect(alone).toContain("Price: ₦24,000.00\nFee: ₦1,000.00\nTotal: ₦25,000.00\nDeposit, already taken");
  const again = (lot: string, remaining: number) => ({
    kind: "payment-reversed" as const,
    data: { ...mailSamples(lot)["payment-reversed"], auctionId: lot, remaining },
  });
  const note = { kind: "receipt" as const, data: { ...mailSamples("Bowl").receipt, auctionId: "bowl" } };
  const pay = renderMails([again("2", 6_000), again("3", 14_000.5), note], site, null);
  expect(pay.subject).toBe("Please pay again: 2 lots");
  expect(pay.text).toContain("2 lots, remaining in all: ₦20,000.50\nPay the first before:");
  // Two mails about one lot are not about "these lots".
  const ofOne = renderMails([paid("2", 6_000, 14_000), paid("2", 4_000, 10_000)], site, null).text;
  expect(ofOne).not.toContain("each of these lots");
  expect(text.indexOf("Lot 2:")).toBeLessThan(text.indexOf("Lot 10:"));
  expect(text).toContain("We received ₦6,000.00 for “Lot 2: 2”");
  expect(text.match(/Remaining/g)).toHaveLength(2);
  expect(text).not.toContain("Remaining: ₦14,000.00");
  expect(text).toContain(
    "Total: ₦25,000.00\nDeposit, already taken: ₦5,000.00\nPaid before: ₦6,000.00\nThis payment: ₦4,000.00\nPaid in all: ₦15,000.00\nRemaining: ₦10,000.00",
  );
});

it("one email about a part payment and the payment of the rest says once, at the last, what is due", () => {
  const about = { ...mailSamples("Drum")["payment-booked"], total: 5_593.43, deposit: 3_010.35 };
  const booked = {
    kind: "payment-booked" as const,
    data: { ...about, amount: 583.08, remaining: 2_000, method: "cash" as const, reference: "R 12" },
  };
  const received = {
    kind: "payment-received" as const,
    data: {
      ...mailSamples("Drum")["payment-received"],
      price: 5_000,
      premium: 552.03,
      vat: 41.4,
      total: 5_593.43,
      deposit: 3_010.35,
      payment: { method: "transfer" as const, amount: 2_000, surplus: 100, reference: "ZEN/7" },
    },
  };
  const { subject, text } = renderMails([booked, received], site, null);
  expect(subject).toBe("Payment received: Drum");
  expect(text).toContain("We received ₦583.08, in cash R 12 for “Drum”.");
  expect(text).not.toMatch(/Remaining|Pay before|pay the rest|Pay now/);
  expect(text).toContain(
    "Price: ₦5,000.00\nBuyer’s premium: ₦552.03\nVAT on the premium: ₦41.40\nTotal: ₦5,593.43\n" +
      "Deposit, already taken: ₦3,010.35\nPaid before: ₦583.08\nThis payment: ₦2,000.00, by bank transfer ZEN/7\n" +
      "More than was due, in your balance: ₦100.00\nPaid in all: ₦5,593.43",
  );
  const another = { ...booked, data: { ...booked.data, auctionId: "bell", title: "Bell" } };
  expect(renderMails([another, received], site, null).text).toContain("Remaining: ₦2,000.00");
});

it("names the fee of a purchase between its price and what was paid", () => {
  const payment = { method: "balance", amount: 18_900, reference: null };
  const change = { price: 20_000, fee: 1_000, total: 21_000, deposit: 2_100, payment };
  expect(render("payment-received", "Drum", change).text).toContain(
    "Price: ₦20,000.00\nFee: ₦1,000.00\nTotal: ₦21,000.00\nDeposit, already taken: ₦2,100.00\n" +
      "This payment: ₦18,900.00, from the balance\nPaid in all: ₦21,000.00",
  );
});

it("is written also where voided bids lowered the price below the deposit", () => {
  const { text } = render("payment-received", "Drum", { price: 1_000, total: 1_000, deposit: 2_000, remaining: 0 });
  expect(text).toContain("Price: ₦1,000.00\nPaid in all: ₦1,000.00");
});

it("an email about several wins says first what is due for all of them, and once what holds for each", () => {
  const won = (title: string, change: object = {}) => ({
    kind: "won" as const,
    data: { ...mailSamples(title).won, auctionId: title, ...change },
  });
  const later = "2026-11-25T13:09:00.000Z";
  const { text } = renderMails(
    [won("Drum", { dueAt: later, total: 100_500.5, remaining: 80_500.4 }), won("Bell")],
    site,
    null,
  );
  const sums =
    "2 lots, in all: ₦200,501.00\nDeposits, already taken: ₦40,000.20\nRemaining in all: ₦160,500.80\n" +
    "Pay the first before: Wed 25 Nov 2026, 14:05 Lagos time";
  expect(text).toContain(sums);
  expect(text.indexOf(sums)).toBeLessThan(text.indexOf("“Drum”"));
  for (const once of [/we keep 10%/g, /was taken from your balance/g, /Pay within/g, /several lots\?/g])
    expect(text.match(once)).toHaveLength(1);
  expect(text.match(/Penalty if you do not pay in time: ₦10,000\.05/g)).toHaveLength(2);
  expect(render("won").text).not.toContain("in all");
});

it("lots that are ready say each place once, also if others are ready elsewhere", () => {
  const ready = (title: string, change: object = {}) => ({
    kind: "lot-ready" as const,
    data: { ...mailSamples(title)["lot-ready"], auctionId: title, ...change },
  });
  const { text } = renderMails([ready("Drum"), ready("Bell")], site, null);
  expect(text.match(/12 Marina Road/g)).toHaveLength(1);
  const store = { place: "House C store" };
  const apart = renderMails(
    [ready("Drum"), ready("Mask", store), ready("Bell"), ready("Comb", store)],
    site,
    null,
  ).text;
  expect(apart).toMatch(
    /“Drum” is[\s\S]*“Bell” is[\s\S]*12 Marina Road[\s\S]*“Mask” is[\s\S]*“Comb” is[\s\S]*House C store/,
  );
  for (const place of [/12 Marina Road/g, /House C store/g]) expect(apart.match(place)).toHaveLength(1);
});

it("an email about a lot that is ready speaks of slots only if its reader can choose one", () => {
  const { text } = render("lot-ready", "Drum");
  expect(text).not.toMatch(/slot|\bif\b/i);
  expect(text).toContain("Your purchases have the pickup code: bring it.");
  expect(text).toContain("Mon to Fri, 09:00 to 17:00");
  const choosing = render("lot-ready", "Drum", { choosesSlot: true }).text;
  expect(choosing).toContain("Choose in your purchases when you come");
  expect(choosing).toContain("See the code and choose a slot");
});

it("news to a seller become one mail: with the heading of all, or one for different news", () => {
  const own = (title: string, what: string, change: object = {}) => ({
    kind: "own-lot" as const,
    data: { ...mailSamples(title)["own-lot"], auctionId: title, what, ...change } as never,
  });
  const open = renderMails([own("Drum", "published"), own("Bell", "published")], site, null);
  expect(open.subject).toBe("Your lot is open for bids: 2 lots");
  expect(open.text.match(/my-sales/g)).toHaveLength(1);
  const paid = renderMails([own("Drum", "handed-over"), own("Drum", "credited")], site, null);
  expect(paid.subject).toBe("News of your lots: Drum");
  for (const words of ["was handed over", "was added to your balance", "/profile/withdraw", "/my-sales"])
    expect(paid.text).toContain(words);
  const again = { amount: 1_785, dueAt: "2026-12-03T17:00:00.000Z" };
  const reversed = render("own-lot", "Drum", { what: "payment-reversed", ...again });
  expect(reversed.subject).toBe("The buyer must pay again for your lot: Drum");
  expect(reversed.text.replaceAll(/\s+/g, " ")).toMatch(
    /The buyer's payment for “Drum” did not count\. The buyer must pay again by .*3 Dec.*; you get ₦1,785\.00 once it is paid\./,
  );
  expect(reversed.text).not.toMatch(/undone|not sold/);
  expect(render("own-lot", "Drum", { what: "forfeit-reversed", ...again, amount: null }).text).not.toContain("you get");
  const unsold = (highBid: number | null) => render("own-lot", "Drum", { what: "unsold", highBid }).text;
  expect(unsold(8_000)).toContain("The highest bid was ₦8,000.00. What comes next:");
  expect(unsold(null)).toContain("Nobody bid. What comes next:");
});

it("rendering throws for an unknown kind of email", () => {
  const mail = { kind: "toString", data: {} } as unknown as Parameters<typeof renderMail>[0];
  expect(() => renderMail(mail, site, null)).toThrow("toString");
});

it("a subject cuts a long title between words", () => {
  const subjectOf = (title: string): string => render("won", title).subject;
  expect(subjectOf("Toyota Corolla LE 2014, automatic, first body, 118,400 km")).toBe(
    "You won: Toyota Corolla LE 2014, automatic, first…",
  );
  expect(subjectOf("x".repeat(100))).toBe(`You won: ${"x".repeat(44)}…`);
  expect(subjectOf("x".repeat(44))).toBe(`You won: ${"x".repeat(44)}`);
});

it("says that an offer was withdrawn by a void, and that another one may come at the price of the remaining bids", () => {
  const { text } = render("second-chance-closed", "Talking drum", { as: "voided" });
  expect(text).toMatch(/is no longer valid, because somebody’s bids no longer count[\s\S]*offered to you again/);
  expect(render("second-chance-closed", "Talking drum", { as: "withdrawn" }).text).not.toContain("somebody’s bids");
});

it("names the payment that was taken back alone, what of the others stays, and what is due", () => {
  const payment = {
    method: "cash",
    amount: 5_000,
    surplus: 1_000,
    reference: "R 12",
    at: "2026-11-21T13:05:00.000Z",
  } as const;
  const alone = { payments: [payment], kept: 3_000 };
  const reversed = { amount: 5_000, returned: 0, taken: 1_000, alone };
  const { text } = render("payment-reversed", "Talking drum", reversed);
  expect(text).toContain("One of your payments was cancelled");
  expect(text).toMatch(
    /^Your payment of ₦6,000\.00 for “Talking drum” does not count any more\.\s+The reason: “It bounced”\n/m,
  );
  expect(text).toMatch(/Does not count any more:?\s+₦6,000\.00, in cash R 12, Sat 21 Nov 2026, 14:05 Lagos time/);
  expect(text).toContain("Of this, for the lot: ₦5,000.00\nOf this, taken from your balance again: ₦1,000.00\n");
  const inDollars = render("payment-reversed", "Talking drum", { ...reversed, currency: "USD" }).text;
  expect(inDollars).toContain("Your payment of $5,000.00 and ₦1,000.00 for “Talking drum” does");
  // The present mails say the price, and what is paid and due of it.
  const account = { price: 21_000, premium: 1_860.47, vat: 139.53, total: 23_000, deposit: 5_000, remaining: 15_000 };
  expect(render("payment-reversed", "Talking drum", { ...reversed, ...account }).text).toContain(
    "Price: ₦21,000.00\nBuyer’s premium: ₦1,860.47\nVAT on the premium: ₦139.53\nTotal: ₦23,000.00\n" +
      "Deposit, already taken: ₦5,000.00\nPaid in all: ₦8,000.00\nRemaining: ₦15,000.00\nPay before:",
  );
  const both = { payments: [payment, payment], kept: 3_000 };
  const ofTwo = render("payment-reversed", "Talking drum", { amount: 10_000, returned: 0, alone: both }).text;
  expect(ofTwo).toContain("Some of your payments were cancelled");
  expect(text).toMatch(/Your other payments, which stay:?\s+₦3,000\.00/);
  expect(text).toContain("₦15,000.00");
});

it("says of a refund first how much is back in the balance, and why", () => {
  const back = { ngn: 140_000, why: "You had already paid." };
  const { subject, text } = render("receipt", "Talking drum", { receiptKind: "refund", number: "R-2026-000004", back });
  expect(subject).toBe("₦140,000.00 is back in your balance: Talking drum");
  expect(text).toContain("“Talking drum”: You had already paid. ₦140,000.00 is back in your balance.");
  expect(text).toContain(
    "This is the receipt for your payment, and for its return to your balance, for “Talking drum”.",
  );
  expect(text).toContain("R-2026-000004");
});

it("an answer about a lot that was not public when it was written names no lot and leads to none", () => {
  const unnamed = render("question-answered", "a lot", { isNamed: false, hasPage: false });
  expect(unnamed.subject).toBe("Answered: your question about a lot");
  expect(unnamed.text).toContain("You asked about a lot that is not public now: “Is it original?”");
  expect(unnamed.text).not.toMatch(/lot’s page|\/auction\//);
  expect(unnamed.text).toContain("See other auctions");
  expect(render("question-answered", "Drum").text).toContain("Everybody can read both on the lot’s page");
});

it("names the passkeys that still log in after a change of the password", () => {
  const passkeys = [{ device: "Chrome on Android", addedAt: "2026-11-20T13:05:00.000Z" }];
  const mail = { kind: "password-changed", data: { at: "2026-11-21T13:05:00.000Z", passkeys } } as const;
  const { text, html } = renderMail(mail, site, null);
  for (const body of [text, seen(html)]) {
    expect(body).toMatch(
      /still log in to your account:\s+Chrome on Android:?\s*added Fri 20 Nov 2026, 14:05 Lagos time/,
    );
  }
  expect(render("password-changed").text).not.toContain("passkey");
});

it("names the buyer's premium, its VAT and the total where the lot has a premium, and nothing of them otherwise", () => {
  const premium = { premium: 10_000.05, vat: 750.01, total: 110_750.56, remaining: 90_750.46 };
  const { text } = render("won", "Talking drum", premium);
  for (const amount of ["₦10,000.05", "₦750.01", "₦110,750.56", "₦90,750.46"]) expect(text).toContain(amount);
  expect(render("won").text).not.toContain("premium");
  const rules = { ...usualPercents, premiumPercent: 10, vatPercent: 7.5 };
  const offer = render("second-chance", "Talking drum", { price: 100_000, currency: "NGN", rules });
  expect(offer.text).toContain("₦110,750.00");
});
