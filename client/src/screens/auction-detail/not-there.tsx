// The page of an auction that is not there: a search, and the lots that end soon.
import { SearchForm } from "../../features/search/components/search-form.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { BackButton } from "./back-button.tsx";
import { EndingSoon } from "./similar-lots.tsx";

export const NotThere = () => {
  usePageTitle("Auction not found");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <h1 className="font-bold text-xl">Auction not found</h1>
        <p className="max-w-prose text-ink-soft">It may have been removed, or the link is not complete.</p>
        <SearchForm />
        <BackButton>Back to Auctions</BackButton>
      </div>
      <EndingSoon />
    </div>
  );
};
