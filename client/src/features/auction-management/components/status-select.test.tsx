// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanUp, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { StatusSelect } from "./status-select.tsx";

afterEach(cleanUp);

it("offers every status, also of a relisted lot, because the server refuses what cannot be", () => {
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
  const optionsOf = (relistedAs: { _id: string; title: string } | null) => {
    const auction = { title: "Drum", status: "ended" as const, relistedAs };
    const { unmount } = render(
      <StatusSelect auction={auction} pending={undefined} error={undefined} onChoose={() => {}} />,
    );
    const names = screen.getAllByRole("option").map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(optionsOf({ _id: "copy", title: "Drum" })).toHaveLength(6);
  expect(optionsOf(null)).toHaveLength(6);
});
