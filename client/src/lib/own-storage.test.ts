// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { forbidStorage, cleanUp as restore, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { followOwner } from "./forget-others.ts";
import { ownEntry, ownerNow } from "./own-storage.ts";

const text = ownEntry<string>("localStorage", "text");
const ofTab = ownEntry<string>("sessionStorage", "text");
const logIn = (id: string) => useSession.getState().logIn({ ...testUser, _id: id, id }, `token of ${id}`);
const keepAs = (id: string) => {
  logIn(id);
  text.keep(id, `${id} wrote this`);
  ofTab.keep(id, `${id} wrote that`);
};
/** All that is stored, without the session itself. */
const stored = () =>
  [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
    .filter(([key]) => key !== "token" && key !== "user" && key !== "sessionEnd")
    .map(([, value]) => JSON.parse(value));

let stop = () => {};
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  stop();
  restore();
});

it("keeps what belongs to a person for that person alone", () => {
  keepAs("ada");
  expect([text.read("ada"), ofTab.read("ada")]).toEqual(["ada wrote this", "ada wrote that"]);
  logIn("bola");
  expect([text.read("ada"), text.read("bola"), ofTab.read("ada")]).toEqual([null, null, null]);
  // A page of Ada's that is still open writes nothing more.
  text.keep("ada", "late");
  text.keep("ada", null);
  logIn("ada");
  expect(text.read("ada")).toBe("ada wrote this");
});

it.each([undefined, "withdrawn", "refused"] as const)("removes it when the session ends (%s)", (why) => {
  stop = followOwner();
  keepAs("ada");
  localStorage.setItem("currency", '"USD"');
  useSession.getState().logOut(why);
  expect(stored()).toEqual(["USD"]);
});

it("leaves it when the session expired, and removes it when somebody else logs in", () => {
  stop = followOwner();
  keepAs("ada");
  useSession.getState().logOut("expired");
  expect(text.read("ada")).toBeNull();
  logIn("ada");
  expect(text.read("ada")).toBe("ada wrote this");
  useSession.getState().logOut("expired");
  logIn("bola");
  expect(stored()).toEqual([]);
});

it("removes at the start what a page left that was closed at the log-out", () => {
  keepAs("ada");
  useSession.getState().logOut();
  expect(stored()).toHaveLength(2);
  stop = followOwner();
  expect(stored()).toEqual([]);
});

it("removes what a visitor left when a person logs in", () => {
  stop = followOwner();
  text.keep(ownerNow(), "a visitor wrote this");
  expect(text.read(ownerNow())).toBe("a visitor wrote this");
  logIn("ada");
  expect(stored()).toEqual([]);
});

it("keeps nothing where the browser forbids it, and says nothing", () => {
  logIn("ada");
  forbidStorage();
  stop = followOwner();
  text.keep("ada", "this");
  expect(text.read("ada")).toBeNull();
});

// Whoever adds a file here says why it needs nobody's name.
const withoutOwner: Readonly<Record<string, string>> = {
  "app/render-for-test.tsx": "tests",
  "connection/bytes-used.ts": "counts of this tab",
  "features/session/kept-nowhere.ts": "looks for the session",
  "features/session/kept-path.ts": "the address to go to, of somebody who is not logged in",
  "features/settlements/last-pickup.ts": "the house's own place",
  "features/this-device/ask-for-push.tsx": "this device was asked",
  "features/this-device/install-hint.ts": "this device was asked",
  "features/this-device/push-owner.ts": "ends with the session in its own way, which the server must hear of",
  "features/this-device/visits.ts": "the number of visits of this device",
  "features/verify/kept-witnesses.ts": "public keys",
  "lib/forget-others.ts": "asks whether somebody has bid in this browser",
  "lib/kept-receipts.ts": "evidence, which stays, except that of maxima; each account sees only its own",
  "lib/log-keys.ts": "public keys",
  "lib/own-files.ts": "names the owner",
  "lib/own-storage.ts": "names the owner",
  "lib/router/scroll-restoration.ts": "places on pages of this tab",
  "lib/stored-strings.ts": "reads public keys",
  "lots/watchlist/watchlist-changes.ts": "the list of visitors, which moves into the account at the log-in",
  "store/currency.ts": "the currency of this device",
  "store/session.ts": "the session itself",
};

it("is the only way to the browser's storage, but for what belongs to no person", () => {
  const folder = path.join(import.meta.dirname, "..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\b(localStorage|sessionStorage|indexedDB)\b/.test(readFileSync(path.join(folder, file), "utf8")),
    );
  const using = files.filter(
    (file) => !/ownEntry<.*>\("(localStorage|sessionStorage)"/.test(readFileSync(path.join(folder, file), "utf8")),
  );
  expect(using.sort()).toEqual(Object.keys(withoutOwner).sort());
});
