// Tests passkeys in Chromium, with its virtual authenticator: add one, log in with it by the button and by the field,
// prove with it, rename it and remove it. Also tests what a person sees after refusing, or in a browser without
// passkeys.
import type { CDPSession, Page } from "@playwright/test";
import { OWN_PASSWORD, type Session } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

interface Authenticator {
  /** Sets whether the person touches the sensor and is known to it. */
  agrees: (isAgreed: boolean) => Promise<void>;
  credentials: () => Promise<{ credentialId: string; signCount: number }[]>;
  /** Sets the counter back, as that of a copy would be. */
  setCounter: (signCount: number) => Promise<void>;
}

const giveAuthenticator = async (page: Page): Promise<Authenticator> => {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    agrees: (isAgreed) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isAgreed }).then(() => {}),
    credentials,
    async setCounter(signCount) {
      for (const credential of await credentials()) {
        await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: credential.credentialId });
        await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount } });
      }
    },
  };
};

const list = (page: Page) => page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
const add = (page: Page) => page.getByRole("button", { name: "Add a passkey" });
const signIn = (page: Page) => page.getByRole("button", { name: "Log in with a passkey" });
/** Leaves the app first, which could write its account once more. */
const logOut = async (page: Page) => {
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
};
const isSignedIn = (page: Page, { user }: Session) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toContain(user.username);

/** From the next page on, the browser waits for the button. Otherwise the authenticator answers the field's offer at once. */
const withoutFieldOffer = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

/** A page of a new member's, with a passkey on its device. */
const withPasskey = async (open: (reader: Session, path: string) => Promise<Page>, member: Session) => {
  const page = await open(member, "/profile/security");
  const authenticator = await giveAuthenticator(page);
  await add(page).click();
  await expect(list(page)).toHaveCount(1);
  return { page, authenticator };
};

test("adds a passkey, logs in with it, renames it and removes it", async ({ api, open }) => {
  const ngozi = await api.member("ngozi");
  const page = await open(ngozi, "/profile/security");
  const authenticator = await giveAuthenticator(page);
  await expect(add(page)).toBeVisible();
  // The log-in is younger than ten minutes, so nothing is asked.
  await add(page).click();
  await expect(page.getByText("Your passkey is added.")).toBeVisible();
  await expect(list(page)).toHaveText(/Not used yet/);
  await expectAccessible(page, "a passkey in the list");
  expect(await authenticator.credentials()).toHaveLength(1);

  await withoutFieldOffer(page);
  await logOut(page);
  await page.goto("/login");
  await signIn(page).click();
  await expect(page).not.toHaveURL(/login/);
  await isSignedIn(page, ngozi);

  await page.goto("/profile/security");
  await expect(list(page)).toHaveText(/Last used/);
  await page.getByRole("button", { name: /^Rename / }).click();
  await page.getByLabel("Name", { exact: true }).fill("Blue phone");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(list(page)).toHaveText(/Blue phone/);

  await page.getByRole("button", { name: "Remove Blue phone" }).click();
  await expect(page.getByText("Afterwards you log in with your password.")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(list(page)).toHaveCount(0);
  const subjects = (await api.mailsTo(ngozi.user.email)).map(({ subject }) => subject);
  expect(subjects.join("\n")).toMatch(/New passkey[\s\S]*was removed|was removed[\s\S]*New passkey/);
});

test("logs in by the offer in the field for the e-mail address", async ({ api, open }) => {
  const bisi = await api.member("bisi");
  const { page } = await withPasskey(open, bisi);
  await logOut(page);
  // The virtual authenticator answers the waiting offer, as a person does who chooses it in the field.
  await page.goto("/login");
  await expect(page).not.toHaveURL(/login/);
  await isSignedIn(page, bisi);
});

test("refuses a copied passkey, names another way to log in, and mails the owner", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/401 .*\/api\/auth\/passkeys\/log-in/);
  const tayo = await api.member("tayo");
  const { page, authenticator } = await withPasskey(open, tayo);
  await withoutFieldOffer(page);
  await logOut(page);
  await page.goto("/login");
  await signIn(page).click();
  await isSignedIn(page, tayo);
  await authenticator.setCounter(0);
  await logOut(page);
  await page.goto("/login");
  await signIn(page).click();
  await expect(page.getByRole("alert")).toContainText("log in with your password");
  expect((await api.mailsTo(tayo.user.email)).map(({ subject }) => subject).join()).toContain("may have been copied");
});

test("says that nothing happened when the person does not agree", async ({ api, open }) => {
  const kemi = await api.member("kemi");
  const { page, authenticator } = await withPasskey(open, kemi);
  await authenticator.agrees(false);
  await add(page).click();
  await expect(page.getByText(/No passkey was added|already has a passkey/)).toBeVisible();
  await withoutFieldOffer(page);
  await logOut(page);
  await page.goto("/login");
  await signIn(page).click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await expectAccessible(page, "a cancelled log-in");
  await authenticator.agrees(true);
  await signIn(page).click();
  await isSignedIn(page, kemi);
});

test("says that the device has a passkey for the account already", { tag: "@long" }, async ({ api, open }) => {
  const { page } = await withPasskey(open, await api.member("sade"));
  await add(page).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  await expect(list(page)).toHaveCount(1);
});

test("asks for the password when the log-in is too old", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\/passkeys\/options/);
  const page = await open(await api.member("femi"), "/profile/security");
  await giveAuthenticator(page);
  // As the server answers ten minutes after the log-in.
  await page.route("**/api/auth/passkeys/options", async (route) => {
    if (route.request().postDataJSON().password !== undefined) return await route.continue();
    const message = "Please enter your password.";
    const json = { code: "INVALID", message, issues: [{ path: "password", message }] };
    await route.fulfill({ status: 400, json });
  });
  await add(page).click();
  await page.getByLabel("Your password").fill("not this one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await page.getByLabel("Your password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(list(page)).toHaveCount(1);
  await expectAccessible(page, "a passkey after the password");
});

test("proves with a passkey instead of the password", { tag: "@long" }, async ({ api, open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\/passkeys\/options/);
  const { page, authenticator } = await withPasskey(open, await api.member("yemi"));
  let isProved = false;
  await page.route("**/api/auth/passkeys/prove", async (route) => {
    const response = await route.fetch();
    isProved = response.ok();
    await route.fulfill({ response });
  });
  await page.route("**/api/auth/passkeys/options", async (route) => {
    if (isProved) return await route.continue();
    const message = "Please enter your password.";
    await route.fulfill({ status: 400, json: { code: "INVALID", message, issues: [{ path: "password", message }] } });
  });
  await add(page).click();
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  // The proof is accepted, so the browser is asked for a new passkey, and its device has one.
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  expect(isProved).toBe(true);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("offers no passkeys to a browser without them", { tag: "@long" }, async ({ api, open }) => {
  const member = await api.member("uju");
  const page = await open(null, "/login");
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "PublicKeyCredential");
  });
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expect(signIn(page)).toHaveCount(0);
  await page.evaluate(
    ({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", JSON.stringify(user));
    },
    { token: member.token, user: member.user },
  );
  await page.goto("/profile/security");
  await expect(page.getByText("This browser cannot use passkeys here.")).toBeVisible();
  await expect(add(page)).toHaveCount(0);
});
