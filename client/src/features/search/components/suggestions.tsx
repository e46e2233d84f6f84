// Suggestions below the search box while somebody types: the categories with such a name, the named place with the lots
// that are collected there, the lots that match best, and the whole search. They are links in a list: the arrow keys lead
// into it, and Escape closes it.
import * as calls from "@jara/shared/calls/auctions";
import { regionIn } from "@jara/shared/region-in";
import { regionLabel, regions } from "@jara/shared/regions";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "#router";
import { ask } from "../../../lib/api.ts";
import { firstImageUrl } from "../../../lib/media-url.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { useCategories } from "../../../store/categories.ts";
import { useSaver } from "../../../store/saver.ts";
import { Money } from "../../../ui/money.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { noFilters, writeFilters } from "../filters.ts";
import { facetsQuery } from "../queries.ts";
import { CategoryPicture } from "./category-picture.tsx";

const TYPING_PAUSE_MS = 250;
/** Shorter texts match too much to be worth a call. */
const LETTERS_MIN = 2;
const CATEGORIES_MAX = 2;
const LOTS_MAX = 5;
const KEPT_MS = 30 * 60_000;

/** The lots that match words best, as somebody types them. A failure is not tried again, because the next letter asks anew. */
const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: ["auctions", "suggested", search],
    queryFn: ({ signal }) =>
      ask(calls.listAuctions, { query: { search, sortBy: "relevance", page: 1, limit: LOTS_MAX }, signal }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    retry: false,
  });

interface SuggestionsProps {
  input: RefObject<HTMLInputElement | null>;
  /** The text of the list on the screen, for which there is nothing to suggest. */
  searched: string;
}

/** Returns what is typed, once the typing has paused, and whether the list is open. */
const useTyped = (input: SuggestionsProps["input"]) => {
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const follow = () => {
      setTyped(box.value.trim());
      setOpen(true);
    };
    const close = () => setOpen(false);
    follow();
    box.addEventListener("input", follow);
    box.form?.addEventListener("submit", close);
    return () => {
      box.removeEventListener("input", follow);
      box.form?.removeEventListener("submit", close);
    };
  }, [input]);
  useEffect(() => {
    const pause = setTimeout(setWords, TYPING_PAUSE_MS, typed);
    return () => clearTimeout(pause);
  }, [typed]);
  return { words: typed.length < LETTERS_MIN ? "" : words, isOpen, close: () => setOpen(false) };
};

/** The arrow keys move the focus through the box and the links; Escape and leaving both close the list. */
const useKeys = (input: SuggestionsProps["input"], list: RefObject<HTMLElement | null>, close: () => void) => {
  useEffect(() => {
    const row = list.current?.parentElement;
    if (!row) return;
    const move = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        close();
        input.current?.focus();
      }
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const places = [input.current, ...(list.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];
      const at = places.indexOf(document.activeElement as HTMLInputElement);
      const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!row.contains(relatedTarget as Node | null)) close();
    };
    // Safari gives a pressed link no focus, so that the list would close before the click.
    const keepFocus = (event: MouseEvent) => event.preventDefault();
    const shown = list.current;
    shown?.addEventListener("mousedown", keepFocus);
    row.addEventListener("keydown", move);
    row.addEventListener("focusout", leave);
    return () => {
      shown?.removeEventListener("mousedown", keepFocus);
      row.removeEventListener("keydown", move);
      row.removeEventListener("focusout", leave);
    };
  });
};

/** The name of a place, also with the word "state" after it, or the beginning of that word at the end. */
const namesOf = (region: string): RegExp => new RegExp(` ${region} (state |s(t(at?)?)? $)?`);

/** The place that the words name, or whose name begins so, and the other words. */
const namedPlace = (words: string) => {
  const typed = words.toLowerCase();
  const named = regionIn(typed);
  if (named) return { region: named, search: ` ${typed} `.replace(namesOf(named), " ").trim() };
  const begun = typed.length < 3 ? undefined : regions.find((region) => region.startsWith(typed));
  return begun ? { region: begun, search: "" } : null;
};

