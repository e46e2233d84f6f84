// Stores the bid receipts of the accounts that bid in this browser, in IndexedDB. A receipt is evidence, so it stays
// after a log-out; each account sees its own alone. Those of a maximum go, because it is a secret.
import type { BidReceipt, BidStatement } from "@jara/shared/bid-receipt";

export interface KeptReceipt
  extends Pick<BidStatement, "user" | "command" | "auction" | "at" | "type" | "amount" | "currency" | "bid"> {
  readonly receipt: BidReceipt;
}

const DATABASE = "bid-receipts";
const STORE = "receipts";
const BY_TIME = "by time";
/** The newest of each account. One takes about two kilobytes. */
const KEPT_AT_MOST = 500;

const changed = new EventTarget();

/** Calls `listener` after this page kept a receipt. Returns the function that ends it. */
export const onReceiptsChanged = (listener: () => void): (() => void) => {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
};

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opening: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(STORE, { keyPath: ["user", "command"] });
    store.createIndex(BY_TIME, ["user", "at"]);
  };
  return resultOf(request);
};

const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opening ??= open();
  // A database that could not be opened is opened again the next time.
  opening.catch(() => {
    opening = null;
  });
  return (await opening).transaction(STORE, mode).objectStore(STORE);
};

/** An array is greater than every text, so this is everything of one account. */
const ofUser = (user: string): IDBKeyRange => IDBKeyRange.bound([user], [user, []]);

const readStatement = (receipt: BidReceipt): KeptReceipt => {
  const { user, command, auction, at, type, amount, currency, bid } = JSON.parse(receipt.statement) as BidStatement;
  return {
    user,
    command,
    auction,
    at,
    type,
    receipt,
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(bid !== undefined && { bid }),
  };
};

/** Never fails: a browser may keep nothing, and the bid stands all the same. */
export const keepReceipt = async (receipt: BidReceipt): Promise<void> => {
  try {
    const kept = readStatement(receipt);
    const store = await storeFor("readwrite");
    await resultOf(store.put(kept));
    const keys = await resultOf(store.index(BY_TIME).getAllKeys(ofUser(kept.user)));
    const tooMany = keys.slice(0, Math.max(0, keys.length - KEPT_AT_MOST));
    await Promise.all(tooMany.map((key) => resultOf(store.delete(key))));
    changed.dispatchEvent(new Event("change"));
  } catch {
    // Full, forbidden, or no receipt.
  }
};

/** Removes the receipts of other people's maxima, so that nobody who uses this device next can read one. */
export const forgetMaximaOfOthers = async (owner: string): Promise<void> => {
  try {
    const store = await storeFor("readwrite");
    const all = await resultOf<KeptReceipt[]>(store.getAll());
    const gone = all.filter(({ user, type }) => user !== owner && type.startsWith("max-bid"));
    await Promise.all(gone.map(({ user, command }) => resultOf(store.delete([user, command]))));
  } catch {
    // The browser keeps nothing.
  }
};

/** All receipts of an account, oldest first. None where the browser keeps nothing. */
export const receiptsOf = async (user: string): Promise<readonly KeptReceipt[]> => {
  try {
    const store = await storeFor("readonly");
    return await resultOf<KeptReceipt[]>(store.index(BY_TIME).getAll(ofUser(user)));
  } catch {
    return [];
  }
};
