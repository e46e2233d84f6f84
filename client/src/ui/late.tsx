// Loads the code of a small part of a page when the part is first shown, inside a <Suspense>. If a bad network does not
// load the code, the page works without the part. Do not use it for a whole screen, because without it there is no
// page.
import { lazy, type ReactNode, startTransition, useCallback, useEffect, useState } from "react";
import { importAgain } from "../connection/import-again.ts";
import { pause } from "../lib/pause.ts";
import { toast } from "../store/toast.ts";

export interface WithoutPart {
  /** Loads the code again. */
  onAgain: () => void;
}

type Component<Props> = (props: Props) => ReactNode;

const PAUSE_MS = 1000;
const Nothing = () => null;

/**
 * Returns a component that shows the part once its code has loaded. It asks for the code twice. If both attempts fail,
 * it shows `Without` instead, and asks again when the device is online again, when the part is shown anew, or when
 * `Without` calls `onAgain`.
 */
export const late = <Module, Props extends object>(
  load: () => Promise<Module>,
  partOf: (module: Module) => Component<Props>,
  Without: Component<Props & WithoutPart> = Nothing,
): Component<Props> => {
  type Part = Component<Props & WithoutPart>;
  const loadAgain = importAgain(load);
  const begin = () => {
    const begun = lazy<Part>(() =>
      loadAgain()
        .catch(() => pause(PAUSE_MS).then(loadAgain))
        .then(
          (module) => ({ default: partOf(module) }),
          () => ({
            default: (props) => (
              <Failed onAgain={props.onAgain} onGone={forget}>
                <Without {...props} />
              </Failed>
            ),
          }),
        ),
    );
    const forget = () => {
      if (part === begun) part = null;
    };
    return begun;
  };
  let part: ReturnType<typeof begin> | null = null;
  const current = () => {
    part ??= begin();
    return part;
  };

  return (props) => {
    const [Shown, setShown] = useState(current);
    const again = useCallback(() => {
      // Several places that show the part ask together.
      if (part === Shown) part = null;
      startTransition(() => setShown(current));
    }, [Shown]);
    return <Shown {...props} onAgain={again} />;
  };
};

interface FailedProps extends WithoutPart {
  onGone: () => void;
  children: ReactNode;
}

const Failed = ({ onAgain, onGone, children }: FailedProps) => {
  useEffect(() => {
    window.addEventListener("online", onAgain);
    return () => window.removeEventListener("online", onAgain);
  }, [onAgain]);
  useEffect(() => onGone, [onGone]);
  return children;
};

/**
 * `late` for a dialog: if its code does not load, a toast says so, and the button that opens it asks for the code
 * again.
 */
export const lateDialog = <Module, Props extends { onClose: () => void }>(
  load: () => Promise<Module>,
  dialogOf: (module: Module) => Component<Props>,
): Component<Props> => late<Module, Props>(load, dialogOf, NotOpened);

const NotOpened = ({ onClose }: { onClose: () => void }) => {
  useEffect(() => {
    toast.error("This could not be opened. Check your connection and try again.", { id: "not-opened" });
    onClose();
  }, [onClose]);
  return null;
};
