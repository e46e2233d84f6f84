// Phone numbers in one form (E.164: +2348031234567), and which of them may get a code by SMS. A message costs money, and
// numbers abroad or of premium services cost more, so only Nigerian mobile numbers get one unless the site allows others.
import { cleanWholePhone } from "./text/clean.ts";

/** The code that verifies a number has this many digits. */
export const PHONE_CODE_DIGITS = 6;

const E164 = /^\+[1-9]\d{6,14}$/;
/** Mobile numbers have ten digits after the country's code. They begin with 70, 71, 80, 81, 90 or 91. */
const NIGERIAN_MOBILE = /^\+234[789][01]\d{8}$/;

/** `0803 123 4567`, `2348031234567`, `00234 803…` and `+234 (0)803…` become `+2348031234567`; null: it is no number. */
export const toE164 = (typed: string): string | null => {
  const digits = cleanWholePhone(typed).replace(/^00/, "+");
  const whole = digits.replace(/^(?:\+?234)0?(?=[789]\d{9}$)/, "+234").replace(/^0(?=[789]\d{9}$)/, "+234");
  return E164.test(whole) ? whole : null;
};

/** `others`: beginnings of numbers outside Nigeria (`+233`) that the site allows too. */
export const mayGetCode = (number: string, others: readonly string[]): boolean =>
  number.startsWith("+234") ? NIGERIAN_MOBILE.test(number) : others.some((beginning) => number.startsWith(beginning));
