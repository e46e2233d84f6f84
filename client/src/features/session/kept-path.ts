// Remembers in this browser where a person was going before something that ends on another page. The addresses of those
// pages cannot carry it: a mail to an unverified address carries nothing that its sender chose, and the identity
// provider returns to one address.
import { safePath } from "./next-path.ts";

const tryTo = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch {
    // Storage can be full or forbidden, or hold something else; then the way leads home.
    return undefined;
  }
};

const keptPath = (storage: () => Storage, key: string, keptMs: number) => ({
  remember: (path: string): void =>
    tryTo(() => {
      if (path === "/") storage().removeItem(key);
      else storage().setItem(key, JSON.stringify({ path, until: Date.now() + keptMs }));
    }),
  /** `/` if nothing is remembered, or if it is too old. */
  get: (): string =>
    tryTo(() => {
      const { path, until } = JSON.parse(storage().getItem(key) ?? "{}") as { path?: unknown; until?: unknown };
      return typeof until === "number" && until > Date.now() ? safePath(path) : "/";
    }) ?? "/",
  forget: (): void => tryTo(() => storage().removeItem(key)),
});

/** Every tab, because the mail opens another one, for as long as the verification link is valid. */
export const pathAfterVerification = keptPath(() => localStorage, "after-verification", 24 * 3_600_000);
/** This tab alone, which goes to Google's pages and comes back. */
export const pathAfterGoogle = keptPath(() => sessionStorage, "after-google", 3_600_000);
