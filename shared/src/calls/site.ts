// The site's own facts.
import { usualPercents } from "../payment-rules.ts";
import { siteAnswer } from "../rest/site.ts";
import { callsIn } from "./call.ts";

const call = callsIn("Site");

export const getSite = call({
  route: "GET /api/site",
  access: "anyone",
  summary: "The site's own facts",
  answer: siteAnswer,
  examples: {
    answer: {
      brandName: "Jara",
      houseName: "Jara Auctions Ltd",
      contact: { whatsapp: "+2348012345678", email: "help@example.ng", phone: null },
      googleClientId: null,
      googleRedirect: false,
      onlineTopUp: "live",
      bankAccount: { bank: "Example Bank", number: "0123456789", name: "Jara Auctions Ltd" },
      rules: usualPercents,
      categories: [{ code: "general", label: "General Goods", isRetired: false }],
      staffMayBid: false,
      balanceRule: "check",
      serviceWorker: true,
      pushKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    },
  },
});
