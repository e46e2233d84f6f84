// The button below a list that comes in pages. It is there only while a further page is.
import { Button } from "./button.tsx";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

export const LoadMore = ({ query }: { query: Pages }) =>
  query.hasNextPage && (
    <Button
      variant="secondary"
      className="justify-self-center"
      pending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Load more
    </Button>
  );
