// Keeps the chosen files of an offer in the browser, in IndexedDB, until they are uploaded, so that a reload loses none.
// A browser that keeps nothing has the files only in the page.
const DATABASE = "offer-files";
const STORE = "files";
/** An offer that nobody goes on with for this long counts as left. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

interface Kept {
  readonly id: string;
  readonly offerId: string;
  readonly file: File;
  readonly at: number;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "id" });
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

/** The same file of an offer has one id, in every page. */
export const idOfFile = (offerId: string, { name, size, lastModified }: File): string =>
  JSON.stringify([offerId, name, size, lastModified]);

export const keepFile = (offerId: string, file: File): Promise<unknown> =>
  withStore("readwrite", (store) =>
    resultOf(store.put({ id: idOfFile(offerId, file), offerId, file, at: Date.now() } satisfies Kept)),
  );

export const dropFile = (offerId: string, file: File): Promise<unknown> =>
  withStore("readwrite", (store) => resultOf(store.delete(idOfFile(offerId, file))));

/** The files of the offer that were not uploaded, the first chosen one first. Removes those of offers that were left. */
export const keptFiles = async (offerId: string): Promise<File[]> => {
  const kept = await withStore("readwrite", async (store) => {
    const all = (await resultOf(store.getAll())) as Kept[];
    for (const { id, at } of all) if (at < Date.now() - KEPT_FOR_MS) store.delete(id);
    return all.filter((one) => one.offerId === offerId && one.at >= Date.now() - KEPT_FOR_MS);
  });
  return (kept ?? []).sort((a, b) => a.at - b.at).map(({ file }) => file);
};
