// Bytes and their spellings: hex, base64 and UTF-8. Decoding is strict: only one spelling of a value is valid, and any
// other gives null. With two spellings of one signed value, two people could be shown different files.

const hexDigits = /^(?:[0-9a-f]{2})*$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Null if the bytes are not valid UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
export const toHex = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += hexOfByte[byte];
  return text;
};

/** Lower case only. Null if the text is no hex. */
export const fromHex = (text: string): Uint8Array | null =>
  hexDigits.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) : null;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648, section 4, with padding. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const group = (a << 16) | (b << 8) | c;
    const left = bytes.length - at;
    text += `${ALPHABET[group >> 18]}${ALPHABET[(group >> 12) & 63]}`;
    text += `${left > 1 ? ALPHABET[(group >> 6) & 63] : "="}${left > 2 ? ALPHABET[group & 63] : "="}`;
  }
  return text;
};

/** Null unless the text is exactly what `toBase64` writes. */
export const fromBase64 = (text: string): Uint8Array | null => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, to = 0; at < text.length; at += 4) {
    let group = 0;
    for (let digit = at; digit < at + 4; digit++) {
      group = (group << 6) | Math.max(0, ALPHABET.indexOf(text.charAt(digit)));
    }
    for (const shift of [16, 8, 0]) if (to < bytes.length) bytes[to++] = (group >> shift) & 255;
  }
  return toBase64(bytes) === text ? bytes : null;
};

/** With the alphabet of URLs and without padding, as in a QR code's link. */
export const fromBase64Url = (text: string): Uint8Array | null => {
  if (/[^A-Za-z0-9_-]/.test(text)) return null;
  const usual = text.replaceAll("-", "+").replaceAll("_", "/");
  return fromBase64(usual.padEnd(Math.ceil(usual.length / 4) * 4, "="));
};

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
