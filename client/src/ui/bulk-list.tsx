// Lots with a sentence each: why they are left out, or what became of them.
interface Line {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly isBad?: boolean;
}

export const BulkList = ({ lines }: { lines: readonly Line[] }) => (
  <ul
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    tabIndex={0}
    aria-label="Lots"
    className="max-h-[30dvh] divide-y divide-line overflow-y-auto rounded-box border border-line text-sm"
  >
    {lines.map(({ id, title, words, isBad = false }) => (
      <li key={id} className="grid gap-0.5 px-3 py-2">
        <span dir="auto" className="truncate font-semibold">
          {title}
        </span>
        <span className={isBad ? "text-danger" : "text-ink-soft"}>{words}</span>
      </li>
    ))}
  </ul>
);
