// Cleans what people type, paste and import, by kind. Cleaning twice gives the same as cleaning once. No schemas are here, so
// that screens load it alone; kinds.ts has them.

/**
 * A letter or mark of a script that joins its letters. Between two of them an invisible joiner changes how a word is written
 * (Persian, Sinhala, …).
 */
const joining = String.raw`(?=[\p{L}\p{M}])(?!\p{DI})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]`;
/** A picture with its colour or its presentation. */
const picture = String.raw`\p{ExtPict}[\p{EMod}\ufe0e\ufe0f]?`;
const kept = [
  // A flag of tags, pictures joined into one, a key.
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`,
  String.raw`${picture}(?:\u200d${picture})*`,
  String.raw`[#*\d]\ufe0f\u20e3`,
  String.raw`${joining}(?:(?!\p{DI})\p{M})*[\u200c\u200d](?=${joining})`,
  String.raw`[\n\t]`,
].join("|");
/**
 * Characters that nobody sees: controls, marks of direction, joiners where nothing joins, fillers, half characters, and
 * code points that are no characters (`DI`: default ignorable; `NChar`: noncharacters).
 */
const unseen = new RegExp(String.raw`(${kept})|[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{NChar}]`, "gu");
const isPlain = /^[\n\x20-\x7e]*$/;

/** Drops what nobody sees, and composes accents (NFC). */
const seen = (text: string): string =>
  isPlain.test(text) ? text : text.replace(unseen, (_, keep?: string) => keep ?? "").normalize("NFC");

/** Every kind of line end as a line feed, and every kind of space as a space. */
const evenLines = (text: string): string =>
  text.replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n").replace(/[\p{Zs}\u2800]/gu, " ");

/** One line: every run of spaces, tabs and line breaks becomes a space, and none is at the ends. */
export const cleanLine = (text: string): string =>
  seen(evenLines(text))
    .replace(/[ \t\n]+/g, " ")
    .trim();

/** Several lines, which end in line feeds. Spaces within a line stay. */
export const cleanLines = (text: string): string => seen(evenLines(text)).trim();

/** A line in which digits of other scripts and widths, wide signs (＋, ＄) and every kind of hyphen and minus are plain. */
const cleanFigures = (text: string): string => {
  const line = cleanLine(text);
  if (isPlain.test(line)) return line;
  const plain = line
    .replace(/[٠-٩۰-۹߀-߉\u{1e950}-\u{1e959}]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-");
  return cleanLine(plain);
};

/** The number of an amount without its currency: `N 25,000`, `25,000 NGN` and `₦25,000` become `25,000`. */
export const cleanAmount = (typed: string): string => {
  const figures = cleanFigures(typed);
  const bare = figures
    .replaceAll("٬", ",")
    .replaceAll("٫", ".")
    .replace(/^(-?) ?(?:₦|\$|#|NGN|USD|naira|=?N=|N(?=[ \d])) ?/i, "$1")
    .replace(/ ?(?:₦|\$|NGN|USD|naira|dollars?)$/i, "")
    .replace(/(\d) ?N$/i, "$1");
  return bare === figures ? figures : cleanAmount(bare);
};

/** A phone number in plain digits, spaces and hyphens, grouped as it was typed. */
export const cleanPhone = (typed: string): string =>
  cleanFigures(typed)
    .replace(/[ ./]+/g, " ")
    .trim()
    .replace(/^(?:tel: ?)+/i, "");

/** A phone number without what groups its digits: `+234 803 123 4567` becomes `+2348031234567`. */
export const cleanWholePhone = (typed: string): string =>
  cleanCode(cleanFigures(typed).replace(/[()./]/g, "")).replace(/^(?:tel:)+/i, "");

/** An account number or a code of figures and letters, without the spaces and hyphens that group it. */
export const cleanCode = (typed: string): string => cleanFigures(typed).replace(/[ -]/g, "").normalize("NFC");

/** An address of e-mail, in small letters. */
export const cleanEmail = (typed: string): string =>
  cleanLine(typed)
    .replace(/^(?:mailto: ?)+/i, "")
    .toLowerCase()
    .normalize("NFC");

/** A password in the same code points on every device (RFC 8265). Nothing else changes, because spaces may be a part of it. */
export const cleanPassword = (typed: string): string => typed.normalize("NFC");

/** The name of an account, in the same code points for letters that look the same (ａｄａ, ﬁ). usernames.ts refuses the rest. */
export const cleanUsername = (typed: string): string => typed.normalize("NFKC").trim();

/** Text that is compared or read by a program: an id, a token, a signature. It stays as it is. */
export const cleanId = (given: string): string => (/^[\da-f-]{36}$/i.test(given) ? given.toLowerCase() : given);
export const asGiven = (given: string): string => given;
