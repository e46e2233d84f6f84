// The auctions in which the user was outbid while this page was open, and has not led since.
import { useStore } from "zustand";
import { getLive } from "./live.ts";

export const useOutbid = (): ReadonlySet<string> => useStore(getLive().store, (state) => state.outbid);
