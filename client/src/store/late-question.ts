// A question that a call asks while it runs: the call waits, a dialog shows the question, and the answer lets the call
// continue. All calls that ask the same at the same time share one question. It ends with the session in which it was
// asked.
import { create } from "zustand";
import { useSession } from "./session.ts";

interface LateQuestion<Asked> {
  question: { asked: Asked; answer: (isYes: boolean) => void } | null;
  /** A dialog is on the page. Without one nobody could answer. */
  hasDialog: boolean;
  setHasDialog: (hasDialog: boolean) => void;
}

/** The dialog loads after the page. A person can be faster, above all on a slow connection. */
const DIALOG_WITHIN_MS = 10_000;

/**
 * `ask` resolves to false if the person declines, if no dialog comes, or if the session ends. `token`: the session
 * token of the call.
 */
export const createLateQuestion = <Asked>() => {
  const useQuestion = create<LateQuestion<Asked>>()((set) => ({
    question: null,
    hasDialog: false,
    setHasDialog: (hasDialog) => set({ hasDialog }),
  }));
  let waiting: Promise<boolean> | null = null;
  let leaveSession = () => {};

  /** True as soon as a dialog is on the page; false if none comes. */
  const hasDialogSoon = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (hasDialog: boolean) => {
        clearTimeout(timer);
        unsubscribe();
        resolve(hasDialog);
      };
      const timer = setTimeout(() => settle(false), DIALOG_WITHIN_MS);
      const unsubscribe = useQuestion.subscribe(({ hasDialog }) => hasDialog && settle(true));
      if (useQuestion.getState().hasDialog) settle(true);
    });

  const ask = async (asked: Asked, token = useSession.getState().token): Promise<boolean> => {
    const isSameSession = () => useSession.getState().token === token;
    if (!isSameSession() || !(await hasDialogSoon()) || !isSameSession()) return false;
    waiting ??= new Promise<boolean>((answer) => {
      useQuestion.setState({ question: { asked, answer } });
      leaveSession = useSession.subscribe(() => isSameSession() || answer(false));
    }).finally(() => {
      waiting = null;
      leaveSession();
      useQuestion.setState({ question: null });
    });
    return (await waiting) && isSameSession();
  };
  return { useQuestion, ask };
};