/** Returns the place that the words name; null if they name none, or no lot is collected there. */
const usePlace = (words: string, isWanted: boolean) => {
  const named = namedPlace(words);
  const filters = { ...noFilters, search: named?.search ?? "" };
  const { data } = useQuery({ ...facetsQuery(filters), enabled: isWanted && named !== null });
  const lots = named && data?.location[named.region];
  if (!lots) return null;
  const place = regionLabel(named.region);
  return {
    to: { search: writeFilters({ ...filters, location: named.region }).toString() },
    words: named.search ? `“${named.search}”, collect in ${place}` : `Collect in ${place}`,
    lots: lotsWords(lots),
  };
};

export const Suggestions = ({ input, searched }: SuggestionsProps) => {
  const list = useRef<HTMLDivElement>(null);
  const { words, isOpen, close } = useTyped(input);
  useKeys(input, list, close);
  const isSaver = useSaver();
  const isWanted = isOpen && words !== "" && words !== searched && !isSaver;
  const { data, isPlaceholderData } = useQuery({ ...suggestionsQuery(words), enabled: isWanted });
  const place = usePlace(words, isWanted);
  const named = useCategories().filter(
    ({ label, isRetired }) => !isRetired && ` ${label.toLowerCase()}`.includes(` ${words.toLowerCase()}`),
  );
  return (
    // The element is always there, because the keys are followed from where it stands.
    <div ref={list} className="-inset-x-2 absolute top-full z-30 mt-1">
      {isWanted && data && (
        <div className="overflow-hidden rounded-box border border-line-strong bg-surface shadow-raised">
          <p role="status" className="sr-only">
            {data.total === 1 ? "1 lot matches." : `${data.total} lots match.`}
          </p>
          {/* The call answers similar or fewer words if no lot has them all. */}
          {data.searchedFor && !isPlaceholderData && (
            <p className="px-3 pt-2 text-ink-soft text-sm">{`No lot has “${words}”. Similar: “${data.searchedFor}”.`}</p>
          )}
          <ul aria-label="Suggestions">
            {named.slice(0, CATEGORIES_MAX).map(({ code, label }) => (
              <li key={code}>
                <Link
                  to={{ search: writeFilters({ ...noFilters, category: code }).toString() }}
                  onClick={() => {
                    if (input.current) input.current.value = "";
                    close();
                  }}
                  className={row}
                >
                  <CategoryPicture category={code} />
                  <span className="font-semibold">{label}</span>
                  <span className="ml-auto shrink-0 text-ink-soft">Category</span>
                </Link>
              </li>
            ))}
            {place && (
              <li>
                <Link
                  to={place.to}
                  onClick={() => {
                    if (input.current) input.current.value = "";
                    close();
                  }}
                  className={row}
                >
                  <MapPin aria-hidden className="size-8 shrink-0 p-1.5 text-brand" />
                  <span className="font-semibold">{place.words}</span>
                  <span className="ml-auto shrink-0 text-ink-soft">{place.lots}</span>
                </Link>
              </li>
            )}
            {data.auctions.map((auction) => (
              <li key={auction._id}>
                <Link to={`/auction/${auction._id}`} onClick={close} className={row}>
                  <Thumbnail src={firstImageUrl(auction)} />
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {auction.title}
                  </span>
                  <Money amount={auction.currentPrice} currency={auction.currency} className="shrink-0 font-bold" />
                </Link>
              </li>
            ))}
            {data.total > LOTS_MAX && (
              <li>
                <button type="submit" className={`${row} w-full font-semibold text-brand`}>
                  {`See all ${data.total} lots`}
                </button>
              </li>
            )}
          </ul>
          {data.total === 0 && !isPlaceholderData && named.length === 0 && !place && (
            <p className="px-3 py-3 text-sm">{`No lot matches “${words}”.`}</p>
          )}
        </div>
      )}
    </div>
  );
};

/** The thumbnail has no words where there is no picture, because it is too small for them. */
const Thumbnail = ({ src }: { src: string | null }) => (
  <span className="size-8 shrink-0">
    {src && <Picture src={src} alt="" eager sizes="2rem" className="size-8 rounded-box" />}
  </span>
);

const row = "flex min-h-11 items-center gap-2 px-3 py-1 text-sm hover:bg-sunken focus-visible:bg-sunken";
