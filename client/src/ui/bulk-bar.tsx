// The bar over the selected rows of a list. It stays at the lower edge of the screen, within reach of a thumb.
import { Button } from "./button.tsx";

interface BulkBarProps<K extends string> {
  label: string;
  /** The number of selected rows. */
  count: number;
  actions: readonly { readonly kind: K; readonly label: string; readonly isDanger?: boolean }[];
  onChoose: (kind: K) => void;
  onClear: () => void;
}

export const BulkBar = <K extends string>({ label, count, actions, onChoose, onClear }: BulkBarProps<K>) => {
  if (count === 0) return null;
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised md:bottom-4 md:mx-0 md:rounded-box md:border"
    >
      <p role="status" className="tabular mr-auto font-semibold text-sm">
        {count} selected
      </p>
      <Button variant="ghost" size="sm" onClick={onClear} className="md:order-last">
        Clear selection
      </Button>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 max-md:w-[calc(100%+2rem)] md:mx-0 md:flex-wrap md:px-0">
        {actions.map(({ kind, label, isDanger = false }) => (
          <Button
            key={kind}
            size="sm"
            variant={isDanger ? "danger" : "secondary"}
            className="shrink-0"
            onClick={() => onChoose(kind)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
};
