// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { DayRange } from "./day-field.tsx";

afterEach(cleanup);

const Period = () => {
  const [days, setDays] = useState({ from: "2026-11-01", to: "2026-11-24" });
  return (
    <DayRange {...days} onChange={setDays}>
      {`${days.from} to ${days.to}`}
    </DayRange>
  );
};
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const period = () => screen.getByText(/ to /).textContent;

it("waits for the whole year, and keeps the digits that are typed", () => {
  render(<Period />);
  for (const year of ["0002", "0020", "0202"]) {
    type("To", `${year}-12-24`);
    expect(box("To").value).toBe(`${year}-12-24`);
  }
  expect(period()).toBe("2026-11-01 to 2026-11-24");
  type("To", "2026-12-24");
  expect(period()).toBe("2026-11-01 to 2026-12-24");
});

it("moves both days when one is chosen beyond the other, and keeps a day that is removed", () => {
  render(<Period />);
  type("From", "2026-12-01");
  expect(period()).toBe("2026-12-01 to 2026-12-01");
  type("To", "2026-10-01");
  expect(period()).toBe("2026-10-01 to 2026-10-01");
  type("To", "");
  expect(period()).toBe("2026-10-01 to 2026-10-01");
});
