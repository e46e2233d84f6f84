// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { RowMenu } from "./row-menu.tsx";

afterEach(cleanup);

const actions = [{ label: "Pause", key: "p" }, { label: "End now", key: "n", isFinal: true }, { label: "History" }];

it("moves with the arrow keys, also from the last action to the first, and chooses an action by its key", async () => {
  const choose = vi.fn();
  render(<RowMenu subject="Drum" actions={actions} onChoose={choose} onClose={() => {}} />);
  const menu = screen.getByRole("menu", { name: "Actions for Drum" });
  const items = screen.getAllByRole("menuitem");
  await waitFor(() => expect(document.activeElement).toBe(items[0]));
  fireEvent.keyDown(menu, { key: "ArrowUp" });
  expect(document.activeElement).toBe(items.at(-1));
  fireEvent.keyDown(menu, { key: "ArrowDown" });
  expect(document.activeElement).toBe(items[0]);
  fireEvent.keyDown(menu, { key: "n", ctrlKey: true });
  fireEvent.keyDown(menu, { key: "z" });
  expect(choose).not.toHaveBeenCalled();
  fireEvent.keyDown(menu, { key: "N" });
  expect(choose).toHaveBeenCalledExactlyOnceWith(actions[1]);
});
