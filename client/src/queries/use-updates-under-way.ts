// Keeps the items that events report while their list is being fetched, because the answer may be older than they are.
import { useRef } from "react";

export const useUpdatesUnderWay = <Item>() => {
  const requests = useRef(new Set<Item[]>());
  return {
    note: (item: Item): void => {
      for (const updates of requests.current) updates.push(item);
    },
    /** Fetches a list and applies the updates that came during the request. */
    fetchThenApply: async <List>(
      fetchList: () => Promise<List>,
      apply: (list: List, item: Item) => List,
    ): Promise<List> => {
      const updates: Item[] = [];
      requests.current.add(updates);
      try {
        const list = await fetchList();
        return updates.reduce<List>((changed, item) => apply(changed, item), list);
      } finally {
        requests.current.delete(updates);
      }
    },
  };
};
