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

const everyRule: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};
/** The rules whose result depends on colours. */
const colourRules: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/**
 * WCAG 2.2 AA and axe's best practices; `state` names what is on the screen. With "colours", only the rules that read
 * colours: enough where nothing but the theme changed since all rules ran.
 */
export const expectAccessible = async (page: Page, state: string, rules: "all" | "colours" = "all"): Promise<void> => {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const results = await page.evaluate(
    async (given) => {
      if (!window.axe) throw new Error("axe is not there");
      return await window.axe.run(given);
    },
    rules === "all" ? everyRule : colourRules,
  );
  const violations = results.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("\n    ")}`,
  );
  expect.soft(violations, state).toEqual([]);
};
