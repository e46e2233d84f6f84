// Prepares phone numbers for the search of accounts, so that `0803 123 4567`, `+234 803 123 4567` and `803-123-4567`
// find the same number. It does not look for phone numbers in a text (contact-details.ts does).
import { cleanWholePhone } from "./text/clean.ts";

/** The digits of a phone number, as the text that is searched has them. */
export const phoneDigits = (phone: string | null): string => (phone ?? "").replace(/\D/g, "");

/**
 * The text to search for, made from a typed text. A typed phone number becomes its digits without the leading 0 or the
 * country code, because the stored number may have the other of them. Other texts stay.
 */
export const phoneOrText = (typed: string): string => {
  const phone = cleanWholePhone(typed);
  const isPhone = /^\+?\d{6,}$/.test(phone) && !typed.includes("/");
  return isPhone ? phoneDigits(phone).replace(/^(?:(?:00)?2340?(?=\d{7})|0(?=\d{5}))/, "") : typed;
};
