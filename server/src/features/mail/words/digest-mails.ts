// The words of the daily mail: the unread notifications since the last one.
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { wordsOf } from "../../notifications/words.ts";
import type { Templates } from "./words.ts";

/** The state for a mail that is shown before it is sent: as it was when the notification was written. */
const asWritten = { holds: true, auction: null } as const;

export const digestTemplates: Templates<"digest"> = {
  digest: ({ items, others }, site) => {
    const all = items.length + others;
    return {
      subject: `${all === 1 ? "1 thing" : `${all} things`} you have not read at ${site.brandName}`,
      heading: "What you have not read",
      blocks: [
        ...items.flatMap((item) => {
          const { title, text } = wordsOf(item, item.present ?? asWritten);
          return [{ facts: [[title, writtenLagosTime(item.at)]] as const }, { paragraph: text }];
        }),
        ...(others > 0 ? [{ paragraph: `Your inbox has ${others} more.` }] : []),
        { action: "Open your inbox", url: `${site.publicUrl}/notifications` },
      ],
      reason: `You get this email once a day because you chose this at ${site.brandName}: ${site.publicUrl}/notifications/preferences`,
    };
  },
};
