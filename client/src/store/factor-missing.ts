// Remembers that the server refuses this person's calls as staff until two-step verification is set up.
import { create } from "zustand";
import { useSession } from "./session.ts";

/** The person of the staff whose calls were refused. */
const useRefused = create<{ userId: string | null }>()(() => ({ userId: null }));

export const noteFactorMissing = (): void => useRefused.setState({ userId: useSession.getState().user?._id ?? null });

/** True if it was missing until now. */
export const noteFactorThere = (): boolean => {
  const wasMissing = useRefused.getState().userId !== null;
  useRefused.setState({ userId: null });
  return wasMissing;
};

export const useIsFactorMissing = (): boolean => {
  const refused = useRefused(({ userId }) => userId);
  return useSession(({ user }) => user !== null && user._id === refused);
};
