// Tests in a browser what an unfinished offer leaves there: a reload in the middle of an upload loses nothing, and a
// log-out leaves nothing.
import type { Page, Route } from "@playwright/test";
import { grainyPictureFile, pictureFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

const MEDIA = "**/api/offers/*/media**";
const PARTS = "**/api/offers/*/media/parts?*";
const chosen = (page: Page) => page.getByRole("list", { name: "Chosen pictures and videos" });

const beginOffer = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Offer an item" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
};

test("a reload in the middle of an upload and of a save loses nothing, and the upload goes on", async ({
  api,
  open,
  watch,
}) => {
  test.setTimeout(180_000);
  watch.expectErrors(/net::ERR_FAILED|net::ERR_ABORTED|net::ERR_CONNECTION_RESET/);
  const page = await open(await api.member("ada"), "/sell");
  await beginOffer(page);
  const large = await grainyPictureFile(page, "large.jpg");
  const part = 512 * 1024;
  expect(large.buffer.length).toBeGreaterThan(2 * part);

  // The first part gets through, and no other one.
  const tried: URL[] = [];
  const note = (route: Route) => tried[tried.push(new URL(route.request().url())) - 1] as URL;
  await page.route(MEDIA, (route) => route.abort());
  await page.route(PARTS, (route) =>
    note(route).searchParams.get("offset") === "0" ? route.continue() : route.abort(),
  );
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([large, await pictureFile(page, "small.jpg", 40)]);
  await expect(chosen(page).getByRole("listitem")).toHaveCount(2);
  await expect.poll(() => tried.some(({ searchParams }) => searchParams.get("offset") === String(part))).toBe(true);
  // The server has this save, but the page never hears of it.
  let isSaved = false;
  await page.route(/\/api\/offers\/[^/]+$/, async (route) => {
    if (route.request().method() !== "PUT") return await route.continue();
    await route.fetch();
    isSaved = true;
  });
  await page.getByLabel("Name", { exact: true }).fill("Generator");
  await expect.poll(() => isSaved).toBe(true);
  await page.getByLabel("Age").fill("5 years");
  const uploadId = tried[0]?.searchParams.get("uploadId");

  await page.unrouteAll({ behavior: "ignoreErrors" });
  tried.length = 0;
  await page.route(PARTS, async (route) => {
    note(route);
    await route.continue();
  });
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Generator");
  await expect(page.getByLabel("Age")).toHaveValue("5 years");
  await expect(chosen(page).getByText("Uploaded")).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(new Set(tried.map(({ searchParams }) => searchParams.get("uploadId")))).toEqual(new Set([uploadId]));
  await page.reload();
  await expect(page.getByLabel("Age")).toHaveValue("5 years");
  await expect(chosen(page).getByText("Uploaded")).toHaveCount(2);
});

test("photos that are chosen together keep their order over a reload, whichever was uploaded first", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/net::ERR_FAILED|net::ERR_ABORTED/);
  const page = await open(await api.member("ada"), "/sell");
  await beginOffer(page);
  // The network lets only the second one through.
  await page.route(MEDIA, (route) =>
    route.request().postDataBuffer()?.includes("gen10") ? route.continue() : route.abort(),
  );
  const names = ["gen9", "gen10", "gen11", "gen8"];
  const files = await Promise.all(names.map((name, at) => pictureFile(page, `${name}.jpg`, at * 80)));
  await page.getByLabel("Pictures and videos", { exact: true }).setInputFiles(files);
  const inOrder = async () => {
    const items = chosen(page).getByRole("listitem");
    const labels = await items.evaluateAll((all) => all.map((item) => item.getAttribute("aria-label") ?? ""));
    return labels.map((label) => names.find((name) => label.includes(name)));
  };
  await expect(chosen(page).getByRole("listitem", { name: "gen10" }).getByText("Uploaded")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(chosen(page).getByRole("listitem")).toHaveCount(4);
  expect(await inOrder()).toEqual(names);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(chosen(page).getByText("Uploaded")).toHaveCount(4, { timeout: 60_000 });
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(chosen(page).getByText("Uploaded")).toHaveCount(4);
  expect(await inOrder()).toEqual(names);
});

/** Returns what the browser stores of anybody's offer. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open("offer-files");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const all = request.result.transaction("files").objectStore("files").getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    request.result.close();
    const files = all.result.map(({ file }: { file: File }) => file.name).sort();
    return { files, hasText: JSON.stringify({ ...localStorage }).includes("Generator") };
  });

test("a log-out takes the files and the text of an unfinished offer with it", async ({ api, open, watch }) => {
  watch.expectErrors(/net::ERR_FAILED/);
  const bola = await api.member("bola");
  const page = await open(await api.member("ada"), "/sell");
  await beginOffer(page);
  await page.route(MEDIA, (route) => route.abort());
  await page.route(/\/api\/offers\/[^/]+$/, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Name", { exact: true }).fill("Generator");
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([await pictureFile(page, "front.jpg", 0), await pictureFile(page, "back.jpg", 90)]);
  await expect.poll(() => kept(page)).toEqual({ files: ["back.jpg", "front.jpg"], hasText: true });

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  await expect.poll(() => kept(page)).toEqual({ files: [], hasText: false });
  await page.goto("/login?next=/sell");
  await page.getByLabel("Email").fill(bola.user.email);
  await page.getByLabel("Password", { exact: true }).fill("secret-enough");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("You have offered nothing yet.")).toBeVisible();
  expect(await kept(page)).toEqual({ files: [], hasText: false });
});
