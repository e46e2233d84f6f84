// axe-core in the page, with the page's own Content-Security-Policy in force.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** WCAG 2.2 AA and axe's best practices; `state` names what is on the screen. */
export const expectAccessible = async (page: Page, state: string): Promise<void> => {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const results = await page.evaluate(async (given) => {
    if (!window.axe) throw new Error("axe is not there");
    return await window.axe.run(given);
  }, options);
  const violations = results.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("\n    ")}`,
  );
  expect.soft(violations, state).toEqual([]);
};
