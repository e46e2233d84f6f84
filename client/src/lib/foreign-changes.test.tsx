// @vitest-environment happy-dom
// Tests that a page survives extensions that move and remove its elements.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const original = { insertBefore: Node.prototype.insertBefore, removeChild: Node.prototype.removeChild };
beforeAll(async () => void (await import("./foreign-changes.ts")));
afterEach(cleanup);
afterAll(() => void Object.assign(Node.prototype, original));

const Steps = () => {
  const [step, setStep] = useState(1);
  return (
    <section>
      {step === 2 && <p>second</p>}
      <b id="first">first</b>
      {step < 3 && <i id="going">going</i>}
      <button type="button" onClick={() => setStep(step + 1)}>
        next
      </button>
    </section>
  );
};
const next = () => fireEvent.click(screen.getByRole("button"));

it("goes on when an extension has removed an element that React removes", () => {
  render(<Steps />);
  document.getElementById("going")?.remove();
  next();
  next();
  expect(document.getElementById("going")).toBeNull();
  expect(screen.getByText("first")).toBeTruthy();
});

it("goes on when an extension has put an element into another one", () => {
  render(<Steps />);
  const box = document.createElement("div");
  const first = document.getElementById("first");
  first?.before(box);
  if (first) box.append(first);
  next();
  expect([...(document.querySelector("section")?.children ?? [])].map(({ tagName }) => tagName)).toEqual([
    "P",
    "DIV",
    "I",
    "BUTTON",
  ]);
});

it("goes on when an extension has removed the element before which React puts another", () => {
  render(<Steps />);
  document.getElementById("first")?.remove();
  next();
  expect(screen.getByText("second")).toBeTruthy();
});
