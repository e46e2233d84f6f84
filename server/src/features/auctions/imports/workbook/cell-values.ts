// The text of a workbook's cell: a number without its looks, a date and a time as the import reads them.

const DAY_SECONDS = 86_400;
/** 1 January 1970 as Excel counts days, from 1900 and from 1904. */
const EPOCH_DAYS = { from1900: 25_569, from1904: 24_107 };
/** Excel has 29 February 1900, which was no day. */
const AFTER_WRONG_DAY = 60;
const LAST_DAY = 2_958_465;

export interface DateStyle {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** The number is filled up with zeros to so many digits. */
  readonly digits: number;
}

const styles = {
  date: { hasDate: true, hasTime: false, digits: 0 },
  time: { hasDate: false, hasTime: true, digits: 0 },
  both: { hasDate: true, hasTime: true, digits: 0 },
} as const satisfies Record<string, DateStyle>;

/** The style of a number format, by its own text or by its number (ECMA-376, 18.8.30); null for plain numbers. */
export const dateStyleOf = (id: number, code: string | undefined): DateStyle | null => {
  if (code === undefined) {
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return styles.date;
    if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return styles.time;
    return id === 22 ? styles.both : null;
  }
  if (/^0{2,20}$/.test(code)) return { hasDate: false, hasTime: false, digits: code.length };
  // Not the letters of texts, escapes, colours and languages: only those that stand for parts of a date.
  const bare = code.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, "").toLowerCase();
  const hasDate = /[yd]/.test(bare);
  const hasTime = /[hs]/.test(bare);
  if (hasDate) return hasTime ? styles.both : styles.date;
  if (hasTime) return styles.time;
  return /m/.test(bare) ? styles.date : null;
};

/** `type` and `raw` as the file has them. */
export const cellText = (type: string, raw: string, style: DateStyle | null, is1904: boolean): string => {
  if (raw === "") return "";
  if (type === "b") return raw === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (style?.digits && Number.isInteger(value)) return String(value).padStart(style.digits, "0");
  const isDate = style && (style.hasDate || style.hasTime) && value >= 0 && value <= LAST_DAY;
  return isDate ? dateText(value, style, is1904) : numberText(value);
};

/** Excel shows 15 digits; the rest is what binary fractions leave. */
const numberText = (value: number): string => {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes("e")) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(12);
};

const dateText = (value: number, { hasDate, hasTime }: DateStyle, is1904: boolean): string => {
  const days = !is1904 && value >= 1 && value < AFTER_WRONG_DAY ? value + 1 : value;
  const seconds = Math.round((days - (is1904 ? EPOCH_DAYS.from1904 : EPOCH_DAYS.from1900)) * DAY_SECONDS);
  const [date = "", time = ""] = new Date(seconds * 1_000).toISOString().split("T");
  const clock = time.slice(0, 8).replace(/:00$/, "");
  if (!hasDate && value < 1) return clock;
  return hasTime || value % 1 !== 0 ? `${date} ${clock}` : date;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/gu;

/** Excel writes a character that XML cannot have as `_x000D_`. Of those only line ends and tabs are kept. */
export const plainText = (text: string): string =>
  text
    .replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n")
    .replace(unstorable, "");
