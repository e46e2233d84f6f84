// Fails a test if a page logs an error, throws, or breaks the Content-Security-Policy. Also detects whether a page was
// reloaded.
import { expect, type Page } from "@playwright/test";

export class PageWatch {
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Errors that a test brings about on purpose; matched against the message and its address. */
  expectErrors(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  async watch(page: Page): Promise<void> {
    page.on("console", (message) => {
      if (message.type() === "error") this.#note(page, `${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => this.#note(page, `thrown: ${error.stack ?? error.message}`));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
        console.error(`Content-Security-Policy: ${effectiveDirective} ${blockedURI}`);
      });
    });
  }

  verify(): void {
    expect(this.#problems, "errors logged by the pages").toEqual([]);
  }

  #note(page: Page, problem: string): void {
    if (!this.#expected.some((pattern) => pattern.test(problem))) this.#problems.push(`${page.url()}: ${problem}`);
  }
}

/** Marks the document as it is; a document loaded anew has lost the mark. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));

export const expectSameDocument = (page: Page): Promise<void> =>
  expect(page.locator("html"), "the page was not loaded anew").toHaveAttribute("data-same-document", "");

/**
 * Resolves once the page has read its list a second time, as it does after it has joined the feed. From then on the
 * feed reports changes. A rail of Home (10 lots) is another list of the same path. Home's first list is in the page of
 * a visitor, and is not requested.
 */
export const untilListFollowed = (page: Page, path: string, reader: "user" | "visitor" = "user"): Promise<unknown> =>
  page.waitForFunction(
    ({ path, requests }) => {
      const urls = performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name))
        .filter(
          (url) => url.pathname === path && !(path === "/api/auctions" && url.searchParams.get("limit") === "10"),
        );
      const counts = new Map<string, number>();
      for (const { search } of urls) counts.set(search, (counts.get(search) ?? 0) + 1);
      return [...counts.values()].some((count) => count >= requests);
    },
    { path, requests: reader === "user" ? 2 : 1 },
  );
