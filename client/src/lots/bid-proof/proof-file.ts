// Makes the proof file of a bid receipt, with everything that is needed to check it without this site, and the address
// of the page that checks it.
import type { BidReceipt } from "@jara/shared/bid-receipt";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { fetchLotProof, fetchOwnSecret, type LotProof } from "./lot-proof.ts";

const FORMAT = "jara-proof-v1";

interface ProofFile {
  readonly format: typeof FORMAT;
  readonly site: string;
  readonly keys: readonly string[];
  readonly receipt: BidReceipt;
  /** It shows which entries of the log are one's own. */
  readonly own?: object;
  /** The lot's entries in the public log. */
  readonly lot?: object;
}

const receiptAlone = (receipt: BidReceipt, keys: readonly string[]): ProofFile => ({
  format: FORMAT,
  site: location.origin,
  keys,
  receipt,
});

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * The path of the page that checks it, with the receipt behind `#`, which browsers do not send. Null in a browser that cannot
 * deflate.
 */
export const addressOfCheck = async (receipt: BidReceipt, keys: readonly string[]): Promise<string | null> => {
  if (typeof CompressionStream === "undefined") return null;
  const text = new Blob([JSON.stringify(receiptAlone(receipt, keys))]);
  const deflated = text.stream().pipeThrough(new CompressionStream("deflate"));
  return `/verify#r=${base64url(new Uint8Array(await new Response(deflated).arrayBuffer()))}`;
};

/** Null where the site cannot be asked, and where the log does not have the lot yet. */
const lotProof = async (auctionId: string): Promise<LotProof | null> => {
  const lot = await fetchLotProof(auctionId).catch(() => null);
  return lot && lot.leaves.length > 0 ? lot : null;
};

/** The text of the file. Without a connection it has the receipt alone, which is proof enough of the bid. */
export const proofFileOf = async ({ auction, receipt }: KeptReceipt, keys: readonly string[]): Promise<string> => {
  const [lot, own] = await Promise.all([lotProof(auction), fetchOwnSecret(auction).catch(() => null)]);
  const all = [...new Set([...keys, ...(lot?.keys ?? [])])];
  const file: ProofFile = { ...receiptAlone(receipt, all), ...(own && { own }), ...(lot && { lot }) };
  return JSON.stringify(file);
};

/** "jara-proof-3f2a91c4-bid-12.json". */
export const fileNameOf = ({ auction, type, bid }: KeptReceipt): string =>
  `jara-proof-${auction.slice(0, 8)}-${bid === undefined ? type : `${type}-${bid}`}.json`;
