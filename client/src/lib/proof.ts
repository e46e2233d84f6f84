// Step-up: a call that the server refuses with PROOF_REQUIRED waits here until the person has proved who they are. The
// dialog (features/proof) shows the question; all calls that wait at the same time share one.
import type { ProofMethod } from "@jara/shared/errors";
import { create } from "zustand";

interface ProofQuestion {
  methods: readonly ProofMethod[];
  /** False: the person does not want to. */
  answer: (isProved: boolean) => void;
}

interface Proof {
  question: ProofQuestion | null;
  /** A dialog is on the page. Without one nobody could answer. */
  hasDialog: boolean;
  setHasDialog: (hasDialog: boolean) => void;
}

export const useProof = create<Proof>()((set) => ({
  question: null,
  hasDialog: false,
  setHasDialog: (hasDialog) => set({ hasDialog }),
}));

let waiting: Promise<boolean> | null = null;

/** The dialog loads after the page. A person can be faster, above all on a slow connection. */
const DIALOG_WITHIN_MS = 10_000;

/** True as soon as a dialog is on the page; false if none comes. */
const hasDialogSoon = (): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (hasDialog: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(hasDialog);
    };
    const timer = setTimeout(() => settle(false), DIALOG_WITHIN_MS);
    const unsubscribe = useProof.subscribe(({ hasDialog }) => hasDialog && settle(true));
    if (useProof.getState().hasDialog) settle(true);
  });

/** True once the server has accepted a proof. */
export const askForProof = async (methods: readonly ProofMethod[]): Promise<boolean> => {
  if (!(await hasDialogSoon())) return false;
  waiting ??= new Promise<boolean>((resolve) => {
    useProof.setState({ question: { methods, answer: resolve } });
  }).finally(() => {
    waiting = null;
    useProof.setState({ question: null });
  });
  return await waiting;
};

export const NOT_PROVED = "Nothing was changed, because you did not confirm that it is you.";
