// Fetches a query again, so that its data are no older than this call.

interface Fetched {
  data: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export const refetchFromNow = async ({ data, isPlaceholderData, refetch }: Fetched): Promise<void> => {
  // A first request under way is older than this call. It is not cancelled; this waits for it and then fetches again.
  if (data === undefined || isPlaceholderData) await refetch();
  await refetch();
};
