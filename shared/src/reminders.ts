// The reminders about watched lots: their codes, their labels, and which of them are on at first and mailed. No
// schemas, so that screens load them alone.
export const reminders = ["24h", "1h", "15m", "start", "price", "changed", "extended", "paused", "relisted"] as const;
export type Reminder = (typeof reminders)[number];

/** The reminders of a person who has chosen none. */
export const defaultReminders: readonly Reminder[] = ["1h", "start", "price", "changed", "paused", "relisted"];

/** The reminders that are also mailed. The others are outdated before most people read a mail. */
export const mailedReminders: readonly Reminder[] = ["24h", "1h", "start", "price", "changed", "relisted"];

export const reminderLabels: Readonly<Record<Reminder, string>> = {
  "24h": "24 hours before the end",
  "1h": "1 hour before the end",
  "15m": "15 minutes before the end",
  start: "When bidding starts",
  price: "When the price is below the one you set: in the last hour, and when it falls below it",
  changed: "When the description or the terms change",
  extended: "When a late bid moves the end",
  paused: "When bidding is paused or goes on",
  relisted: "When the lot is listed again",
};
