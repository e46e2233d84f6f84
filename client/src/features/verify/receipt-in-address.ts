// A bid receipt that travels in an address, as a QR code has it: JSON, deflated, in base64url, after `#r=`. Browsers do not
// send this part of an address to the server.
import { strFromU8, unzlibSync } from "fflate";

const LARGEST_BYTES = 20_000;

/** Returns the text of a proof file. Throws a sentence if the address holds none. */
export const receiptInAddress = (hash: string): string => {
  try {
    const packed = atob(hash.replace(/^#r=/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0));
    // The size is bounded, so that a small address cannot become a huge text.
    const unpacked = unzlibSync(bytes, { out: new Uint8Array(LARGEST_BYTES) });
    return strFromU8(unpacked);
  } catch {
    throw new Error("The address does not contain a complete receipt. Scan the code again.");
  }
};
