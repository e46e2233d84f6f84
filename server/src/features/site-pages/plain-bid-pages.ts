// The words and forms of bidding without JavaScript. Pure functions.
import { randomUUID } from "node:crypto";
import { amountInWords } from "@jara/shared/amount-in-words";
import type { Auction } from "@jara/shared/auction";
import { formatMoney, isWireAmount } from "@jara/shared/money";
import { lotPath, stateWords } from "./lot-facts.ts";
import { attribute } from "./page-template.ts";

/** "37500", "37,500" and "₦37,500.00" are amounts. "37.500" is not, because it can mean two amounts. */
export const amountOf = (typed: string): number | null => {
  const text = typed.trim().replace(/^[₦$]\s*/, "");
  if (!/^(\d{1,11}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text)) return null;
  const amount = Number(text.replaceAll(",", ""));
  return amount > 0 && isWireAmount(amount) ? amount : null;
};

const notAnAmount = (typed: string): string =>
  typed.trim() === ""
    ? "Please type an amount."
    : `“${typed.slice(0, 30)}” is not an amount. Write it like 37500 or 37,500.00.`;

const refused = (sentence: string): string => `<p class="refused" role="alert">${attribute(sentence)}</p>`;

const lotHead = (lot: Auction): string =>
  `<p><a href="${lotPath(lot._id)}">${attribute(lot.title)}</a></p><p>${attribute(stateWords(lot))}</p>`;

const amountForm = (lot: Auction): string => `<form method="get" action="${lotPath(lot._id)}/bid">
<label for="amount">Your bid, at least ${attribute(formatMoney(lot.minimumBid, lot.currency))}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${lot.minimumBid}">
<button>Check this bid</button>
</form>`;

const confirmForm = (lot: Auction, amount: number, form: string): string => `<h1>Check your bid</h1>
<p class="amount">${attribute(formatMoney(amount, lot.currency))}</p>
<p>${attribute(amountInWords(amount, lot.currency))}</p>
${lot.isLeading ? "<p><strong>You lead already. This bid would raise your own price.</strong></p>" : ""}
<p>A bid is binding: whoever leads at the end buys the lot.</p>
<form method="post" action="${lotPath(lot._id)}/bid">
<input type="hidden" name="amount" value="${amount}">
<input type="hidden" name="version" value="${lot.contentVersion}">
<input type="hidden" name="command" value="${randomUUID()}">
<input type="hidden" name="form" value="${form}">
<button>Place this bid</button>
</form>`;

export const placed = (lot: Auction, amount: number): string => `${lotHead(lot)}<h1>Your bid is placed</h1>
<p class="amount">${attribute(formatMoney(amount, lot.currency))}</p>
<p>${lot.isLeading ? "You lead." : "Somebody else leads: their maximum is higher than your bid."}</p>
<p><a href="${lotPath(lot._id)}">Back to the lot</a></p>`;

export const logInPage = (
  lot: Auction,
  typed: string,
  refusal?: string,
): string => `${lotHead(lot)}<h1>Log in to bid</h1>
${refusal === undefined ? "" : refused(refusal)}
<form method="post" action="${lotPath(lot._id)}/log-in">
<input type="hidden" name="amount" value="${attribute(typed)}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Log in</button>
</form>
<p>You stay logged in here for an hour, or until you log out.</p>`;

const logOutForm = (lot: Auction, form: string): string =>
  `<form method="post" action="${lotPath(lot._id)}/log-out"><input type="hidden" name="form" value="${form}"><button>Log out</button></form>`;

/** The amount in words with its button, or why it is refused. `form`: the form's token. */
export const checkPage = (lot: Auction, typed: string, form: string, refusal?: string): string => {
  const amount = amountOf(typed);
  const sentence = refusal ?? (amount === null ? notAnAmount(typed) : null);
  const content =
    sentence !== null || amount === null
      ? `${refused(sentence ?? "")}${amountForm(lot)}`
      : confirmForm(lot, amount, form);
  return `${lotHead(lot)}${content}${logOutForm(lot, form)}`;
};

export const missingPage = `<h1>Auction not found</h1><p><a href="/">All auctions</a></p>`;

export const forgedPage = (id: string): string =>
  `<h1>Please try again</h1><p>This form did not come from this site's own page, or it is too old. Nothing was sent.</p><p><a href="${attribute(lotPath(id))}">Back to the lot</a></p>`;

export const documentOf = (title: string, content: string): string => `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${attribute(title)}</title>
</head>
<body>
${content}
</body>
</html>
`;
