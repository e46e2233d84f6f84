// Shows a changed text of the lot word by word: removed words struck through, added words marked.
import { diffWordsWithSpace } from "diff";
import { cx } from "../../lib/cx.ts";

interface Edit {
  type: string;
  before?: unknown;
  changes?: unknown;
}

const texts = [
  ["title", "Title"],
  ["description", "Description"],
] as const;

const textIn = (terms: unknown, name: string): string | null => {
  const text = (terms as Record<string, unknown> | null | undefined)?.[name];
  return typeof text === "string" ? text : null;
};

/** `details`: the events of an entry. Nothing for an entry that changed no text. */
export const TextChanges = ({ details }: { details: readonly Edit[] }) => {
  const changed = details
    .filter(({ type }) => type === "AuctionEdited")
    .flatMap(({ before, changes }) =>
      texts.flatMap(([name, label]) => {
        const [from, to] = [textIn(before, name), textIn(changes, name)];
        return from === null || to === null || from === to ? [] : [{ label, from, to }];
      }),
    );
  return changed.map(({ label, from, to }) => (
    <details key={label} className="mt-1 max-w-prose">
      <summary className="min-h-6 cursor-pointer text-brand underline underline-offset-4">
        {label}: what changed
      </summary>
      <p dir="auto" className="mt-1 whitespace-pre-line rounded-box bg-sunken p-2 [overflow-wrap:anywhere]">
        {diffWordsWithSpace(from, to).map(({ value, added, removed }, place) => {
          const Tag = added ? "ins" : removed ? "del" : "span";
          return (
            <Tag
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
              key={place}
              className={cx(added && "bg-brand-soft font-semibold", removed && "text-danger")}
            >
              {value}
            </Tag>
          );
        })}
      </p>
    </details>
  ));
};
