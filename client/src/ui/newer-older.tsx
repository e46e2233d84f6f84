// The buttons to newer and older pages of a list whose pages have no addresses of their own, unlike those of pager.tsx.
import { Button } from "./button.tsx";

interface NewerOlderProps {
  /** The name of the list: "the ledger". */
  of: string;
  current: number;
  pages: number;
  /** The number of rows in words. */
  total?: string;
  onPage: (page: number) => void;
}

export const NewerOlder = ({ of, current, pages, total, onPage }: NewerOlderProps) => (
  <nav aria-label={`Pages of ${of}`} className="flex flex-wrap items-center gap-3 text-sm">
    <Button variant="secondary" size="sm" disabled={current <= 1} onClick={() => onPage(Math.min(current - 1, pages))}>
      Newer
    </Button>
    <span className="tabular text-ink-soft">
      Page {current} of {pages}
      {total && ` (${total})`}
    </span>
    <Button variant="secondary" size="sm" disabled={current >= pages} onClick={() => onPage(current + 1)}>
      Older
    </Button>
  </nav>
);
