// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { PasswordInput } from "./password-input.tsx";

afterEach(cleanup);

// S045
it("shows and hides the typed password", () => {
  render(<PasswordInput aria-label="Password" defaultValue="secret1" />);
  const box = screen.getByLabelText<HTMLInputElement>("Password");
  expect(box.type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect([box.type, box.value]).toEqual(["text", "secret1"]);
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect([box.type, box.value]).toEqual(["password", "secret1"]);
});
