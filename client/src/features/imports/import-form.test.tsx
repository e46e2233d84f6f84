// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { ImportForm } from "./import-form.tsx";

afterEach(cleanUp);

const file = (name: string, type: string) => new File(["x"], name, { type });
const fileEntry = (one: File) => ({
  isFile: true,
  isDirectory: false,
  name: one.name,
  fullPath: `/Lots/${one.name}`,
  file: (take: (found: File) => void) => take(one),
});
/** As browsers give a folder: its entries come in parts, and an empty part is the end. */
const folderEntry = (files: readonly File[]) => {
  const parts = [files.map(fileEntry), []];
  return {
    isFile: false,
    isDirectory: true,
    name: "Lots",
    fullPath: "/Lots",
    createReader: () => ({ readEntries: (take: (entries: unknown[]) => void) => take(parts.shift() ?? []) }),
  };
};

const choose = (label: string, files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files } });
const isDisabled = () => screen.getByRole<HTMLButtonElement>("button", { name: "Check the table" }).disabled;

it.each([
  ["two ZIP files", ["a.zip", "b.ZIP"], /An import takes one ZIP file\./],
  ["a ZIP file and a picture", ["012-1.jpg", "a.zip"], /A ZIP file and other files cannot be sent together\./],
])("sends nothing of %s, and says why", async (_what, names, words) => {
  renderAt("/admin/imports", { "/admin/imports": ImportForm });
  choose("Table (CSV or Excel)", [file("lots.csv", "text/csv")]);
  expect(isDisabled()).toBe(false);
  const pictures = "Pictures, or a ZIP file of pictures";
  choose(
    pictures,
    names.map((name) => file(name, "")),
  );
  expect(screen.getByRole("alert").textContent).toMatch(words);
  expect(screen.getByText("lots.csv and 2 files")).toBeTruthy();
  expect(isDisabled()).toBe(true);
  choose(pictures, [file("a.zip", "application/zip")]);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(isDisabled()).toBe(false);
});

it("takes no table if several are chosen together, and says so", async () => {
  renderAt("/admin/imports", { "/admin/imports": ImportForm });
  choose("Table (CSV or Excel)", [file("monday.csv", "text/csv"), file("tuesday.csv", "text/csv")]);
  expect(screen.getByRole("alert").textContent).toBe("These are several tables. Choose one of them.");
  expect(isDisabled()).toBe(true);
});

it("takes the table and the pictures of a dropped folder", async () => {
  renderAt("/admin/imports", { "/admin/imports": ImportForm });
  const files = [file("lots.csv", "text/csv"), file("012-1.jpg", "image/jpeg"), file("012-2.jpg", "image/jpeg")];
  const item = { kind: "file", type: "", webkitGetAsEntry: () => folderEntry(files), getAsFile: () => null };
  fireEvent.drop(await screen.findByText(/You can drop files and folders here/), {
    dataTransfer: { items: [item], files: [], types: ["Files"] },
  });
  expect(await screen.findByText("lots.csv and 2 pictures")).toBeTruthy();
});
