// The categories of lots: their form and their words.
import { CATEGORY_LABEL_MAX, type SettingValues, type SiteCategory } from "@jara/shared/site-settings";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/check.tsx";
import { Input } from "../../ui/field.tsx";
import { type EditorProps, iconButton, nextKey, type SettingForm } from "./setting-form.ts";

interface TypedCategories {
  rows: (SiteCategory & { key: number; isNew: boolean })[];
}

/** The code that a label suggests. */
const codeOf = (label: string): string =>
  label
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, 30);

const CategoriesEditor = ({ typed, onChange, mistakes }: EditorProps<TypedCategories>) => {
  const { rows } = typed;
  const setRow = (n: number, change: Partial<(typeof rows)[number]>) =>
    onChange({ rows: rows.map((row, index) => (index === n ? { ...row, ...change } : row)) });
  const move = (n: number, by: number) => {
    const next = [...rows];
    const [row] = next.splice(n, 1);
    if (row) next.splice(n + by, 0, row);
    onChange({ rows: next });
  };
  return (
    <>
      <ul className="grid divide-y divide-line border-line border-y">
        {rows.map((row, n) => {
          const wrong = mistakes[`${n}.label`] ?? mistakes[`${n}.code`];
          return (
            <li key={row.key} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-2">
              <div className="col-span-full">
                {" "}
                <Input
                  aria-label={`Name of category ${n + 1}`}
                  aria-invalid={wrong ? true : undefined}
                  maxLength={CATEGORY_LABEL_MAX}
                  value={row.label}
                  onChange={({ target }) =>
                    setRow(n, { label: target.value, ...(row.isNew && { code: codeOf(target.value) }) })
                  }
                />
              </div>
              <span className="truncate text-ink-soft text-sm" title="The code never changes">
                {row.code || "—"}
              </span>
              <Check
                label="Offered"
                checked={!row.isRetired}
                onChange={(isOffered) => setRow(n, { isRetired: !isOffered })}
              />
              <span className="flex justify-end">
                <button
                  type="button"
                  aria-label={`Move ${row.label || "the category"} up`}
                  disabled={n === 0}
                  onClick={() => move(n, -1)}
                  className={iconButton}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </button>
                <button
                  type="button"
                  aria-label={`Move ${row.label || "the category"} down`}
                  disabled={n === rows.length - 1}
                  onClick={() => move(n, 1)}
                  className={iconButton}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </button>
                {row.isNew && (
                  <button
                    type="button"
                    aria-label={`Remove ${row.label || "the new category"}`}
                    onClick={() => onChange({ rows: rows.filter((_, index) => index !== n) })}
                    className={iconButton}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                )}
              </span>
              {wrong && (
                <p role="alert" className="col-span-full font-medium text-danger text-sm">
                  {wrong}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() =>
          onChange({ rows: [...rows, { key: nextKey(), isNew: true, code: "", label: "", isRetired: false }] })
        }
      >
        <Plus aria-hidden className="size-4" /> Add a category
      </Button>
    </>
  );
};

export const categoriesForm: SettingForm<SettingValues["categories"], TypedCategories> = {
  toTyped: (all) => ({ rows: all.map((one) => ({ ...one, key: nextKey(), isNew: false })) }),
  toValue: ({ rows }) =>
    rows.map(({ code, label, isRetired }) => ({ code: code.trim(), label: label.trim(), isRetired })),
  inWords: (all) => all.map(({ code, label, isRetired }) => [label, isRetired ? `${code}, retired` : code]),
  Editor: CategoriesEditor,
};
