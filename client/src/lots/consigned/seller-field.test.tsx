// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { SellerField } from "./seller-field.tsx";

afterEach(cleanUp);

const chidi = {
  ...testUser,
  _id: "u9",
  username: "chidi",
  firstName: "Chidi",
  lastName: "Eze",
  phone: "+2348035551234",
};

const Known = () => {
  const [value, setValue] = useState("");
  return <SellerField label="For" value={value} error={null} isUnknown={false} onChange={setValue} />;
};
const Unknown = () => (
  <SellerField label="For" value="ngozi@people.test" error="Nobody" isUnknown onChange={() => {}} />
);

const openAs = (role: "admin" | "cataloguer", screenOf = Known) => {
  useSession.getState().logIn({ ...testUser, role }, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: { ...testUser, role } } },
    "GET /users/admin/search": { body: { users: [{ ...chidi, isBanned: false }], pagination: {} } },
  });
  renderAt("/admin/offers", { "/admin/offers": screenOf });
  return () => calls.filter(({ call }) => call === "GET /users/admin/search").map(({ search }) => search);
};
const type = async (value: string) => fireEvent.change(await screen.findByLabelText("For"), { target: { value } });

it("finds people by a phone number while staff type, and takes the one who is chosen", async () => {
  const searches = openAs("admin");
  await type("08");
  await type("0803 555");
  const found = await screen.findByRole("button", { name: /^chidi/ });
  expect(found.textContent).toContain("Chidi Eze");
  // The field does not ask for what was typed on the way.
  expect(searches()).toEqual(["?q=0803+555&limit=5"]);
  fireEvent.click(found);
  expect(screen.getByLabelText<HTMLInputElement>("For").value).toBe("chidi");
  await waitFor(() => expect(screen.queryByRole("list", { name: "People found" })).toBeNull());
});

it("asks for nobody where staff may not read users", async () => {
  const searches = openAs("cataloguer");
  await type("chidi");
  expect(screen.getByText("The username or the email address of a verified account.")).toBeTruthy();
  expect(searches()).toEqual([]);
});

it("leads to an invitation if nobody has the address", async () => {
  openAs("admin", Unknown);
  const link = await screen.findByRole("link", { name: "Write an invitation to ngozi@people.test" });
  expect(link.getAttribute("href")).toContain("mailto:ngozi@people.test?");
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain(`${location.origin}/register`);
});
