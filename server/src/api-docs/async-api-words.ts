// The descriptions of each command and event in the live API's document: what it does, for whom, and when it is sent.
// The types require every description: a command, an event or a field without one does not compile. It is long because
// every one has a description.
import type { CommandData, CommandName, EventName } from "@jara/shared/live-commands";

type CommandGroup = "Watching" | "Bidding" | "Administration" | "Time";

export const audiences = {
  watchers: "Watchers of an auction",
  saleWatchers: "Watchers of a sale",
  listing: "Followers of the listing",
  user: "A user's own connections",
  staff: "Staff, by role",
} as const;
type Audience = keyof typeof audiences;

interface CommandWords<C extends CommandName> {
  readonly group: CommandGroup;
  readonly who: "anyone" | "signed in" | "staff";
  /** One line. */
  readonly does: string;
  readonly more?: string;
  readonly fields: { readonly [F in keyof Required<CommandData<C>>]: string };
}

const auctionId = "The auction's id.";
const commandId =
  "A UUID of your own making for this one command. Sent again, also after a reconnect or through another node, it has " +
  "no second effect and gets the first outcome; with other data it is refused with `COMMAND_ID_REUSED`. Ids are compared " +
  "character by character, so the same UUID in capital letters is another id. An accepted " +
  "command is known for 48 hours. A refusal is known to the server that gave it, for some minutes; after that, or " +
  "through another server, the command is decided anew. So send a command again after `UNAVAILABLE`, " +
  "`RATE_LIMITED` or no answer, and not after another refusal.";

const receipt =
  "True: the answer to the accepted command carries a bid receipt. A repeated command then gets a receipt with the same " +
  "statement, perhaps signed anew; without it, it gets an equal answer.";
const contentVersion =
  "The `contentVersion` of the lot that the bidder has read. An older one than the auction's is refused with `LOT_CHANGED`; " +
  "left out, the lot counts as read.";

