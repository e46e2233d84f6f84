// Makes links that open the user's own mail or messaging app with the text filled in, and writes phone numbers as
// people do.

/** WhatsApp's link takes only the digits. */
export const whatsappUrl = (number: string, text?: string): string =>
  `https://wa.me/${number.replace(/\D/g, "")}${text ? `?text=${encodeURIComponent(text)}` : ""}`;

export const mailUrl = (address: string, words: { subject?: string; body?: string } = {}): string => {
  const query = Object.entries(words).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${address}${query.length > 0 ? `?${query.join("&")}` : ""}`;
};

/** `+2348012345678` as people write it: `+234 801 234 5678`. Any other number stays as it is. */
export const readableNumber = (number: string): string =>
  number.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, "+234 $1 $2 $3");
