// The table of contents of a long page: folded on a phone, beside the text and always in view on a desktop.
import { cx } from "../../lib/cx.ts";

interface Section {
  readonly id: string;
  readonly title: string;
}

const linkClass =
  "flex min-h-11 items-center text-ink-soft hover:text-brand hover:underline lg:min-h-8 lg:py-1 lg:leading-snug";

export const Contents = ({ sections, className }: { sections: readonly Section[]; className?: string }) => (
  <nav aria-label="On this page" className={cx("print:hidden", className)}>
    <details className="rounded-box border border-line bg-surface px-4 lg:hidden">
      <summary className="min-h-12 content-center font-semibold">On this page</summary>
      <Links sections={sections} className="border-line border-t py-2" />
    </details>
    <div className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto text-sm lg:block">
      <p className="mb-2 font-semibold">On this page</p>
      <Links sections={sections} className="border-line border-l pl-4" />
    </div>
  </nav>
);

const Links = ({ sections, className }: { sections: readonly Section[]; className: string }) => (
  <ul className={className}>
    {sections.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`} className={linkClass}>
          {title}
        </a>
      </li>
    ))}
  </ul>
);
