// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { toast, toasts } from "../lib/toast.ts";
import { Dialog } from "./dialog.tsx";
import { Toaster } from "./toaster.tsx";

afterEach(() => {
  cleanup();
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

it("shows them on the page again after the dialog, in the region that was there before", () => {
  render(<Page />);
  const region = screen.getByRole("region", { name: "Notifications" });
  press("The sheet");
  act(() => toast("You were outbid"));
  press("The sheet");
  expect(regionOf("You were outbid")).toBe(region);
});
