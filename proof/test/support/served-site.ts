// Makes the files of a site with public logs, by their path, as the verifier reads them.
import { utf8 } from "../../src/bytes.ts";
import { receiptsVkey } from "./bid-receipts.ts";
import type { HouseLog } from "./house-log.ts";

export interface ServedSite {
  readonly houses: readonly HouseLog[];
  readonly receiptKey?: string;
  /** `size`: what each has signed, as the house says. */
  readonly witnesses?: readonly { readonly name: string; readonly vkey: string; readonly size?: number }[];
  readonly api?: Readonly<Record<string, unknown>>;
  /** Changes files after the house has published them. */
  readonly edit?: (files: Map<string, Uint8Array>) => void;
}

export const filesOf = (site: ServedSite): Map<string, Uint8Array> => {
  const { houses, receiptKey = receiptsVkey(), witnesses = [], api = {}, edit } = site;
  const files = new Map<string, Uint8Array>();
  for (const [index, house] of houses.entries()) {
    for (const [name, bytes] of house.files()) files.set(`log/${index + 1}/${name}`, bytes);
  }
  const keys = houses.flatMap(({ vkeys }) => vkeys.map((vkey) => ({ vkey })));
  const logs = houses.map(({ origin, entries }, index) => ({ number: index + 1, origin, size: entries.length }));
  files.set("log", utf8(JSON.stringify({ logs, keys, receiptKeys: [{ vkey: receiptKey }], witnesses })));
  for (const [where, answer] of Object.entries(api)) files.set(where, utf8(JSON.stringify(answer)));
  edit?.(files);
  return files;
};
