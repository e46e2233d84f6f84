// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { ImportForm } from "./import-form.tsx";

afterEach(cleanUp);

const file = (name: string, type: string) => new File(["x"], name, { type });
const fileEntry = (one: File) => ({
  ...{ isFile: true, isDirectory: false, name: one.name, fullPath: `/Lots/${one.name}` },
  file: (take: (found: File) => void) => take(one),
});
/** As browsers give a folder: its entries come in parts, and an empty part is the end. */
const folderEntry = (files: readonly File[]) => {
  const parts = [files.map(fileEntry), []];
  return {
    ...{ isFile: false, isDirectory: true, name: "Lots", fullPath: "/Lots" },
    createReader: () => ({ readEntries: (take: (entries: unknown[]) => void) => take(parts.shift() ?? []) }),
  };
};

it("takes the table and the pictures of a dropped folder", async () => {
  renderAt("/admin/imports", { "/admin/imports": ImportForm });
  const files = [file("lots.csv", "text/csv"), file("012-1.jpg", "image/jpeg"), file("012-2.jpg", "image/jpeg")];
  const item = { kind: "file", type: "", webkitGetAsEntry: () => folderEntry(files), getAsFile: () => null };
  fireEvent.drop(await screen.findByText(/You can drop files and folders here/), {
    dataTransfer: { items: [item], files: [], types: ["Files"] },
  });
  expect(await screen.findByText("lots.csv and 2 pictures")).toBeTruthy();
});
