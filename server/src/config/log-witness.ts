// The witnesses that are asked to cosign the public log, from the setting LOG_WITNESSES. It has for each witness its
// verifier key (C2SP tlog-cosignature) and the address where it takes checkpoints, separated by commas. A witness
// without an address is no longer asked, but its signatures are still shown.
import { createHash } from "node:crypto";

export interface Witness {
  readonly name: string;
  readonly vkey: string;
  /** 4 bytes. */
  readonly keyId: Buffer;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  /** Without a slash at its end. Null: the witness is no longer asked. */
  readonly url: string | null;
}

/** A key of a cosignature begins with this byte. */
const COSIGNATURE_V1 = 0x04;
const KEY_BYTES = 33;

const witnessOf = (text: string): Witness | null => {
  const [vkey = "", url, more] = text.trim().split(/\s+/);
  const [, name = "", id = "", key = ""] = /^([^+\s]+)\+([\da-f]{8})\+([\w+/=]+)$/.exec(vkey) ?? [];
  const typed = Buffer.from(key, "base64");
  const keyId = createHash("sha256").update(`${name}\n`).update(typed).digest().subarray(0, 4);
  const isKey = typed.length === KEY_BYTES && typed[0] === COSIGNATURE_V1 && keyId.toString("hex") === id;
  if (!isKey || more !== undefined) return null;
  const witness = { name, vkey, keyId, publicKey: typed.subarray(1) };
  if (url === undefined) return { ...witness, url: null };
  if (!/^https?:\/\/[^\s?#]+$/.test(url) || !URL.canParse(url)) return null;
  return { ...witness, url: url.replace(/\/+$/, "") };
};

/** Null if one of them is not a witness, or if two have the same name. */
export const witnessesOf = (text: string): readonly Witness[] | null => {
  const witnesses = text
    .split(",")
    .filter((one) => one.trim() !== "")
    .map(witnessOf);
  const found = witnesses.flatMap((one) => one ?? []);
  const isOnceEach = new Set(found.map(({ name }) => name)).size === witnesses.length;
  return found.length === witnesses.length && isOnceEach ? found : null;
};
