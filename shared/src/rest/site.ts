// The call for what the client must know of the server's configuration.
import * as z from "zod/mini";

/** What the client must know of the server's configuration. */
export const siteAnswer = z.object({
  brandName: z.string(),
  contact: z.object({ whatsapp: z.string(), email: z.string() }),
  /** Null: no Google sign-in. */
  googleClientId: z.nullable(z.string()),
  /** Whether `GET /auth/google` leads to Google: the way without its script. */
  googleRedirect: z.boolean(),
  /** `sandbox`: no money moves (development without keys). */
  onlineTopUp: z.enum(["live", "sandbox", "off"]),
  /** Null: no transfers. */
  bankAccount: z.nullable(z.object({ bank: z.string(), number: z.string(), name: z.string() })),
  /** Whether administrators may bid and buy. */
  staffMayBid: z.boolean(),
});
export type Site = z.infer<typeof siteAnswer>;
