// A search input with its icon inside. The typed text applies only when the form is submitted.
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Input } from "./field.tsx";

export const SearchInput = (props: Omit<ComponentProps<typeof Input>, "type" | "enterKeyHint" | "className">) => (
  <div className="relative min-w-0 flex-1">
    <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
    <Input {...props} type="search" enterKeyHint="search" className="pl-10" />
  </div>
);
