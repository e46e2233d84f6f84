// A place where files can be dropped. It holds the fields that choose files too, because nobody can drop with a keyboard.
import { type DragEvent, type ReactNode, useState } from "react";
import { cx } from "../lib/cx.ts";

interface DropAreaProps {
  onDrop: (event: DragEvent) => void;
  className: string;
  /** The look while no file is held over it. */
  idle: string;
  children: ReactNode;
}

export const DropArea = ({ onDrop, className, idle, children }: DropAreaProps) => {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the fields inside do
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event);
      }}
      className={cx("rounded-box border-dashed", className, isOver ? "border-brand bg-brand-soft" : idle)}
    >
      {children}
    </div>
  );
};
