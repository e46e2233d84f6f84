// Remembers in this browser where a new member was going, so that the link in the verification e-mail leads back there.
// The e-mail itself cannot carry it, because a mail to an unverified address carries nothing that its sender chose.
import { safePath } from "./next-path.ts";

const KEY = "after-verification";
/** The verification link is valid for this time. */
const KEPT_MS = 24 * 3_600_000;

export const rememberPath = (path: string): void => {
  if (path === "/") forgetPath();
  else tryTo(() => localStorage.setItem(KEY, JSON.stringify({ path, until: Date.now() + KEPT_MS })));
};

/** `/` if nothing is remembered, or if it is too old. */
export const rememberedPath = (): string => {
  try {
    const { path, until } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { path?: unknown; until?: unknown };
    return typeof until === "number" && until > Date.now() ? safePath(path) : "/";
  } catch {
    return "/";
  }
};

export const forgetPath = (): void => tryTo(() => localStorage.removeItem(KEY));

/** Storage can be full or forbidden; the link then leads to Home. */
const tryTo = (act: () => void): void => {
  try {
    act();
  } catch {}
};
