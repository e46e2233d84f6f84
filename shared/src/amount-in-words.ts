// Writes an amount in words, so that people notice a zero too many: "two million, five hundred thousand naira, fifty
// kobo".
import { type Currency, type Minor, toMinor } from "./money.ts";

const small = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
  "seventeen eighteen nineteen",
]
  .join(" ")
  .split(" ");
const tens = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales = [
  [1_000_000_000_000, "trillion"],
  [1_000_000_000, "billion"],
  [1_000_000, "million"],
  [1000, "thousand"],
] as const;

const units: Record<Currency, { major: [string, string]; minor: [string, string] }> = {
  NGN: { major: ["naira", "naira"], minor: ["kobo", "kobo"] },
  USD: { major: ["dollar", "dollars"], minor: ["cent", "cents"] },
};

const belowHundred = (number: number): string => {
  if (number < 20) return small[number] ?? "";
  const one = number % 10;
  return one === 0 ? (tens[number / 10] ?? "") : `${tens[(number - one) / 10]}-${small[one]}`;
};

const belowThousand = (number: number): string => {
  const rest = number % 100;
  if (number < 100) return belowHundred(number);
  const hundreds = `${small[(number - rest) / 100]} hundred`;
  return rest === 0 ? hundreds : `${hundreds} and ${belowHundred(rest)}`;
};

const whole = (number: number): string => {
  if (number === 0) return "zero";
  const groups: string[] = [];
  let rest = number;
  for (const [size, name] of scales) {
    const count = Math.floor(rest / size);
    if (count > 0) groups.push(`${belowThousand(count)} ${name}`);
    rest %= size;
  }
  if (rest === 0) return groups.join(", ");
  // "one thousand and five", but "one thousand, two hundred and five"
  if (groups.length > 0 && rest < 100) return `${groups.join(", ")} and ${belowHundred(rest)}`;
  return [...groups, belowThousand(rest)].join(", ");
};

/** `amount` in major units with at most two decimals. Throws RangeError for anything that is not a wire amount. */
export const amountInWords = (amount: number, currency: Currency): string => minorInWords(toMinor(amount), currency);

/** The same for an amount in minor units, which may be larger than any call accepts. At least 0. */
export const minorInWords = (amountMinor: Minor, currency: Currency): string => {
  const minorPart = amountMinor % 100;
  const majorPart = (amountMinor - minorPart) / 100;
  const { major, minor } = units[currency];
  const text = `${whole(majorPart)} ${major[majorPart === 1 ? 0 : 1]}`;
  return minorPart === 0 ? text : `${text}, ${belowHundred(minorPart)} ${minor[minorPart === 1 ? 0 : 1]}`;
};
