// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

it("stays open when a dialog inside it closes", () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  render(
    <Dialog open onClose={outer} title="Outer">
      <Dialog open onClose={inner} title="Inner">
        <p>A question</p>
      </Dialog>
    </Dialog>,
  );
  const within = screen.getByRole("dialog", { name: "Inner" });
  for (const type of ["cancel", "close"]) fireEvent(within, new Event(type, { cancelable: true }));
  expect(inner).toHaveBeenCalledTimes(2);
  expect(outer).not.toHaveBeenCalled();
});
