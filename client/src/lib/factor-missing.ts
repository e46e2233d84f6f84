// Whether the server has refused this administrator's calls until two-step verification is set up.
import { create } from "zustand";

export const useFactorMissing = create<{ isMissing: boolean; setIsMissing: (isMissing: boolean) => void }>()((set) => ({
  isMissing: false,
  setIsMissing: (isMissing) => set({ isMissing }),
}));
