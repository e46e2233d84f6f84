// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { bodyOf, emptyForm, type SaleFormValues } from "./sale-form.ts";
import { SaleTimes } from "./sale-times.tsx";

afterEach(cleanup);

it("asks for no spacing while all lots close together, and for one between groups again", async () => {
  const sent = vi.fn((values: SaleFormValues) => bodyOf(values).spacingSeconds);
  const Form = () => {
    const form = useForm<SaleFormValues>({ defaultValues: { ...emptyForm, closesAt: "2026-11-24T13:00" } });
    return (
      <form noValidate aria-label="Sale" onSubmit={form.handleSubmit((values) => void sent(values))}>
        <SaleTimes form={form} isFixed={false} />
      </form>
    );
  };
  render(<Form />);
  const spacing = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  const submitted = async (times: number) => {
    fireEvent.submit(screen.getByRole("form", { name: "Sale" }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(times));
    return sent.mock.results.at(-1)?.value;
  };
  expect(spacing("Seconds between two lots").disabled).toBe(false);
  fireEvent.change(screen.getByLabelText("A late bid keeps open"), { target: { value: "together" } });
  expect(spacing("Seconds between two groups").disabled).toBe(true);
  expect(screen.getByText("No effect without groups: all lots close at the same time.")).toBeTruthy();
  expect(await submitted(1)).toBe(0);
  fireEvent.change(screen.getByLabelText("Lots in a group"), { target: { value: "10" } });
  expect([spacing("Seconds between two groups").disabled, spacing("Seconds between two groups").value]).toEqual([
    false,
    "60",
  ]);
  expect(await submitted(2)).toBe(60);
});
