// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { bodyOf, emptyForm, type SaleFormValues } from "../sale-form.ts";
import { SaleTimes } from "./sale-times.tsx";

afterEach(cleanup);

const Form = ({ onSend }: { onSend: (spacingSeconds: number) => void }) => {
  const form = useForm<SaleFormValues>({ defaultValues: { ...emptyForm, closesAt: "2026-11-24T13:00" } });
  const send = form.handleSubmit((values) => onSend(bodyOf(values).spacingSeconds));
  return (
    <form noValidate aria-label="Sale" onSubmit={send}>
      <SaleTimes form={form} isFixed={false} />
    </form>
  );
};

it("asks for no spacing while all lots close together, and asks again if they close in groups", async () => {
  const sent = vi.fn();
  render(<Form onSend={sent} />);
  const spacing = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  const sends = async (spacingSeconds: number) => {
    fireEvent.submit(screen.getByRole("form", { name: "Sale" }));
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith(spacingSeconds));
  };
  expect(spacing("Seconds between two lots").disabled).toBe(false);
  fireEvent.change(screen.getByLabelText("A late bid keeps open"), { target: { value: "together" } });
  expect(spacing("Seconds between two groups").disabled).toBe(true);
  expect(screen.getByText("No effect without groups: all lots close at the same time.")).toBeTruthy();
  await sends(0);
  fireEvent.change(screen.getByLabelText("Lots in a group"), { target: { value: "10" } });
  expect(spacing("Seconds between two groups").disabled).toBe(false);
  expect(spacing("Seconds between two groups").value).toBe("60");
  await sends(60);
});
