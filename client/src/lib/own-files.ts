// Stores the files that a person chose in this browser, in IndexedDB, until they are uploaded, so that a reload loses
// none. The same rule as in own-storage.ts: nobody else reads or writes them.
import { ownerNow } from "./own-storage.ts";

const DATABASE = "offer-files";
/** 1 did not name the owner. */
const VERSION = 2;
const STORE = "files";
/** A file that nobody goes on with for this long counts as left. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

interface Kept {
  readonly owner: string;
  readonly id: string;
  /** What the file is for. */
  readonly of: string;
  readonly file: File;
  readonly at: number;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE);
    result.createObjectStore(STORE, { keyPath: ["owner", "id"] });
  };
  return resultOf(request);
};

/** Does the work with the store. Null if the browser keeps nothing. */
const withStore = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | null> => {
  try {
    const database = await open();
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
};

/** The same file for the same thing has one id, in every page. */
export const idOfFile = (of: string, { name, size, lastModified }: File): string =>
  JSON.stringify([of, name, size, lastModified]);

/** The files that `owner` chose for one thing. */
export const ownFiles = (owner: string, of: string) => ({
  keep: (file: File): Promise<unknown> =>
    withStore("readwrite", async (store) => {
      // Here, because the person may have left while the database was opened.
      if (owner !== ownerNow()) return;
      await resultOf(store.put({ owner, id: idOfFile(of, file), of, file, at: Date.now() } satisfies Kept));
    }),
  drop: (file: File): Promise<unknown> =>
    withStore("readwrite", (store) => resultOf(store.delete([owner, idOfFile(of, file)]))),
  /** The first chosen one first. */
  read: async (): Promise<File[]> => {
    const all = (await withStore("readonly", (store) => resultOf<Kept[]>(store.getAll()))) ?? [];
    const own = all.filter((one) => one.owner === owner && one.of === of && owner === ownerNow());
    return own.sort((a, b) => a.at - b.at).map(({ file }) => file);
  },
});

/** Removes the files of everybody else, and those that were left. */
export const forgetFilesOfOthers = (owner: string): Promise<unknown> =>
  withStore("readwrite", async (store) => {
    const all = await resultOf<Kept[]>(store.getAll());
    const gone = all.filter((one) => one.owner !== owner || one.at < Date.now() - KEPT_FOR_MS);
    await Promise.all(gone.map((one) => resultOf(store.delete([one.owner, one.id]))));
  });
