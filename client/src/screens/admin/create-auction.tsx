// The screen on which staff create an auction. The address names the lot draft that the form shows.
import type { Auction } from "@jara/shared/auction";
import type { HouseRules } from "@jara/shared/house-rules";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "#router";
import { CreateAuctionForm } from "../../features/create-auction/components/create-auction-form.tsx";
import { DraftOffer } from "../../features/create-auction/components/draft-offer.tsx";
import type { LotPreview } from "../../features/create-auction/components/review-dialog.tsx";
import { formOf, type NextLot } from "../../features/create-auction/draft-content.ts";
import { type DraftStart, emptyStart, formRulesOf, keptStart } from "../../features/create-auction/hooks/use-draft.ts";
import { keptContent } from "../../features/create-auction/kept-content.ts";
import { Gallery } from "../../features/gallery/gallery.tsx";
import { LotCard } from "../../features/lot-card/lot-card.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { ApiError } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { isFilledIn, newLotForm } from "../../lots/lot-form/lot-form.ts";
import { useSiteDetails } from "../../lots/site-details.ts";
import { draftAddress, lotDraftQuery } from "../../queries/lot-drafts.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LotFacts } from "../auction-detail/lot-facts.tsx";

const ADDRESS = "/create-auction";

const preview: LotPreview = {
  card: (auction) => <LotCard auction={auction} outbid={false} />,
  page: (auction) => (
    <>
      <Gallery media={auction.media} title={auction.title} />
      <LotFacts auction={auction} />
    </>
  ),
};

export const Component = () => {
  usePageTitle("Create Auction");
  const { user } = useAuth();
  const { details } = useSiteDetails();
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h1 className="font-bold text-xl">Create Auction</h1>
        {user && <CreateAuction key={user._id} seller={{ _id: user._id, username: user.username }} house={details} />}
      </div>
    </StaffOnly>
  );
};

interface OpenForm {
  /** The draft in the address. */
  at: string | null;
  /** The draft of the form. Its first save puts it into the address. */
  id: string;
  start: DraftStart;
  /** A number of its own for each form, so that nothing of another form stays. */
  number: number;
}
let opened = 0;

interface CreateAuctionProps {
  seller: Auction["seller"];
  /** The site's rules for new lots; undefined if they are not known. */
  house: HouseRules | undefined;
}

const CreateAuction = ({ seller, house }: CreateAuctionProps) => {
  const at = useSearchParams()[0].get("draft");
  const next = (useLocation().state as { next?: NextLot } | null)?.next;
  // After a reload the browser still has it, and then the last draft is offered beside it.
  const [nextBefore] = useState(next);
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenForm | null>(() => firstForm(seller._id, at, next, house));
  const [reloads, setReloads] = useState(0);

  // The site's rules may come after the form, which takes them unless somebody has begun to fill it in.
  const isBegun = useRef(false);
  const begin = () => (isBegun.current = true);
  const [taken, setTaken] = useState(house);
  if (house !== undefined && house !== taken) {
    setTaken(house);
    const isNew = open !== null && at === null && open.start.revision === 0 && !open.start.isUnsaved;
    const isUsual = !isFilledIn({ ...newLotForm, ...formRulesOf(house) });
    if (isNew && !isUsual && !isBegun.current) setOpen(withForm(at, emptyStart(next, house)));
  }

  // The address gets the draft's id with the first save, and the form stays. Any other change is another form.
  if (open && open.at !== at) {
    if (at === open.id) setOpen({ ...open, at });
    else setOpen(at === null ? withForm(at, emptyStart(next, house)) : null);
  }
  if (!open && at !== null) return <StoredDraft key={`${at} ${reloads}`} id={at} onFound={setOpen} />;
  if (!open) return null;
  return (
    <div className="contents" onChangeCapture={begin} onClickCapture={begin} onDropCapture={begin}>
      <CreateAuctionForm
        key={open.number}
        seller={seller}
        start={open.start}
        preview={preview}
        onStored={(id) => {
          setOpen({ ...open, id });
          void navigate(draftAddress(id), { replace: true, preventScrollReset: true });
        }}
        onNext={(kept) => {
          setOpen(withForm(at, emptyStart(kept, house)));
          void navigate(ADDRESS, { state: { next: kept } });
          window.scrollTo({ top: 0 });
        }}
        onReload={() => {
          keptContent.keep(seller._id, null);
          setReloads(reloads + 1);
          setOpen(null);
        }}
      >
        {at === null && !open.start.isUnsaved && next === nextBefore && <DraftOffer exceptId={open.start.id} />}
      </CreateAuctionForm>
    </div>
  );
};

/** Null while the draft in the address has to be read. */
const firstForm = (
  ownerId: string,
  at: string | null,
  next: NextLot | undefined,
  house: HouseRules | undefined,
): OpenForm | null => {
  const kept = keptContent.read(ownerId);
  if (kept && (at === null || at === kept.id)) return withForm(at, keptStart(kept));
  return at === null ? withForm(at, emptyStart(next, house)) : null;
};

const withForm = (at: string | null, start: DraftStart): OpenForm => {
  opened += 1;
  return { at, id: start.id, start, number: opened };
};

const StoredDraft = ({ id, onFound }: { id: string; onFound: (open: OpenForm) => void }) => {
  const query = useQuery(lotDraftQuery(id));
  const { data, error } = query;
  const latest = useRef(onFound);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    if (!data) return;
    const { revision, updatedAt, content } = data;
    const start = { id, revision, savedAt: updatedAt, form: formOf(content), media: content.media, isUnsaved: false };
    latest.current(withForm(id, start));
  }, [id, data]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice
        tone="warning"
        title="This draft is gone"
        action={
          <Link to={ADDRESS} className={buttonClass("secondary", "sm")}>
            New lot
          </Link>
        }
      >
        It was published, finished or deleted.
      </Notice>
    );
  }
  const loading = (
    <Loading isHidden shapes={["h-48", "h-48", "h-48"]}>
      Loading the draft...
    </Loading>
  );
  return (
    <Loaded query={query} failed="Failed to load the draft" loading={loading}>
      {() => loading}
    </Loaded>
  );
};
