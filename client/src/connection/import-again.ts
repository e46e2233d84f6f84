// Loads a part of the site's code, again if the first attempt failed.

const ASSET = /https?:\/\/\S+\/assets\/\S+\.js/;

/**
 * Gives a loader that can be called until it succeeds. Chromium keeps the failure of an import with its address and
 * never asks for that address again (github.com/whatwg/html/issues/6768). Its error names the address, so that a later
 * attempt can add a number to the address and ask again. The other browsers ask again themselves.
 *
 * @param importFrom imports from an address; only tests give their own.
 */
export const importAgain = <T>(
  load: () => Promise<T>,
  importFrom: (address: string) => Promise<T> = (address) => import(/* @vite-ignore */ address),
): (() => Promise<T>) => {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return await (address ? importFrom(`${address}?again=${failures}`) : load());
    } catch (error) {
      failures += 1;
      address ??= ASSET.exec(String(error))?.[0];
      throw error;
    }
  };
};
