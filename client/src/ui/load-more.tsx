// The button below a list that comes in pages, in the same element as the list. Shown only while there is another page.
// After a press the focus goes to the first item that was added, because the button may be gone. It stays on a link
// or in a field to which the person went meanwhile.
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface Pages {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<{ isError: boolean }>;
}

const linksIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("a[href], li > button")];

export const LoadMore = ({ query }: { query: Pages }) => {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const pressed = useRef<{ list: Element; links: readonly Element[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a further page is shown
  useEffect(() => {
    if (!pressed.current) return;
    const { list, links } = pressed.current;
    pressed.current = null;
    if (!document.activeElement?.matches("body, button")) return;
    const shown = linksIn(list);
    (shown.find((link) => !links.includes(link)) ?? shown.at(-1))?.focus({ preventScroll: true });
  }, [data?.pages.length]);
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && <Notice tone="error">More could not be loaded. Please try again.</Notice>}
      <Button
        variant="secondary"
        className="justify-self-center print:hidden"
        pending={isFetchingNextPage}
        onClick={async ({ currentTarget: { parentElement: list } }) => {
          pressed.current = list && { list, links: linksIn(list) };
          if ((await fetchNextPage()).isError) pressed.current = null;
        }}
      >
        Load more
      </Button>
    </>
  );
};
