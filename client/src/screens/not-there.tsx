// The page shows this where nothing is at its address: a title, a search, the way back, and the lots that end soon.
import type { ReactNode } from "react";
import { SearchForm } from "../features/search/components/search-form.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { EndingSoon } from "./auction-detail/similar-lots.tsx";

interface NotThereProps {
  title: string;
  /** Why nothing may be there. */
  words: string;
  /** The way back. */
  children: ReactNode;
}

export const NotThere = ({ title, words, children }: NotThereProps) => {
  usePageTitle(title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <h1 className="font-bold text-xl">{title}</h1>
        <p className="max-w-prose text-ink-soft">{words}</p>
        <SearchForm />
        {children}
      </div>
      <EndingSoon />
    </div>
  );
};
