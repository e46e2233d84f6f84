// @vitest-environment happy-dom
// Tests that React keeps updating texts that a translating browser has replaced.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, Suspense, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";

afterEach(cleanup);

/** Changes each text node as Chrome's translator does, here with a language that has one more letter. */
const translate = (root: Element): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim()) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.parentNode?.replaceChild(outer, text);
    outer.append(inner);
    inner.append(`${text.data}`);
  }
};

const Wrapped = ({ children }: { children: ReactNode }) => <strong>{children}</strong>;

const Changing = ({ of }: { of: (isLater: boolean) => ReactNode }) => {
  const [isLater, setIsLater] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setIsLater(true)} aria-label="later" />
      <p data-testid="shown">{of(isLater)}</p>
    </div>
  );
};

/** Renders it once, translates the page, and renders it a second time. */
const beforeAndAfter = (of: (isLater: boolean) => ReactNode): string => {
  const { container } = render(<Changing of={of} />);
  translate(container);
  fireEvent.click(screen.getByRole("button"));
  return screen.getByTestId("shown").textContent ?? "";
};

it.each<[string, (isLater: boolean) => ReactNode, string]>([
  ["an element before a text", (isLater) => <b>{isLater && <i>a</i>}text</b>, "atext"],
  ["an element after a text", (isLater) => <b>text{isLater && <i>a</i>}</b>, "texta"],
  [
    "a text that goes",
    (isLater) => (
      <b>
        {!isLater && "gone"}
        {isLater ? <i>a</i> : <u>b</u>}
      </b>
    ),
    "a",
  ],
  [
    "a number within words",
    (isLater) => (
      <b>
        {isLater ? 2 : 1} of {isLater ? 3 : 2} bids
      </b>
    ),
    "2 of 3 bids",
  ],
  ["a text in place of an element", (isLater) => <b>{isLater ? "text" : <i>a</i>} end</b>, "text end"],
  ["a fragment's text", (isLater) => <>{isLater ? "later" : "before"}</>, "later"],
  [
    "a fragment's text beside an element",
    (isLater) => (
      <>
        <i>a</i>
        {isLater ? <u>b</u> : "text"}
      </>
    ),
    "ab",
  ],
  [
    "the children of a component",
    (isLater) => (
      <Wrapped>
        {isLater && <i>a</i>}text {isLater ? 2 : 1}
      </Wrapped>
    ),
    "atext 2",
  ],
  ["a text below Suspense", (isLater) => <Suspense>{isLater ? "later" : "before"}</Suspense>, "later"],
  [
    "texts in a list",
    (isLater) => (
      <b>
        {[1, 2].map((one) => (isLater ? `${one}!` : one))}
        <i>a</i>
      </b>
    ),
    "1!2!a",
  ],
])("shows %s after the page was translated", (_what, of, shown) => {
  expect(beforeAndAfter(of)).toBe(shown);
});

it("warns of nothing, and keeps blanks and texts that stand alone as they are", () => {
  const error = vi.spyOn(console, "error");
  const { container } = render(
    <p>
      <b>a</b> <i>{"b"}</i>
      {[<u key="c">c</u>, "d"]}
    </p>,
  );
  expect(container.innerHTML).toBe("<p><b>a</b> <i>b</i><u>c</u><span>d</span></p>");
  expect(error).not.toHaveBeenCalled();
  act(() => {});
});

it("makes one text of what an option shows", () => {
  render(
    <select>
      <option>
        {2} of {3}
      </option>
    </select>,
  );
  expect(screen.getByRole("option").childNodes).toHaveLength(1);
});
