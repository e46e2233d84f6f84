// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { SearchBar } from "./search-bar.tsx";

afterEach(cleanup);

const bar = (search: string, onSearch: (text: string) => void = () => {}) => (
  <SearchBar label="Search lots" placeholder="Title" search={search} onSearch={onSearch} />
);
const box = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (value: string) => fireEvent.change(box(), { target: { value } });

it("keeps a letter that is typed before the searched text is in the address", () => {
  const onSearch = vi.fn();
  const { rerender } = render(bar("", onSearch));
  type("dru");
  if (box().form) fireEvent.submit(box().form as HTMLFormElement);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith("dru");
  type("drum");
  rerender(bar("dru", onSearch));
  expect(box().value).toBe("drum");
});

it("follows the address to every other text", () => {
  const { rerender } = render(bar("drum"));
  type("drums");
  rerender(bar("flute"));
  expect(box().value).toBe("flute");
  rerender(bar(""));
  expect(box().value).toBe("");
});
