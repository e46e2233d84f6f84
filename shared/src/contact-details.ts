// Finds contact details in a public text: phone numbers, e-mail addresses, links, handles and bank account numbers, also
// when they are spelled out. Prices, years, sizes, mileage, storage and VINs pass. It is a help against honest and lazy
// writers, not a proof: the staff read every question before they answer it.

export const contactKinds = ["phone", "email", "link", "handle", "account"] as const;
export type ContactKind = (typeof contactKinds)[number];

const kindWords: Record<ContactKind, string> = {
  phone: "the phone number",
  email: "the e-mail address",
  link: "the link",
  handle: "the WhatsApp, Telegram or other contact",
  account: "the account number",
};

/** The error text for the staff who answer. */
export const contactRefusal = (kind: ContactKind): string =>
  `Please leave out ${kindWords[kind]}. Everybody can read questions and answers, and only deals on this site are protected.`;

/** The sentence for the person who asks: the question is taken, and the staff decide whether it has a contact detail. */
export const contactHeld = (kind: ContactKind): string =>
  `We check it first, because of ${kindWords[kind]} that it seems to have. Everybody can read questions, and only deals on this site are protected.`;

/** The kind of the first contact detail that is found; null if the text has none. */
export const contactDetailIn = (text: string): ContactKind | null => {
  const plain = plainForm(text);
  if (isMail.some((one) => one.test(plain))) return "email";
  if (isLink.some((one) => one.test(plain))) return "link";
  if (isHandle.some((one) => one.test(plain))) return "handle";
  return numberIn(plain);
};

/** One form for letters that look alike, without characters that nobody sees. */
const plainForm = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015\u2212]/g, "-");

const DOMAIN_END = "(?:com|ng|org|net|info|biz|uk|gov|edu)";
const SHORT_END = "(?:co|io|me|app|link|ly|shop|store|site|online|xyz|africa)";
const SPELLED_DOT = String.raw`\s*[([{]\s*dot\s*[)\]}]\s*|\s+dot\s+`;
const SPELLED_AT = String.raw`\s*[([{]\s*at\s*[)\]}]\s*|\s+at\s+`;
const MAIL_HOUSE = "(?:gmail|yahoo|ymail|hotmail|outlook|icloud|protonmail|live|aol)";

const isMail = [
  /[\w.+-]+\s?@\s?[\w-]+\s?\.\s?\p{L}{2,}/iu,
  new RegExp(String.raw`\b${MAIL_HOUSE}(?:\s?\.\s?|${SPELLED_DOT}|\s)${DOMAIN_END}\b`, "iu"),
  new RegExp(String.raw`[\w.+-]+(?:@|${SPELLED_AT})[\w-]+(?:\.|${SPELLED_DOT})(?:${DOMAIN_END}|co)\b`, "iu"),
  new RegExp(String.raw`[\w.+-]+\s?@\s?${MAIL_HOUSE}\b`, "iu"),
  // Without the names that are words too: "Is the viewing at live auctions?"
  new RegExp(String.raw`[\w.+-]+(?:${SPELLED_AT})(?!live|outlook)${MAIL_HOUSE}\b`, "iu"),
];

const isLink = [
  /\b(?:https?|ftp|tg|whatsapp):\s?\/\//i,
  /\bwww\s?\./i,
  new RegExp(String.raw`(?<![\w.])[\p{L}\d][\p{L}\d-]*(?:\.[\p{L}\d-]+)*\.${DOMAIN_END}(?![\p{L}\d])`, "iu"),
  // In lower case alone, because "Good condition.Me too" is a sentence.
  new RegExp(String.raw`(?<![\w.])[\p{L}\d][\p{L}\d-]*\.${SHORT_END}(?![\p{L}\d.])`, "u"),
  new RegExp(String.raw`\b[\p{L}\d-]{2,}(?:${SPELLED_DOT})${DOMAIN_END}\b`, "iu"),
];

const SERVICE =
  "(?:whats?\\s?app|telegram|instagram|insta|ig|facebook|messenger|snapchat|tik\\s?tok|twitter|signal|wechat|viber)";
const BETWEEN = "(?:me|us|you|with|on|via|by|at|through|my|your)";
const isHandle = [
  /(?<![\p{L}\d])@\s?\p{L}[\w.]{2,}/iu,
  // "Can I use Instagram on it?" asks about the thing, so a service needs somebody whose it is.
  new RegExp(String.raw`\b${SERVICE}\s*(?:(?:me|us|number|handle)\b|[:=@]\s*\S|(?:no|id|name)\b\s*[.:=@\d])`, "iu"),
  new RegExp(String.raw`\b(?:my|our|your)\s+${SERVICE}\b`, "iu"),
  new RegExp(String.raw`\b(?:dm|reach|contact|ping)\s+(?:${BETWEEN}\s+){0,3}${SERVICE}\b`, "iu"),
  new RegExp(
    String.raw`\b(?:message|text|call|chat|add|find)\s+(?:with\s+)?(?:me|us|you)\s+(?:${BETWEEN}\s+){0,2}${SERVICE}\b`,
    "iu",
  ),
];

