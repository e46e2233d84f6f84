// Histories with one error each in the notifications that bring people back: reminders of watched lots, and new lots of
// saved searches.
import type { MutableHistory } from "./mutable-history.ts";
import { ada, bola, HOUR, seller } from "./small-history.ts";

type Lies = Record<string, Record<string, (it: MutableHistory) => void>>;

const sentOf = (it: MutableHistory, kind: string) => it.found(it.back.reminders.find((one) => one.kind === kind));
const alertOf = (it: MutableHistory) => it.found(it.back.alerts[0]);

/** These untruths are about the small history. */
export const untrueReminders: Lies = {
  notified: {
    "a reminder of the end that is sent twice": (it) => {
      it.reminder(null).count += 1;
    },
    "a reminder of the end that nobody gets": (it) => {
      it.back.reminders.splice(it.back.reminders.indexOf(sentOf(it, "15m")), 1);
      it.reminder(null).count -= 1;
    },
    "a reminder of the end that is not due yet": (it) => {
      sentOf(it, "15m").at -= HOUR;
    },
    "a reminder of an end that is not the lot's": (it) => {
      sentOf(it, "15m").endsAt -= HOUR;
    },
    "a reminder of a price that is not below the wish": (it) => {
      it.found(it.back.watches[0]).wishMinor = 260_000;
      for (const { data } of it.notifications) if (data.wishPrice === 3_000) data.wishPrice = 2_600;
    },
    "a reminder to somebody who does not watch": (it) => {
      it.notifications.push({ ...it.reminder("paused"), id: "strange", userId: seller.id });
    },
    "a reminder that was not chosen": (it) => {
      it.found(it.back.choices[0]).reminders = ["1h", "15m", "price"];
    },
    "a reminder with a maximum": (it) => {
      it.reminder("paused").data.maxAmount = 2_500;
    },
    "a reminder with a maximum in place of the wish": (it) => {
      it.reminder(null).data.wishPrice = 2_500;
    },
    "a pause that is told three times and happened twice": (it) => {
      it.reminder("paused").count += 1;
    },
    "a pause that no watcher is told of": (it) => {
      it.notifications.splice(it.notifications.indexOf(it.reminder("paused")), 1);
    },
    "new lots of a search that does not find them": (it) => {
      const [match, alert] = [it.found(it.back.matches[0]), alertOf(it)];
      it.back.matches.push({ ...match, searchId: "flutes" });
      it.back.alerts.push({ ...alert, id: "strange", userId: bola.id, data: { ...alert.data, searchId: "flutes" } });
    },
    "new lots that are told twice": (it) => {
      alertOf(it).count += 1;
    },
    "new lots that are told to somebody else": (it) => {
      alertOf(it).userId = bola.id;
    },
    "a new lot that the search found before it was put up": (it) => {
      it.found(it.back.matches[0]).at = it.row(1).at - 1;
    },
    "a mail of the day with somebody else's search": (it) => {
      const data = { searches: [{ name: "flutes", lots: 1 }] };
      it.back.alerts.push({ ...alertOf(it), id: "daily", about: "saved-searches-daily", data });
    },
    "new lots with the title of another lot": (it) => {
      alertOf(it).data.newest = "Somebody else's drum";
    },
    "an alert with a price": (it) => {
      alertOf(it).data.maxAmount = 2_500;
    },
    "an alert's event to somebody else": (it) => {
      const data = { notification: { _id: alertOf(it).id } };
      it.history.watching.push({
        watcher: 9,
        versions: new Map(),
        seen: [
          { kind: "connected", userId: ada.id, at: 0 },
          { kind: "event", type: "notification:created", data, at: 0 },
        ],
      } as never);
    },
  },
};

/** These untruths are about the history of fair play. */
export const untrueFairReminders: Lies = {
  notified: {
    "a reminder of a change to a bidder": (it) => {
      it.back.watches.push({ ...it.found(it.back.watches[0]), userId: ada.id });
      it.back.choices.push({ ...it.found(it.back.choices[0]), userId: ada.id, reminders: ["extended"] });
      const { at, createdAt, ...row } = it.reminder("extended");
      it.notifications.push({
        ...row,
        id: "strange",
        userId: ada.id,
        at: at + 10_000,
        createdAt: createdAt + 10_000,
      } as never);
    },
    "a new lot that the search missed": (it) => {
      it.back.matches.length = 0;
      it.back.alerts.length = 0;
    },
    "a new lot that is not told": (it) => {
      it.found(it.back.matches[0]).isNotified = false;
      it.back.alerts.length = 0;
    },
    "a change that no watcher is told of": (it) => {
      it.notifications.splice(it.notifications.indexOf(it.reminder("changed")), 1);
    },
    "a moved end that is told twice": (it) => {
      it.reminder("extended").count += 1;
    },
    "a price that fell below the wish, and nobody is told": (it) => {
      it.notifications.splice(it.notifications.indexOf(it.reminder("price")), 1);
    },
  },
};
