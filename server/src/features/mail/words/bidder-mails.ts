// The words of the mails about who may bid: the decisions of staff about a bidder.
import { formatMoney } from "@jara/shared/money";
import type { Block } from "../layout.ts";
import type { MailSite, Templates } from "./words.ts";

const because = ({ brandName }: MailSite): string => `You get this email because you asked to bid at ${brandName}.`;
const lots = (site: MailSite): Block => ({ action: "See the auctions", url: site.publicUrl });
const about = (reason: string | null): Block[] => (reason === null ? [] : [{ facts: [["Reason", reason]] }]);
const contact = (site: MailSite): Block[] => [
  { paragraph: "If you think that this is a mistake, contact our team:" },
  { contacts: site.contact },
];

const headings = {
  approved: "You may bid",
  changed: "The limit of your bids has changed",
  declined: "You may not bid",
} as const;

export const bidderTemplates: Templates<"bidder-document" | "bidder-approval"> = {
  "bidder-document": ({ reason }, site) =>
    reason === null
      ? {
          subject: `Your document is approved: ${site.brandName}`,
          heading: "Your document is approved",
          blocks: [
            { paragraph: "You need to send no other document. The page of a lot says what else we ask." },
            lots(site),
          ],
          reason: because(site),
        }
      : {
          subject: `Please send another document: ${site.brandName}`,
          heading: "We could not approve your document",
          blocks: [
            ...about(reason),
            { paragraph: "Please send another one, on the page of a lot, under “What we ask of bidders here”." },
            lots(site),
          ],
          reason: because(site),
        },
  "bidder-approval": ({ status, reason, limit, sale }, site) => {
    const where = sale === null ? "" : ` on the lots of the sale “${sale}”`;
    const most =
      limit === null
        ? "Your bids have no limit."
        : `Each bid, maximum or purchase may be at most ${formatMoney(limit, "NGN")}.`;
    const isDeclined = status === "declined";
    return {
      subject: `${headings[status]}: ${site.brandName}`,
      heading: headings[status],
      blocks: [
        { paragraph: isDeclined ? `We decided that you may not bid${where}.` : `You may bid${where}. ${most}` },
        ...about(reason),
        ...(isDeclined ? [{ paragraph: "Bids that you placed before stay binding." }, ...contact(site)] : [lots(site)]),
      ],
      reason: because(site),
    };
  },
};
