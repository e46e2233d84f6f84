// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Ask, AskForm } from "./ask.tsx";

const onYes = vi.fn();
const onNo = vi.fn();
beforeEach(() => {
  onYes.mockReset();
  onNo.mockReset();
});
afterEach(cleanup);

const open = (props: Partial<ComponentProps<typeof Ask>> = {}) =>
  render(
    <Ask open title="Delete it?" yes="Delete" onYes={onYes} onNo={onNo} {...props}>
      It is gone then.
    </Ask>,
  );
const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });

it("answers with its two buttons, and no with the cross too", () => {
  open({ no: "Keep it" });
  for (const name of ["Keep it", "Close", "Delete"]) fireEvent.click(button(name) as HTMLElement);
  expect(onNo).toHaveBeenCalledTimes(2);
  expect(onYes).toHaveBeenCalledTimes(1);
});

it("takes no answer while one is carried out", () => {
  open({ isPending: true });
  fireEvent.click(button("Delete") as HTMLElement);
  expect(onYes).not.toHaveBeenCalled();
  expect(button("Cancel")?.disabled).toBe(true);
  expect(button("Close")).toBeNull();
});

it("lets the person go while the answer is carried out, where that is allowed", () => {
  open({ isPending: true, mayLeave: true });
  fireEvent.click(button("Cancel") as HTMLElement);
  fireEvent.click(button("Close") as HTMLElement);
  expect(onNo).toHaveBeenCalledTimes(2);
});

it("says why the answer could not be carried out, and offers only to close it where nothing is left to agree to", () => {
  open({ problem: "It has bids.", no: "Close it", yes: null });
  expect(screen.getByRole("alert").textContent).toBe("It has bids.");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["", "Close it"]);
});

const Form = () => {
  const [isPending, setIsPending] = useState(false);
  const submit = () => {
    onYes();
    setIsPending(true);
  };
  return (
    <AskForm label="Why" yes="Send" isPending={isPending} onNo={onNo} onYes={submit}>
      <input aria-label="Reason" />
    </AskForm>
  );
};

it("sends a form once, however often Enter is pressed until the answer comes", () => {
  render(<Form />);
  fireEvent.submit(screen.getByRole("form", { name: "Why" }));
  fireEvent.submit(screen.getByRole("form", { name: "Why" }));
  expect(onYes).toHaveBeenCalledTimes(1);
});

it("locks while its change is under way, says why it failed, and resets it with the answer no", () => {
  const reset = vi.fn();
  const ask = (of: { isPending: boolean; error: Error | null }) => (
    <Ask open title="Delete it?" yes="Delete" of={{ ...of, reset }} failed="Not deleted" onYes={onYes} onNo={onNo} />
  );
  const { rerender } = render(ask({ isPending: true, error: null }));
  expect(button("Cancel")?.disabled).toBe(true);
  rerender(ask({ isPending: false, error: new Error() }));
  expect(screen.getByRole("alert").textContent).toBe("Not deleted");
  fireEvent.click(button("Cancel") as HTMLElement);
  expect([reset.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 1]);
});
