// Says for which similar or fewer words a list was searched, because nothing has all words of the search.
export interface SearchedInsteadProps {
  typed: string;
  answer: { searchedFor?: string; relaxed?: boolean } | undefined;
}

export const SearchedInstead = ({ typed, answer }: SearchedInsteadProps) =>
  answer?.searchedFor && (
    <p className="text-sm [overflow-wrap:anywhere]">
      {`No results for “${typed}”. These are the results for ${answer.relaxed ? "fewer words: " : ""}“${answer.searchedFor}”.`}
    </p>
  );
