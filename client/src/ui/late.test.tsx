// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentType, Suspense, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toasts } from "../store/toast.ts";
import { late, lateDialog, type WithoutPart } from "./late.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  toasts.setState([], true);
  vi.useRealTimers();
});

/** A network that loads no code until `isUp`. */
const network = () => {
  const state = { isUp: false, attempts: 0 };
  const load = async <Part,>(Part: Part) => {
    state.attempts += 1;
    if (!state.isUp) throw new TypeError("Importing a module script failed.");
    return { Part };
  };
  return { state, load };
};
const show = (Part: ComponentType) =>
  render(
    <main>
      The page
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </main>,
  );
const Without = ({ onAgain }: WithoutPart) => (
  <button type="button" onClick={onAgain}>
    Retry
  </button>
);
const pass = (ms = 2_000) => act(() => vi.advanceTimersByTimeAsync(ms));
const text = () => document.body.textContent;

it("shows the page without the part when its code does not load, and the part once the device is online again", async () => {
  const { state, load } = network();
  show(
    late(
      () => load(() => <p>The part</p>),
      ({ Part }) => Part,
    ),
  );
  await pass();
  expect(text()).toBe("The page");
  expect(state.attempts).toBe(2);
  state.isUp = true;
  window.dispatchEvent(new Event("online"));
  await pass();
  expect(text()).toBe("The pageThe part");
});

it("loads the part again when it is shown anew", async () => {
  const { state, load } = network();
  const Part = late(
    () => load(() => <p>The part</p>),
    ({ Part }) => Part,
  );
  const { unmount } = show(Part);
  await pass();
  unmount();
  state.isUp = true;
  show(Part);
  await pass();
  expect(text()).toBe("The pageThe part");
});

it("shows the replacement of a part that does not load, and the replacement can ask for the part again", async () => {
  const { state, load } = network();
  show(
    late(
      () => load(() => <p>The part</p>),
      ({ Part }) => Part,
      Without,
    ),
  );
  await pass();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await pass();
  expect(state.attempts).toBe(4);
  state.isUp = true;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await pass();
  expect(text()).toBe("The pageThe part");
});

it("says in a toast that a dialog did not open, and opens it at the next press", async () => {
  const { state, load } = network();
  const Sheet = lateDialog(
    () => load(({ onClose }: { onClose: () => void }) => <dialog open onClose={onClose} aria-label="The sheet" />),
    ({ Part }) => Part,
  );
  show(() => {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen && <Sheet onClose={() => setIsOpen(false)} />}
      </>
    );
  });
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  await pass();
  expect(toasts.getState().map(({ message }) => message)).toEqual([
    "This could not be opened. Check your connection and try again.",
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  state.isUp = true;
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  await pass();
  expect(screen.getByRole("dialog", { name: "The sheet" })).toBeTruthy();
});
