// The numbers beside the navigation links of the staff, by the address of the link: how many things wait for the person
// who is signed in.
import { create } from "zustand";

export const useStaffCounts = create<Record<string, number>>(() => ({}));
