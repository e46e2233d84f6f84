// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { toast, toasts } from "../store/toast.ts";
import { Dialog } from "./dialog.tsx";
import { Toaster } from "./toaster.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  toasts.setState([], true);
});

const Page = () => {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        The sheet
      </button>
      <button type="button" onClick={() => setIsAsking(!isAsking)}>
        The question
      </button>
      <Dialog open={isOpen} onClose={() => {}} title="Sheet">
        <Dialog open={isAsking} onClose={() => {}} title="Question">
          Sure?
        </Dialog>
      </Dialog>
      <Toaster />
    </>
  );
};
const press = (name: string) => act(() => screen.getByRole("button", { name, hidden: true }).click());
const dialogOf = (text: string) => screen.getByText(text).closest("dialog")?.querySelector("h2")?.textContent;
const regionOf = (text: string) => screen.getByText(text).closest("section");

it("shows the toasts inside the uppermost open dialog, because what is outside is inert and below it", () => {
  render(<Page />);
  press("The sheet");
  const region = document.querySelector("dialog section");
  act(() => toast("You were outbid"));
  expect(dialogOf("You were outbid")).toBe("Sheet");
  expect(regionOf("You were outbid"), "a region that was there before the text").toBe(region);
  press("The question");
  expect(dialogOf("You were outbid")).toBe("Question");
  press("The question");
  expect(dialogOf("You were outbid")).toBe("Sheet");
});

it("has the lot's name on a line of its own, on the page and in a dialog", () => {
  render(<Page />);
  act(() => toast("Outbid: ₦180,000.00 now", { lot: "50 chairs" }));
  const lines = () =>
    [...(screen.getByText("50 chairs").closest("div")?.querySelectorAll("p") ?? [])].map((line) => line.textContent);
  expect(lines()).toEqual(["50 chairs", "Outbid: ₦180,000.00 now"]);
  press("The sheet");
  expect(lines()).toEqual(["50 chairs", "Outbid: ₦180,000.00 now"]);
});

it("shows them on the page again after the dialog, in the region that was there before", () => {
  render(<Page />);
  const region = screen.getByRole("region", { name: "Notifications" });
  press("The sheet");
  act(() => toast("You were outbid"));
  press("The sheet");
  expect(regionOf("You were outbid")).toBe(region);
});

const liveRegionOf = (text: string) => screen.getByText(text).closest("[aria-live]")?.getAttribute("aria-live") ?? null;
const wait = (ms: number) => {
  const later = performance.now() + ms;
  vi.spyOn(performance, "now").mockReturnValue(later);
};

it("does not announce a toast again that moves out of a closed dialog, or into an opened one", () => {
  render(<Page />);
  press("The sheet");
  act(() => toast("You were outbid"));
  expect(liveRegionOf("You were outbid")).toBe("polite");
  wait(2000);
  press("The sheet");
  expect(liveRegionOf("You were outbid")).toBeNull();
  press("The sheet");
  expect([dialogOf("You were outbid"), liveRegionOf("You were outbid")]).toEqual(["Sheet", null]);
});

it("announces on the page a toast whose dialog closed at the same moment, before it could be read", () => {
  render(<Page />);
  press("The sheet");
  act(() => {
    toast("Saved");
    screen.getByRole("button", { name: "The sheet", hidden: true }).click();
  });
  expect([dialogOf("Saved"), liveRegionOf("Saved")]).toEqual([undefined, "polite"]);
});

it("announces a new toast, and a new text of a toast, beside one that has moved", () => {
  render(<Page />);
  press("The sheet");
  act(() => toast("You were outbid", { id: "lot" }));
  wait(2000);
  press("The sheet");
  act(() => toast("You won"));
  expect([liveRegionOf("You were outbid"), liveRegionOf("You won")]).toEqual([null, "polite"]);
  act(() => toast("You lead again", { id: "lot" }));
  expect(liveRegionOf("You lead again")).toBe("polite");
});

it("goes after its time although the pointer rests where it appeared, and stays while the pointer moves on it", () => {
  vi.useFakeTimers();
  render(<Page />);
  act(() => toast("New login", { duration: 1000 }));
  fireEvent.pointerEnter(screen.getByText("New login"));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByText("New login")).toBeNull();
  act(() => toast("New login", { duration: 1000 }));
  fireEvent.pointerMove(screen.getByText("New login"));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByText("New login")).toBeTruthy();
  vi.useRealTimers();
});