const SPELLED_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const spelledDigit = new RegExp(String.raw`\b(?:${SPELLED_DIGITS.join("|")})\b`, "gi");

const numberIn = (text: string): ContactKind | null => {
  const withDigits = text.replace(spelledDigit, (word) => String(SPELLED_DIGITS.indexOf(word.toLowerCase())));
  const looked = withoutAmounts(withDigits);
  for (const { 0: run, index } of looked.matchAll(digitRun)) {
    const kind = kindOfRun(run, withDigits, isLabelled.test(looked.slice(0, index)) || isBookNumber(run));
    if (kind) return kind;
  }
  return null;
};

/** Amounts with a currency, grouped numbers below a milliard, and numbers with a unit are no contact details. */
const withoutAmounts = (text: string): string =>
  text
    .replace(/(?:₦|\$|\bNGN|\bUSD|(?<!\p{L})N)\s?\d[\d,]*(?:\.\d{1,2})?(?!\d)/giu, " # ")
    .replace(/(?<![\d,.])[1-9]\d{0,2}(?:,\d{3}){1,2}(?:\.\d{1,2})?(?![\d,])/g, " # ")
    .replace(
      /(?<![\d+])[1-9][\d.,]*\s?(?:naira|dollars?|kobo|km|kms|miles|gb|tb|mb|mah|kg|kva|volts?|watts?)\b/gi,
      " # ",
    );

/** Digits, and letters that stand for digits, with what people put between them. It stands alone, not within a word. */
const digitRun = /(?<![\p{L}\d])\+?[(]?[\doOlI|](?:[\s.\-_()/*,:+]{0,3}[\doOlI|])+(?![\p{L}\d])/gu;

/** Words before a number of a thing: "part number 90915-10003", "ISBN: 978-…". */
const isLabelled =
  /\b(?:part|engine|chassis|frame|serial|model|batch|barcode|isbn|issn|imei|vin|nafdac|oem|sku|upc|ean|lot|item|order|invoice|receipt|tracking|plate|registration|reg|certificate|licen[cs]e|patent|version)s?\s*(?:numbers?|nos?|codes?|ids?)?\s*[.:=#-]?\s*(?:is|was|are)?\s*$/i;

/** An ISBN of thirteen digits, by its check digit. */
const isBookNumber = (run: string): boolean => {
  const figures = run.replace(/\D/g, "");
  const sum = [...figures].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return /^97[89]\d{10}$/.test(figures) && sum % 10 === 0;
};

/** `isOfThing`: the number of a thing, where only a number that is surely of a phone counts. */
const kindOfRun = (run: string, text: string, isOfThing: boolean): ContactKind | null => {
  if (run.replace(/\D/g, "").length < 6) return null;
  const groups = run
    .replace(/[oO]/g, "0")
    .replace(/[lI|]/g, "1")
    .replace(/[^\d+]+/g, " ")
    .replace(/\+/g, " +")
    .trim()
    .split(/\s+/);
  for (let from = 0; from < groups.length; from += 1) {
    let joined = "";
    for (const group of groups.slice(from)) {
      joined += group;
      if ((isOfThing ? isMobile : isPhone).test(joined)) return "phone";
      if (joined.length > 16) break;
    }
  }
  if (isOfThing) return null;
  const called = /\b(?:call|phone|tel|telephone|mobile|text|contact|reach|(?:my|our|your) number)\b/i.test(text);
  const banked = /\b(?:account|acct|a\/c|acc|bank|transfer|pay)\b/i.test(text);
  const digits = groups.join("").replace(/\+/g, "");
  if (called && digits.length === 10 && /^[789][01]/.test(digits)) return "phone";
  if (groups.some((group) => /^\d{10}$/.test(group)) || (banked && digits.length === 10)) return "account";
  return null;
};

const isMobile = /^(?:(?:\+?234|00234)0?[789][01]\d{8}|0[789][01]\d{8})$/;
/** Nigerian mobile and landline numbers in all their forms, and international numbers. */
const isPhone =
  /^(?:(?:\+?234|00234)0?[789][01]\d{8}|0[789][01]\d{8}|(?:\+234|00234)[1-9]\d{6,8}|0[1-9]\d{7}|\+\d{8,15})$/;
