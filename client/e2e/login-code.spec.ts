// Tests the log-in with a code sent by e-mail, for an owner who is locked out by other people's guesses. The server has
// its limits on.
import { Api, emailOf, passwordOf } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { PageWatch } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

// S421
test("an owner logs in with a mailed code while others guess the password, and a wrong code shows an error", {
  tag: "@long",
}, async ({ browser }) => {
  const server = await AuctionServer.open({ RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
  const watch = new PageWatch();
  watch.expectErrors(/4(01|29) .*\/api\/auth\/login/);
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const email = emailOf("chidi");
    for (let n = 0; n < 52; n++) {
      await fetch(`${server.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${n}` },
        body: JSON.stringify({ email, password: `guess ${n}` }),
      });
    }
    const page = await context.newPage();
    await watch.watch(page);
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("chidi"));
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeHidden();
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Too many login attempts. Please wait a few minutes before trying again.",
    );

    await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(page.getByText("If the email and password are right, a code is on its way.")).toBeVisible();
    const [mail] = await new Api(server.url).mailsTo(email);
    const code = /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? "no code";
    const box = page.getByLabel("Code from the email");
    await box.fill("123");
    await page.getByRole("button", { name: "Log in with the code" }).click();
    await expect(page.getByText("The code has 8 digits")).toBeVisible();
    await box.fill(code === "00000000" ? "00000001" : "00000000");
    await page.getByRole("button", { name: "Log in with the code" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "This code is wrong, was used before, or is too old. Please check it, or ask for another one.",
    );
    await box.fill(`${code.slice(0, 4)} ${code.slice(4)}`);
    await page.getByRole("button", { name: "Log in with the code" }).click();
    await expect(page.getByRole("heading", { name: "Active Auctions" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByText("chidi")).toBeVisible();
    watch.verify();
  } finally {
    await context.close();
    await server.close();
  }
});
