// The kinds of notifications, and how each kind arrives until a person chooses otherwise: on screen, by push message or
// by mail.

/** By subject, in the order in which the page of preferences lists them. */
export const notificationKinds = [
  "outbid",
  "extended",
  "lot-changed",
  "bids-voided",
  "question-answered",
  "reminder",
  "saved-search",
  "won",
  "due",
  "second-chance",
  "own-lot",
  "paid",
  "receipt",
  "withdrawal",
  "security",
  "staff",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationWays = ["onScreen", "push", "mail"] as const;
export type NotificationWay = (typeof notificationWays)[number];

/** How notifications of a kind arrive. */
export interface KindRule {
  /**
   * `locked`: money and security, so nobody can switch the mail off. `none`: there is no mail of this kind. `on` and
   * `off`: as long as the person has not chosen.
   */
  readonly mail: "on" | "off" | "locked" | "none";
  readonly push: "on" | "off";
  /** Quiet hours do not hold it back, because it has a deadline or concerns the account's safety. */
  readonly isUrgent: boolean;
  /** A person may get its mails as a part of one mail a day. */
  readonly isInDigest: boolean;
}

export const kindRules: Readonly<Record<NotificationKind, KindRule>> = {
  outbid: { mail: "on", push: "on", isUrgent: false, isInDigest: true },
  extended: { mail: "none", push: "on", isUrgent: false, isInDigest: false },
  // Bids bind their bidders, so a change of what they bid on is a matter of money.
  "lot-changed": { mail: "locked", push: "on", isUrgent: false, isInDigest: false },
  "bids-voided": { mail: "locked", push: "on", isUrgent: false, isInDigest: false },
  "question-answered": { mail: "on", push: "on", isUrgent: false, isInDigest: true },
  // A reminder in the next morning's mail would come too late.
  reminder: { mail: "on", push: "on", isUrgent: false, isInDigest: false },
  "saved-search": { mail: "on", push: "on", isUrgent: false, isInDigest: true },
  won: { mail: "locked", push: "on", isUrgent: true, isInDigest: false },
  due: { mail: "locked", push: "on", isUrgent: true, isInDigest: false },
  "second-chance": { mail: "locked", push: "on", isUrgent: true, isInDigest: false },
  // A seller is paid by what these say.
  "own-lot": { mail: "locked", push: "on", isUrgent: false, isInDigest: false },
  paid: { mail: "locked", push: "on", isUrgent: false, isInDigest: false },
  receipt: { mail: "locked", push: "off", isUrgent: false, isInDigest: false },
  withdrawal: { mail: "locked", push: "on", isUrgent: false, isInDigest: false },
  security: { mail: "locked", push: "on", isUrgent: true, isInDigest: false },
  staff: { mail: "on", push: "off", isUrgent: true, isInDigest: false },
};

/**
 * Whether a way can be switched for a kind. Security stays on the screen, so that nobody can hide a log-in from its
 * owner.
 */
export const isSwitchable = (kind: NotificationKind, way: NotificationWay): boolean => {
  if (way === "mail") return kindRules[kind].mail === "on" || kindRules[kind].mail === "off";
  return way === "push" || kind !== "security";
};

/** How a kind arrives as long as the person has not chosen. */
export const isOnAtFirst = (kind: NotificationKind, way: NotificationWay): boolean => {
  if (way === "onScreen") return true;
  const rule = kindRules[kind][way];
  return rule === "on" || rule === "locked";
};

export const DAY_MINUTES = 24 * 60;
