// The settings that environment variables set. They stay the environment's: nobody can change them on the page.
import { demoAccount, isRealAccount } from "@jara/shared/demo-account";
import type { Contacts, SettingSection, SettingValues } from "@jara/shared/site-settings";
import type { Config } from "../../config.ts";

export type EnvironmentConfig = Pick<Config, "isProduction" | "contact" | "bankAccount">;

/** By field, the variable that sets it. */
export const environmentOf = (section: SettingSection, config: EnvironmentConfig): Record<string, string> => {
  if (section === "bank-account") return config.bankAccount ? { account: "BANK_ACCOUNT" } : {};
  if (section !== "contacts") return {};
  return {
    ...(config.contact.email !== null && { email: "CONTACT_EMAIL" }),
    ...(config.contact.whatsapp !== null && { whatsapp: "CONTACT_WHATSAPP" }),
  };
};

/** The values in development as long as nobody has set any. A real site has no such values. */
const demoContacts: Contacts = { email: "support@auction.test", whatsapp: "+2348000000000", phone: null };

/**
 * The contacts in force; null if a real site has none. `stored`: the newest stored contacts, null if there are none.
 */
export const contactsIn = (stored: Contacts | null, { isProduction, contact }: EnvironmentConfig): Contacts | null => {
  const base = stored ?? (isProduction ? null : demoContacts);
  const email = contact.email ?? base?.email;
  const whatsapp = contact.whatsapp ?? base?.whatsapp;
  return email && whatsapp ? { email, whatsapp, phone: base?.phone ?? null } : null;
};

/** `stored`: undefined if none was ever set. A real site never has the demo account of its trial. */
export const bankAccountIn = (
  stored: SettingValues["bank-account"] | undefined,
  { isProduction, bankAccount }: EnvironmentConfig,
): SettingValues["bank-account"] => {
  if (bankAccount) return bankAccount;
  if (isProduction) return stored && isRealAccount(stored) ? stored : null;
  return stored === undefined ? demoAccount : stored;
};
