// @vitest-environment happy-dom
import type { Verdict } from "@jara/proof/proof-file";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { VerdictView } from "./verdict-view.tsx";

const verdictOn = (status: string): Verdict => ({
  holds: true,
  proved: ["The rules of bidding were kept."],
  notices: [],
  notProved: [],
  failed: [],
  logProved: [],
  logNotProved: [],
  witnesses: "none",
  lot: { status, atMs: Date.parse("2026-11-25T13:00:00.000Z") } as Verdict["lot"],
  statement: null,
});
const said = (status: string) => {
  answerFetch({});
  renderAt("/", { "/": () => <VerdictView verdict={verdictOn(status)} title={null} isSavable={false} /> });
  return screen.getByText("What was checked?").nextElementSibling?.textContent;
};
afterEach(cleanUp);

it.each(["active", "paused"])(
  "says of a lot that is %s up to when it was checked, and nothing of its end",
  (status) => {
    expect(said(status)).toMatch(
      /^Each bid, each change and the price of this lot up to its last change, of Wed, 25 Nov/,
    );
    expect(screen.getByText(/The lot has not ended yet, so check it again after its end\.$/)).toBeTruthy();
  },
);

it.each(["ended", "sold", "cancelled"])("says of a lot that is %s that its end was checked", (status) => {
  expect(said(status)).toMatch(/^Each bid, each change, the price and the end of this lot:/);
  expect(screen.queryByText(/not ended yet/)).toBeNull();
});
