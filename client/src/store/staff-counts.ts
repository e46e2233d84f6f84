// The numbers in the navigation of the staff, by the address of their link: what waits for whoever is signed in.
import { create } from "zustand";

export const useStaffCounts = create<Record<string, number>>(() => ({}));
