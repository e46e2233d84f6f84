// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Segments } from "./segments.tsx";

const Shown = () => {
  const [chosen, setChosen] = useState<"bid" | "max">("bid");
  return (
    <Segments
      label="Ways to bid"
      chosen={chosen}
      onChoose={setChosen}
      segments={[
        { key: "bid", label: "Bid now", panel: <p>the bid</p> },
        { key: "max", label: "Auto-bid", panel: <p>the maximum</p> },
      ]}
    />
  );
};
const tab = (name: string) => screen.getByRole("tab", { name });
const panels = () => screen.getAllByRole("tabpanel").map((panel) => panel.textContent);
afterEach(cleanup);

it("shows the chosen panel alone, named by its tab", () => {
  render(<Shown />);
  expect(panels()).toEqual(["the bid"]);
  fireEvent.click(tab("Auto-bid"));
  expect(panels()).toEqual(["the maximum"]);
  expect(screen.getByRole("tabpanel", { name: "Auto-bid" })).toBeTruthy();
  expect(tab("Auto-bid").getAttribute("aria-selected")).toBe("true");
});

it.each([
  ["ArrowRight", ["Auto-bid", "Bid now"]],
  ["ArrowLeft", ["Auto-bid", "Bid now"]],
  ["End", ["Auto-bid", "Auto-bid"]],
  ["Home", ["Bid now", "Bid now"]],
])("chooses with %s and moves the focus, and keeps one tab in the tab order", (key, expected) => {
  render(<Shown />);
  tab("Bid now").focus();
  const reached = expected.map(() => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return document.activeElement?.textContent;
  });
  expect(reached).toEqual(expected);
  expect(screen.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
});
