// Schema of the REST call for what every page of the client needs of the server's configuration and the site's
// settings.
import * as z from "zod/mini";
import { lotRulesSchema } from "../auction.ts";
import { siteBankAccountSchema } from "./settlements.ts";

export const siteAnswer = z.object({
  brandName: z.string(),
  /** The name of the house, as on its invoices: the seller of its own lots. Absent on older servers. */
  houseName: z.exactOptional(z.string()),
  /** `phone`: a number to call, if there is one. */
  contact: z.object({ whatsapp: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
  /** Null: no Google sign-in. `STAND_IN_CLIENT_ID`: a stand-in answers (development without keys). */
  googleClientId: z.nullable(z.string()),
  /** Whether `GET /auth/google` redirects to Google, for browsers that cannot run its script. */
  googleRedirect: z.boolean(),
  /** `sandbox`: no money moves (development without keys). */
  onlineTopUp: z.enum(["live", "sandbox", "off"]),
  /** Null: no bank transfers. */
  bankAccount: z.nullable(siteBankAccountSchema),
  /** The rules that a lot takes if it opens now. A lot that is open has its own. */
  rules: lotRulesSchema,
  /** In the order in which they are shown. A retired one is offered for no new lot. */
  categories: z.array(z.object({ code: z.string(), label: z.string(), isRetired: z.boolean() })),
  /** Whether administrators may bid and buy. */
  staffMayBid: z.boolean(),
  /** `hold`: bids and maximums reserve money, so that bids on several lots cannot use the same money. */
  balanceRule: z.enum(["check", "hold"]),
  /** Whether the site works offline. If not, the client removes the service worker that it has. */
  serviceWorker: z.boolean(),
  /**
   * The key with which a browser subscribes to push messages (`applicationServerKey`, in base64url). Null: there are
   * none.
   */
  pushKey: z.nullable(z.string()),
});
export type Site = z.infer<typeof siteAnswer>;
