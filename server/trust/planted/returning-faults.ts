// Planted faults in what brings people back: reminders of watched lots, and new lots of saved searches.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the source, as they stand there
import type { Fault } from "./fault.ts";
import type { Patch } from "./plant.ts";

const reminders = "features/watchlist/reminders.ts";
/** Each job more often, so that the trial is short. */
const oftener: readonly Patch[] = [
  { file: "features/watchlist/reminder-job.ts", within: "EVERY_MS", text: "10_000", by: "500" },
  { file: "features/auctions/saved-searches/match-job.ts", within: "EVERY_MS", text: "5_000", by: "500" },
];

export const faultsOfReturning: readonly Fault[] = [
  {
    name: "reminder-sent-again",
    what: "A reminder about a watched lot is sent again by each run of the job",
    patches: [
      ...oftener,
      {
        file: reminders,
        within: "dueReminders",
        text: "notExists(tx.select({ one: sql`1` }).from(sentReminders).where(isSent))",
        by: "undefined",
      },
      {
        file: reminders,
        within: "sendTimedReminders",
        text: "if (!isSent.has(keyOf({ ...one, kind: one.what }))) continue;",
        by: "",
      },
    ],
    parts: ["returning"],
    breaks: ["notified"],
    test: null,
  },
  {
    name: "reminder-shows-maximum",
    what: "A reminder about a watched lot names the highest maximum in place of the wish",
    patches: [
      ...oftener,
      {
        file: reminders,
        within: "dueReminders",
        text: "wishMinor: watches.wishMinor,",
        by: "wishMinor: sql`(select max(m.amount_minor) from max_bids m where m.auction_id = ${auctions.id})::float8` as never,",
      },
    ],
    parts: ["returning"],
    breaks: ["notified"],
    test: null,
  },
  {
    name: "search-without-its-words",
    what: "A saved search finds lots that do not have its words",
    patches: [
      ...oftener,
      {
        file: "features/auctions/saved-searches/match-lots.ts",
        within: "writeMatches",
        text: "hasWordsAmong(auctionSearch.text, sql`l.words`, kinds, value)",
        by: "undefined",
      },
    ],
    parts: ["returning"],
    breaks: ["notified"],
    test: null,
  },
];