export const commandWords: { readonly [C in CommandName]: CommandWords<C> } = {
  "auction:watch": {
    group: "Watching",
    who: "anyone",
    does: "Hear of one auction from now on; answers with all of it",
    more:
      "What commits between the reading of the answer and your receiving it comes as an event, so nothing is missed. " +
      "With `sinceVersion` (the newest version you have) the answer also replays what you missed, at most 100 changes. " +
      "Where it has no `events`, the gap is too long or cannot be replayed (for example bids were voided in it; the guide " +
      "lists these cases), and `auction` alone is the truth. At most 2,000 auctions a connection.",
    fields: {
      auctionId,
      sinceVersion: "The newest version that you have of it.",
      compact:
        "True for a reader who pays for data: prices without their bids, at most one every 6 s (every 2 s in the last five " +
        "minutes, every second in the last one), a countdown and the viewers every 60 s. Your own events and the end are not delayed. " +
        "The `events` of the answer are the same as without it: their prices have `bids`.",
    },
  },
  "auction:unwatch": {
    group: "Watching",
    who: "anyone",
    does: "Hear no more of it",
    more: "Safe for an auction that you do not watch.",
    fields: { auctionId },
  },
  "auctions:watch": {
    group: "Watching",
    who: "anyone",
    does: "Follow the listing: auctions that come, move in price, change status or go",
    more: "It has no snapshot of its own: read `GET /api/auctions` after the answer.",
    fields: { compact: "True for a reader who pays for data: at most one price every 30 s of each auction." },
  },
  "auctions:unwatch": { group: "Watching", who: "anyone", does: "Follow the listing no more", fields: {} },
  "sale:watch": {
    group: "Watching",
    who: "anyone",
    does: "Watch a sale: what it is now, and everything that is done with the whole of it",
    more:
      "A sale that is a draft is `NOT_FOUND` for all but staff who make lots. Its lots are watched one by one, or followed in " +
      "the listing. Send it again after a reconnect.",
    fields: { saleId: "Which sale." },
  },
  "sale:unwatch": {
    group: "Watching",
    who: "anyone",
    does: "Hear no more of it",
    more: "Safe for a sale that you do not watch.",
    fields: { saleId: "Which sale." },
  },
  "bid:place": {
    group: "Bidding",
    who: "signed in",
    does: "Bid",
    more:
      "At least the auction's `minimumBid`. A higher maximum of somebody else answers in the same moment. The bidder needs " +
      "a balance of 20% of the amount; it is not held.",
    fields: {
      auctionId,
      amount: "In the auction's currency, at most two decimals.",
      commandId,
      contentVersion,
      receipt,
    },
  },
  "maxbid:set": {
    group: "Bidding",
    who: "signed in",
    does: "Set or change the maximum up to which the auction bids for you",
    more:
      "One for each user and auction; it replaces the one before, upwards or downwards. Nobody else sees it. A balance of 20% " +
      "of it is asked for, and not held.",
    fields: {
      auctionId,
      maxAmount: "Above the current price, at most two decimals.",
      currency: "The auction's: guards against a maximum meant for another.",
      commandId,
      contentVersion,
      receipt,
    },
  },
  "maxbid:confirm": {
    group: "Bidding",
    who: "signed in",
    does: "Confirm your suspended maximum on the lot as it reads now",
    more: "It acts again at once. A maximum that is not suspended stays as it is.",
    fields: {
      maxBidId: "The `_id` of your maximum.",
      contentVersion: "The version that you confirm: the auction's newest.",
      commandId,
      receipt,
    },
  },
  "bid:withdraw": {
    group: "Bidding",
    who: "signed in",
    does: "Withdraw your bids and your maximum because the lot changed after them",
    more: "Within 24 hours of the change, and before the auction ends. Not after you bid on, or confirmed, the changed lot.",
    fields: { auctionId, commandId, receipt },
  },
  "maxbid:cancel": {
    group: "Bidding",
    who: "signed in",
    does: "Take your maximum away",
    more: "Bids that were recorded stay binding.",
    fields: { maxBidId: "The `_id` of your maximum.", commandId, receipt },
  },
  "buy-it-now": {
    group: "Bidding",
    who: "signed in",
    does: "Buy at the Buy It Now price",
    more:
      "Pauses the auction for one hour, within which the payment has to come; otherwise a share of the price (usually 10%) is taken from " +
      "your balance and the auction goes on.",
    fields: {
      auctionId,
      commandId,
      price:
        "The Buy It Now price that the buyer saw, in the auction's currency. If the price is another one now, the " +
        "purchase is refused with `LOT_CHANGED`, which names both.",
      receipt,
    },
  },
  "admin:watch": {
    group: "Administration",
    who: "staff",
    does: "Follow everything that your role may see",
    more:
      "Cataloguers get all lots with drafts and reserves, and masked names; cashiers accounts and settlements; managers " +
      "and administrators all of it, with full names.",
    fields: {},
  },
  "admin:unwatch": {
    group: "Administration",
    who: "anyone",
    does: "Follow it no more",
    more: "Safe for a connection that follows no feed of the staff.",
    fields: {},
  },
  "clock:sync": {
    group: "Time",
    who: "anyone",
    does: "Ask for the time",
    more:
      "Take several samples and keep the one with the shortest round trip: the offset is `serverTime` plus half the " +
      "round trip, less your own clock.",
    fields: { t0: "Any number; it comes back as it is." },
  },
};

interface EventWords {
  readonly to: readonly [Audience, ...Audience[]];
  /** One line: the content of the event. */
  readonly says: string;
  /** When it is sent. */
  readonly when: string;
}

