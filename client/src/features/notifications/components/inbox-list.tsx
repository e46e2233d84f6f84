// The notifications, grouped by their day in Lagos.
import type { Notification } from "@jara/shared/rest/notifications";
import { useId } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { NotificationRow } from "./notification-row.tsx";

const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  weekday: "long",
  day: "numeric",
  month: "long",
});
const DAY_MS = 24 * 60 * 60 * 1000;

const dayWords = (at: number): string => {
  const words = day.format(at);
  if (words === day.format(serverNow())) return "Today";
  return words === day.format(serverNow() - DAY_MS) ? "Yesterday" : words;
};

const byDay = (rows: readonly Notification[]): [string, Notification[]][] => {
  const days = new Map<string, Notification[]>();
  for (const row of rows) {
    const words = dayWords(Date.parse(row.at));
    days.set(words, [...(days.get(words) ?? []), row]);
  }
  return [...days];
};

export const InboxList = ({ rows, onRead }: { rows: readonly Notification[]; onRead: (id: string) => void }) => (
  <>
    {byDay(rows).map(([words, ofDay]) => (
      <Day key={words} words={words}>
        {ofDay.map((row) => (
          <NotificationRow key={row._id} notification={row} onRead={onRead} />
        ))}
      </Day>
    ))}
  </>
);

const Day = ({ words, children }: { words: string; children: React.ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="font-semibold text-ink-soft text-sm">
        {words}
      </h2>
      <ul className="overflow-hidden rounded-box border border-line bg-surface">{children}</ul>
    </section>
  );
};
