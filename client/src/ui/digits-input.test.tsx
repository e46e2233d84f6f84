// @vitest-environment happy-dom
// The input of an account number or a code, and what people paste into it.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { DigitsInput } from "./digits-input.tsx";

const Form = () => {
  const [digits, setDigits] = useState("");
  return <DigitsInput aria-label="Account number" digits={digits} onType={setDigits} />;
};
afterEach(cleanup);

it.each([
  [" 0123456780", "0123456780"],
  ["0123 456 780", "0123456780"],
  ["012-345-6780", "0123456780"],
  ["\u202a012\u2011345\u00a06780\u202c", "0123456780"],
  ["٠١٢٣٤٥٦٧٨٠", "0123456780"],
  ["Acct: 0123456780", "0123456780"],
  ["01234567801", "01234567801"],
])("keeps all digits of %j", (pasted, digits) => {
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>("Account number");
  fireEvent.change(field, { target: { value: pasted } });
  expect(field.value).toBe(digits);
});

it("cuts nothing that is pasted, and shows the keyboard of numbers", () => {
  render(<Form />);
  const field = screen.getByLabelText("Account number");
  expect([field.getAttribute("maxlength"), field.getAttribute("inputmode")]).toEqual([null, "numeric"]);
});
