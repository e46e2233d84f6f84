// The words of mails to the sellers of lots.
import { ownLotWords } from "../../../platform/outbox/own-lot-words.ts";
import { shortTitle, type Templates } from "./words.ts";

export const ownLotTemplates: Templates<"own-lot"> = {
  "own-lot": (data, site) => {
    const { title, text } = ownLotWords(data);
    return {
      subject: `${title}: ${shortTitle(data.title)}`,
      heading: title,
      blocks: [
        { paragraph: text },
        data.what === "credited"
          ? { action: "Withdraw to your bank", url: `${site.publicUrl}/profile/withdraw` }
          : { action: "My Sales", url: `${site.publicUrl}/my-sales` },
      ],
      reason: `You get this email because you sell this lot at ${site.brandName}.`,
    };
  },
};
