// Calendar files (RFC 5545) of a lot and of a sale. A calendar that reads the file again moves the known events.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";

const REMIND_BEFORE_S = 15 * 60;

/** Without control characters, which RFC 5545 does not allow, and halves of pairs. Line breaks become escapes. */
const plain = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/(?!\n)[\p{Cc}\p{Cs}]/gu, " ");
/** ical-generator escapes every text but the calendar's name. */
const escaped = (text: string): string =>
  plain(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", " ");

interface Entry {
  readonly id: string;
  readonly start: string;
  /** Null: the entry is a moment. */
  readonly end: string | null;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly reminds: boolean;
}

interface Head {
  readonly name: string;
  readonly url: string;
  /** Grows with each change. */
  readonly sequence: number;
  readonly at: string;
}

const calendarOf = ({ name, url, sequence, at }: Head, entries: readonly Entry[]): Buffer => {
  const host = new URL(url).hostname;
  const calendar = ical({
    name: escaped(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Jara", product: "Auctions" },
  });
  for (const { id, start, end, summary, description, location, reminds } of entries) {
    const event = calendar.createEvent({
      id: `${id}@${host}`,
      sequence,
      stamp: new Date(at),
      start: new Date(start),
      summary: plain(summary),
      url,
      description: description ? `${description}\n${url}` : url,
      // An end must be later than the start (RFC 5545, 3.8.2.2), so a moment has none.
      ...(end === null ? {} : { end: new Date(end) }),
      ...(location ? { location: plain(location) } : {}),
    });
    const about = { type: ICalAlarmType.display, description: plain(summary) } as const;
    if (reminds) event.createAlarm({ ...about, trigger: REMIND_BEFORE_S });
  }
  // The last line ends like every other.
  return Buffer.from(`${calendar.toString()}\r\n`);
};

type Lot = Pick<
  Auction,
  "_id" | "title" | "status" | "startTime" | "endTime" | "location" | "version" | "serverTime" | "softClose"
>;

/** `site` is the address of the site, without a slash at its end. */
export const lotCalendar = (lot: Lot, site: string): Buffer =>
  calendarOf({ name: lot.title, url: `${site}/auction/${lot._id}`, sequence: lot.version, at: lot.serverTime }, [
    ...(lot.status === "draft" && lot.startTime !== null
      ? [
          {
            id: `opening-${lot._id}`,
            start: lot.startTime,
            end: null,
            reminds: true,
            summary: `Bidding opens: ${lot.title}`,
          },
        ]
      : []),
    {
      id: `lot-${lot._id}`,
      start: lot.endTime,
      end: null,
      reminds: true,
      summary: `Bidding ends: ${lot.title}`,
      description: lot.softClose ? "A late bid can move this end to later." : "The end can change. The page shows it.",
      ...(lot.location ? { location: lot.location } : {}),
    },
  ]);

export const saleCalendar = (sale: Sale, site: string): Buffer => {
  const { _id, title, opensAt, closesAt, viewings } = sale;
  return calendarOf({ name: title, url: `${site}/sales/${_id}`, sequence: sale.revision, at: sale.updatedAt }, [
    ...viewings.map(({ from, until, place }, index) => ({
      id: `viewing-${index + 1}-${_id}`,
      start: from,
      end: until,
      summary: `Viewing: ${title}`,
      location: place,
      reminds: false,
    })),
    ...(opensAt === null
      ? []
      : [{ id: `opening-${_id}`, start: opensAt, end: null, summary: `Bidding opens: ${title}`, reminds: false }]),
    {
      id: `closing-${_id}`,
      start: closesAt,
      end: null,
      reminds: true,
      summary: `The first lot closes: ${title}`,
      description: "A late bid can move the end of a lot to later.",
    },
  ]);
};
