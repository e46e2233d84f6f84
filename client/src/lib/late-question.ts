// A question that a call asks in its middle: the call waits, a dialog shows the question, and the answer lets the call go
// on. All calls that ask the same at the same time share one question.
import { create } from "zustand";

interface LateQuestion<Asked> {
  question: { asked: Asked; answer: (isYes: boolean) => void } | null;
  /** A dialog is on the page. Without one nobody could answer. */
  hasDialog: boolean;
  setHasDialog: (hasDialog: boolean) => void;
}

/** The dialog loads after the page. A person can be faster, above all on a slow connection. */
const DIALOG_WITHIN_MS = 10_000;

/** `ask` resolves to false if the person does not want to, or if no dialog comes. */
export const createLateQuestion = <Asked>() => {
  const useQuestion = create<LateQuestion<Asked>>()((set) => ({
    question: null,
    hasDialog: false,
    setHasDialog: (hasDialog) => set({ hasDialog }),
  }));
  let waiting: Promise<boolean> | null = null;

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

  const ask = async (asked: Asked): Promise<boolean> => {
    if (!(await hasDialogSoon())) return false;
    waiting ??= new Promise<boolean>((answer) => {
      useQuestion.setState({ question: { asked, answer } });
    }).finally(() => {
      waiting = null;
      useQuestion.setState({ question: null });
    });
    return await waiting;
  };
  return { useQuestion, ask };
};
