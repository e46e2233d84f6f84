// Runs axe-core in a page, and fails the test for each violation of WCAG 2.2 AA or of axe's best practices. The page
// keeps its own Content-Security-Policy.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, Result, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe?: { run: (where: Document | Element[], options: RunOptions) => Promise<AxeResults> };
  }
}

/** The rules whose result depends on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];
const otherRules: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
  resultTypes: ["violations"],
};

/**
 * Looks of texts whose contrast passed on a page of this worker. Most texts of a screen look as texts of another one do, and
 * to check them again takes half of axe's time. A look that fails, or of which axe is not sure, is checked each time.
 */
const passedLooks = new Set<string>();

/**
 * WCAG 2.2 AA and axe's best practices; `state` names what is on the screen. With "colours", only the rules that read
 * colours: enough where nothing but the theme changed since all rules ran.
 */
export const expectAccessible = async (page: Page, state: string, rules: "all" | "colours" = "all"): Promise<void> => {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  await fadesOver(page);
  const found = rules === "all" ? await violationsOf(page) : [];
  found.push(...(await colourViolationsOf(page)));
  const violations = found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("\n    ")}`,
  );
  expect.soft(violations, state).toEqual([]);
};

/** Resolves when nothing fades in or out: a fading text has less contrast. */
const fadesOver = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  });

const violationsOf = (page: Page): Promise<Result[]> =>
  page.evaluate(async (options) => {
    if (!window.axe) throw new Error("axe is not there");
    return (await window.axe.run(document, options)).violations;
  }, otherRules);

/** Checks each text whose look has not passed yet. */
const colourViolationsOf = async (page: Page): Promise<Result[]> => {
  const { violations, passed } = await page.evaluate(
    async ({ known, rules }) => {
      const backgrounds = new Map<Element, string>();
      const behind = (element: Element | null): string => {
        if (!element) return "";
        const found = backgrounds.get(element);
        if (found !== undefined) return found;
        const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
        const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`;
        const isClear = own === "rgba(0, 0, 0, 0) none 1 none normal";
        const all = behind(element.parentElement) + (isClear ? "" : `/${own}`);
        backgrounds.set(element, all);
        return all;
      };
      const lookOf = (element: Element): string => {
        const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
        const around = element.parentElement ? getComputedStyle(element.parentElement).color : "";
        const hint = element.matches(":placeholder-shown") ? getComputedStyle(element, "::placeholder").color : "";
        const text = [color, fontSize, fontWeight, textShadow, textDecorationLine, around, hint].join(" ");
        return element.tagName + text + behind(element);
      };
      const texts = new Set<Element>(document.querySelectorAll("input, select, textarea"));
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement && node.textContent?.trim()) texts.add(node.parentElement);
      }
      const passedBefore = new Set(known);
      const unknown = [...texts].filter((text) => text.checkVisibility() && !passedBefore.has(lookOf(text)));
      if (unknown.length === 0) return { violations: [], passed: [] };
      if (!window.axe) throw new Error("axe is not there");
      const { violations, passes, incomplete } = await window.axe.run(unknown, {
        runOnly: { type: "rule", values: rules },
        elementRef: true,
      });
      const elementsOf = (results: Result[]) =>
        results.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element ? [element] : [])));
      const doubtful = new Set(elementsOf([...violations, ...incomplete]).map(lookOf));
      const sure = elementsOf(passes.filter(({ id }) => id === "color-contrast")).map(lookOf);
      const withoutElements = violations.map((violation) => ({
        ...violation,
        nodes: violation.nodes.map(({ element: _, ...node }) => node),
      }));
      return { violations: withoutElements, passed: sure.filter((look) => !doubtful.has(look)) };
    },
    { known: [...passedLooks], rules: colourRules },
  );
  for (const look of passed) passedLooks.add(look);
  return violations;
};
