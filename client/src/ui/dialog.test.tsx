// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { openModals } from "../store/open-modals.ts";
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
  fireEvent(within, new Event("cancel", { cancelable: true }));
  within.removeAttribute("open");
  fireEvent(within, new Event("close"));
  expect(inner).toHaveBeenCalledTimes(2);
  expect(outer).not.toHaveBeenCalled();
});

it("lies below a dialog inside it that opens in the same commit", () => {
  const opened = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const outer = (open: boolean) => (
    <Dialog open={open} onClose={() => {}} title="Outer">
      <Dialog open onClose={() => {}} title="Inner">
        <p>A question</p>
      </Dialog>
    </Dialog>
  );
  const { rerender } = render(outer(false));
  rerender(outer(true));
  const dialogs = ["Outer", "Inner"].map((name) => screen.getByRole("dialog", { name }));
  expect(opened.mock.contexts).toEqual(dialogs);
  expect(openModals.getState()).toEqual(dialogs);
  opened.mockRestore();
});

it("stays open when the event of an earlier close comes late", () => {
  const onClose = vi.fn();
  const dialog = (open: boolean) => (
    <Dialog open={open} onClose={onClose} title="A question">
      <p>Sure?</p>
    </Dialog>
  );
  const { rerender } = render(dialog(true));
  rerender(dialog(false));
  rerender(dialog(true));
  fireEvent(screen.getByRole("dialog"), new Event("close"));
  expect(onClose).not.toHaveBeenCalled();
});

it("returns the focus when it is removed while it is open", async () => {
  const page = (isShown: boolean) => (
    <>
      <button type="button">Edit</button>
      {isShown && (
        <Dialog open onClose={() => {}} title="Edit">
          <button type="button">Save</button>
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(page(false));
  const opener = screen.getByRole("button", { name: "Edit" });
  opener.focus();
  rerender(page(true));
  screen.getByRole("button", { name: "Save" }).focus();
  expect(document.activeElement).not.toBe(opener);
  rerender(page(false));
  await vi.waitFor(() => expect(document.activeElement).toBe(opener), 15_000);
});

it("moves no focus when it is removed after it was closed", async () => {
  const page = (isShown: boolean, open: boolean) => (
    <>
      <button type="button">Edit</button>
      {isShown && (
        <Dialog open={open} onClose={() => {}} title="Edit">
          <p>Sure?</p>
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(page(true, false));
  const opener = screen.getByRole("button", { name: "Edit" });
  opener.focus();
  rerender(page(true, true));
  rerender(page(true, false));
  opener.blur();
  rerender(page(false, false));
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

/** Looks at the dialog in the commit, before any later effect. */
const Looking = ({ open, look }: { open: boolean; look: (isOpen: boolean | undefined) => void }) => {
  useLayoutEffect(() => look(document.querySelector("dialog")?.open));
  return (
    <Dialog open={open} onClose={() => {}} title="A question">
      <p>Sure?</p>
    </Dialog>
  );
};

it("is open or closed in the commit that shows or removes its content", () => {
  const look = vi.fn();
  const { rerender } = render(<Looking open look={look} />);
  rerender(<Looking open={false} look={look} />);
  expect(look.mock.calls).toEqual([[true], [false]]);
});

it("drops the second click of the double click that opened it, however late it comes, and no later one", () => {
  const press = vi.fn();
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  render(
    <Dialog open onClose={vi.fn()} title="A question">
      <button type="button" onClick={press}>
        Confirm
      </button>
    </Dialog>,
  );
  const confirm = screen.getByRole("button", { name: "Confirm" });
  now.mockReturnValue(60_000);
  fireEvent.click(confirm, { detail: 2 });
  expect(press).not.toHaveBeenCalled();
  fireEvent.click(confirm, { detail: 1 });
  fireEvent.click(confirm, { detail: 2 });
  expect(press).toHaveBeenCalledTimes(2);
  now.mockRestore();
});
