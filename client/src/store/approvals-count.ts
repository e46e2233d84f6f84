// The number of changes that wait for the decision of whoever is signed in, for the navigation.
import { create } from "zustand";

export const useApprovalsCount = create(() => ({ open: 0 }));