export const eventWords: { readonly [E in EventName]: EventWords } = {
  "auction:price": {
    to: ["watchers", "listing", "staff"],
    says: "The price moved",
    when:
      "After bids were committed. Merged where an auction is hot: to watchers at most every 50 ms, to the listing and " +
      "staff at most every 250 ms and without `bids`. The last state always arrives. To the listing and staff also after " +
      "every other change of the price, such as a void, a cancellation or a paid purchase: with the version of the " +
      "`auction:updated` before it, and the price may be lower.",
  },
  "auction:countdown": {
    to: ["watchers"],
    says: "When the auction ends",
    when: "Right after `auction:watch` is answered, every 10 seconds, and when the end moves.",
  },
  "auction:paused": {
    to: ["watchers"],
    says: "The auction is paused: bids are refused",
    when: "When staff pause it, or somebody uses Buy It Now.",
  },
  "auction:resumed": {
    to: ["watchers"],
    says: "The auction goes on",
    when: "When a pause ends. The end has moved by its length unless staff set another.",
  },
  "auction:ended": {
    to: ["watchers"],
    says: "The auction is over",
    when:
      "When it ends by the clock or by staff, is cancelled, or its sale is confirmed: by staff, or because the win or the " +
      "purchase is paid. Again when a win is opened after the end, or its payment is taken back.",
  },
  "auction:extended": {
    to: ["watchers"],
    says: "A late bid moved the end",
    when:
      "After the `auction:price` of the same version, when a bid changed the price shortly before the end. Of several bids " +
      "that are merged it has the newest end.",
  },
  "auction:bids-voided": {
    to: ["watchers", "user"],
    says: "Somebody's bids no longer count",
    when:
      "When staff voided them, or their bidder withdrew them after the lot changed. To watchers the one event after which " +
      "the price may be lower. Read the bids again: voided ones carry `voided`. To the own connections of everybody who " +
      "has a bid or a maximum on the auction. If the auction had ended and the bidder had won, an `auction:updated` of the " +
      "same version follows. The listing gets `auction:updated` instead of it.",
  },
  "maxbid:suspended": {
    to: ["user"],
    says: "Your maximum waits for you to confirm the lot",
    when: "When the lot changed while your maximum stood.",
  },
  "auction:updated": {
    to: ["watchers", "listing", "user", "staff"],
    says: "The whole auction",
    when:
      "After an edit, a start or a reopening, and when a win is opened after the end or its payment is taken back; first " +
      "among the events of a change that is more than bids, except after `auction:bids-voided`, which it follows if the " +
      "voided bidder had won. To the own connections of everybody who has a bid or a maximum on the auction when an edit " +
      "made a new content version, and after such a void, with no `changes`. With the " +
      "status `draft` the auction was withdrawn: the event shows it as it was, and it is `NOT_FOUND` from then on. " +
      "Staff who make lots get it for every change that is more than bids, with the reserve, and with full names if they " +
      "may see them. The listing gets it after a void too, and when soft close or a pause moved the end, in a soft close at most 4 times a " +
      "second, and before an `auction:status` if the change also moved the price, or came from another server.",
  },
  "auction:removed": {
    to: ["watchers", "listing", "staff"],
    says: "The auction is gone",
    when: "When staff delete it. Nobody finds it any more.",
  },
  "auction:viewers": {
    to: ["watchers"],
    says: "How many watch",
    when: "When that number moved, at most once a second.",
  },
  "auction:question-changed": {
    to: ["watchers"],
    says: "A question about the lot, and its answer",
    when: "When the staff answered a question, changed the answer, hid the question or showed it again.",
  },
  "sale:changed": {
    to: ["saleWatchers"],
    says: "What the whole sale is now",
    when:
      "When the staff published, paused, resumed, shifted, ended or changed it, when that is done on all of its lots, and " +
      "when its last lot has closed.",
  },
  "auction:resync": {
    to: ["watchers"],
    says: "Watch it again",
    when:
      "When you may have missed something that cannot be replayed: you read too slowly, or what you may see has changed. " +
      "Send `auction:watch` with your `sinceVersion`.",
  },
  "auction:created": {
    to: ["listing", "staff"],
    says: "There is a new auction",
    when:
      "When an auction becomes visible (a new one, or a draft that gets another status) or opens again: an id that you " +
      "know may come again. Staff who make lots get it for a new draft too.",
  },
  "auction:status": {
    to: ["listing", "staff", "user"],
    says: "The auction's status changed",
    when:
      "With each change of it. To its bidders' own connections when it is cancelled, withdrawn or opened again, when it " +
      "is sold by Buy It Now, and when such a sale is taken back.",
  },
  "auction:mine": {
    to: ["user"],
    says: "Whether you lead, and which of the new bids are yours",
    when: "When bids of yours were recorded, or you came to lead or lost it.",
  },
  "bid:outbid": {
    to: ["user"],
    says: "Somebody else leads",
    when: "When you lost the lead, or a bid of yours was topped at once.",
  },
  "maxbid:changed": {
    to: ["user"],
    says: "Your maximum, as it stands",
    when: "When it was set or changed, from whichever device, or bid for you.",
  },
  "maxbid:removed": {
    to: ["user"],
    says: "Your maximum is gone",
    when:
      "When you cancelled it or withdrew your bids, when staff voided it or your bids, and when the auction was cancelled or " +
      "put back to draft.",
  },
  "auction:won": {
    to: ["user"],
    says: "You won",
    when:
      "When the auction ended, by the clock or by staff, and you led; when staff sold it to you as the highest bidder below " +
      "the reserve; and when you accepted a second chance. Not when it is set to `sold` directly.",
  },
  "win:changed": {
    to: ["user"],
    says: "What became of the payment for a win",
    when: "When it was opened, paid in part or in whole, waived, forfeited, or is void; when a payment was taken back; and when its deadline moved.",
  },
  "purchase:changed": {
    to: ["user"],
    says: "What became of your purchase",
    when: "When it was made, paid in part or in whole, forfeited, or is void; when a payment was taken back; and when its deadline moved.",
  },
  "balance:changed": { to: ["user"], says: "Your balance", when: "Within a second of its change, at any node." },
  "watchlist:changed": {
    to: ["user"],
    says: "Your watchlist",
    when: "When you began or stopped watching an auction, on any device.",
  },
  "list:changed": {
    to: ["user"],
    says: "That a list which you may read has changed",
    when:
      "After the commit, at most every 250 ms for each list. It carries no data: ask for the list again. Staff hear of the lists " +
      "that their role may read, without `admin:watch`.",
  },
  "notification:created": {
    to: ["user"],
    says: "What you are told, and how many you have not read",
    when: "After the commit of what caused it, at most every 250 ms; again, with the same id, when another event is merged into it.",
  },
  "notifications:read": {
    to: ["user"],
    says: "What you have read, and how many are left",
    when: "When you read notifications on any device, and when some no longer hold: you lead again, or have paid.",
  },
  "user:changed": {
    to: ["user"],
    says: "What your account may do",
    when: "Within a second of a change of its role or verification, at any node.",
  },
  "session:ended": {
    to: ["user"],
    says: "This connection is over",
    when: "When its token expires or is withdrawn. The connection is closed; get a new token before the next.",
  },
  "user:updated": {
    to: ["staff"],
    says: "An account, as it is now",
    when: "When it was made, or its role, verification, balance or profile changed.",
  },
  "settlement:changed": {
    to: ["staff"],
    says: "A settlement or purchase, as it stands",
    when: "When it was opened or closed, or waits for staff.",
  },
};

/** Descriptions of the messages that only one transport has. */
export const connectingWords = {
  authenticate: {
    title: "Say who you are",
    description:
      "Only as the first frame, and only if the upgrade had no token; any other first frame makes the connection a " +
      "visitor's. The server answers an invalid token with `UNAUTHENTICATED` and closes the connection with code 4401. After " +
      "any other refusal but `INVALID` send it again; until it is accepted, other commands get the same refusal. After " +
      "`INVALID` (no token, an empty one, or one that is too long) the connection is a visitor's.",
  },
  unreadable: {
    title: "A frame that could not be read, or too many frames",
    description:
      "`INVALID`: the frame is no JSON text, or has no `id`. `RATE_LIMITED`: the connection sends too much, and the " +
      "server reads no more until the allowance is back.",
  },
  error: {
    title: "A command without an acknowledgement callback, or too many packets",
    description:
      "`INVALID`: the command had no callback to answer, so it was not carried out. `RATE_LIMITED`: the connection sends " +
      "too much, and the server reads no more until the allowance is back.",
  },
} as const;
