// A legal page: its text in the version in force or an earlier one, a table of contents, and all versions. A signed-in reader
// sees which version they accepted.
import type { LegalText, LegalPage as Page } from "@jara/shared/rest/legal";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { Link, useSearchParams } from "#router";
import { Contents } from "../../features/legal/contents.tsx";
import { LegalBlocks } from "../../features/legal/legal-blocks.tsx";
import { legalQuery } from "../../features/legal/queries.ts";
import { consentsQuery } from "../../features/own-data/queries.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { ApiError } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useHashTarget } from "../../lib/use-hash-target.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { prose } from "../../ui/text-page.tsx";

/** Shown while the text is loading, so that the heading does not move. */
const titles: Record<Page, string> = {
  terms: "Terms of service",
  privacy: "Privacy policy",
  "buyer-protection": "Buyer protection",
  refunds: "Payments and refunds",
  "seller-terms": "Seller terms",
};

export const LegalPage = ({ page }: { page: Page }) => {
  usePageTitle(titles[page]);
  const [params] = useSearchParams();
  const version = params.get("version");
  const query = useQuery(legalQuery(page, version));
  const { data, error } = query;
  return (
    <article className="grid gap-6 pt-2 md:pt-4">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl lg:text-2xl">{titles[page]}</h1>
        {data ? <VersionLine data={data} /> : <Skeleton className="h-11 w-64" />}
      </div>
      {!data && error instanceof ApiError && error.status === 404 ? (
        <Notice tone="error" action={<InForce page={page} />}>
          There is no such version of this page.
        </Notice>
      ) : (
        <Loaded query={query} failed="Failed to load this page" loading={<Skeleton className="h-[60vh]" />}>
          {(text) => <Text data={text} />}
        </Loaded>
      )}
    </article>
  );
};

const day = new Intl.DateTimeFormat("en-NG", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const dayOf = (version: string): string => day.format(new Date(`${version}T00:00:00Z`));
const lagosDay = new Intl.DateTimeFormat("en-NG", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Africa/Lagos",
});

const VersionLine = ({ data: { page, version, isInForce, notes } }: { data: LegalText }) => (
  <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
    <p className="text-ink-soft text-sm">
      Version of <time dateTime={version}>{dayOf(version)}</time>
      {isInForce && ", in force"}
      <Accepted page={page} version={version} />
      <NotesLink notes={notes} />
    </p>
    <Button variant="ghost" size="sm" className="-mx-3 print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      Print
    </Button>
  </div>
);

const Accepted = ({ page, version }: Pick<LegalText, "page" | "version">) => {
  const { user } = useAuth();
  const { data } = useQuery({ ...consentsQuery(user?._id ?? ""), enabled: user !== null });
  const own = user && data?.accepted.find((one) => one.document === page && one.version === version);
  return own ? <span>. You accepted it on {lagosDay.format(new Date(own.at))}.</span> : null;
};

/** The anchor of the notes, which the form of questions links to. */
const NOTES = "notes";

const NotesLink = ({ notes }: Pick<LegalText, "notes">) => {
  const last = notes.at(-1);
  return (
    last && (
      <>
        {" · "}
        <a href={`#${NOTES}`} className={textLinkClass}>
          Note of {dayOf(last.date)}
        </a>
      </>
    )
  );
};

/** Notes that were added after the version was published. */
const Notes = ({ notes }: Pick<LegalText, "notes">) =>
  notes.length > 0 && (
    <section aria-labelledby={NOTES} className="grid gap-3 border-line border-t pt-6">
      <h2 id={NOTES} className="scroll-mt-20 font-bold text-lg">
        Notes
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">
        They explain points that this version does not mention. You do not have to accept them again.
      </p>
      {notes.map(({ date, blocks }) => (
        <div key={date} className="grid gap-2">
          <h3 className="font-semibold">
            <time dateTime={date}>{dayOf(date)}</time>
          </h3>
          <div className={prose}>
            <LegalBlocks blocks={blocks} />
          </div>
        </div>
      ))}
    </section>
  );

const Text = ({ data: { page, isInForce, intro, sections, notes, versions, version } }: { data: LegalText }) => {
  useHashTarget(true);
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <Contents sections={sections} className="lg:col-start-2 lg:row-span-3 lg:row-start-1" />
      <div className="grid gap-6">
        {!isInForce && (
          <Notice tone="warning" action={<InForce page={page} />}>
            This is an earlier version. It is no longer in force.
          </Notice>
        )}
        {intro.length > 0 && (
          <div className={`${prose} max-w-2xl text-lg`}>
            <LegalBlocks blocks={intro} />
          </div>
        )}
        {sections.map(({ id, title, blocks }) => (
          <section key={id} aria-labelledby={id} className="grid gap-3">
            <h2 id={id} className="scroll-mt-20 font-bold text-lg">
              {title}
            </h2>
            <div className={prose}>
              <LegalBlocks blocks={blocks} />
            </div>
          </section>
        ))}
        <Notes notes={notes} />
      </div>
      <Versions page={page} versions={versions} shown={version} />
    </div>
  );
};

const InForce = ({ page }: { page: Page }) => (
  <Link to={`/${page}`} className={textLinkClass}>
    Read the version in force
  </Link>
);

type VersionsProps = Pick<LegalText, "page" | "versions"> & { shown: string };

const Versions = ({ page, versions, shown }: VersionsProps) => (
  <section aria-labelledby="versions" className="grid max-w-prose gap-3 border-line border-t pt-6 print:hidden">
    <h2 id="versions" className="scroll-mt-20 font-bold text-lg">
      All versions
    </h2>
    <ul className="grid gap-2">
      {versions.map(({ version, change }, at) => (
        <li key={version} className="text-sm">
          <Link
            to={at === 0 ? `/${page}` : `/${page}?version=${version}`}
            aria-current={version === shown ? "page" : undefined}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-8"
          >
            {dayOf(version)}
          </Link>
          {at === 0 && " (in force)"}
          <span className="block text-ink-soft">{change}</span>
        </li>
      ))}
    </ul>
  </section>
);
