// One sale (staff who make lots): the actions on the whole sale, its texts and times, and its lots and their order
// while it is a draft.
import type { Sale, SaleAnswer } from "@jara/shared/rest/sales";
import { CATALOGUE_LOTS_MAX } from "@jara/shared/sale-limits";
import { useState } from "react";
import { Link, useParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { SaleHeader } from "../../features/sales/components/sale-header.tsx";
import { CopySale } from "../../features/sales/staff/components/copy-dialog.tsx";
import { ImportedLots } from "../../features/sales/staff/components/imported-lots.tsx";
import { LateLots } from "../../features/sales/staff/components/late-lots.tsx";
import { LotsChooser } from "../../features/sales/staff/components/lots-chooser.tsx";
import { SaleControls } from "../../features/sales/staff/components/sale-controls.tsx";
import { SaleFields } from "../../features/sales/staff/components/sale-fields.tsx";
import { useDraftLots } from "../../features/sales/staff/hooks/use-draft-lots.ts";
import { unagreedOf, useLotTerms } from "../../features/sales/staff/hooks/use-lot-terms.ts";
import { useUpdateSale } from "../../features/sales/staff/hooks/use-sale-changes.ts";
import { useStaffSale } from "../../features/sales/staff/hooks/use-staff-sale.ts";
import { downloadCatalogue } from "../../features/sales/staff/queries.ts";
import { changeOf } from "../../features/sales/staff/sale-form.ts";
import { useIsSaving } from "../../features/sales/staff/saves-store.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { SaleResults } from "../../features/settlements/components/sale-results.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { toast } from "../../store/toast.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";

export const Component = () => (
  <StaffOnly use="lots:edit">
    <SalePage />
  </StaffOnly>
);

const SalePage = () => {
  const { id = "" } = useParams();
  const query = useStaffSale(id);
  usePageTitle(query.data?.sale.title ?? "Sale");
  return (
    <Loaded query={query} failed={(error) => messageOf(error, "Failed to load the sale")}>
      {(answer) => <SaleOf key={id} answer={answer} />}
    </Loaded>
  );
};

const SaleOf = ({ answer: { sale, action = null } }: { answer: SaleAnswer }) => {
  const isDraft = sale.status === "draft";
  const lots = useDraftLots(sale);
  const terms = useLotTerms(sale);
  const [isTyped, setIsTyped] = useState(false);
  const catalogue = sale.lotCount > 0 && sale.lotCount <= CATALOGUE_LOTS_MAX && (
    <DownloadButton
      text="Catalogue as PDF"
      failed="Failed to download the catalogue"
      save={() => downloadCatalogue(sale._id)}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SaleHeader sale={sale} back="/admin/sales" nowMs={serverNow()}>
        <div className="flex flex-wrap gap-2">
          {!isDraft && (
            <>
              <Link to={`/admin/sales/${sale._id}/console`} className={buttonClass("primary", "sm")}>
                Console
              </Link>
              <Link to={`/sales/${sale._id}`} className={buttonClass("secondary", "sm")}>
                As bidders see it
              </Link>
              <May use="settlements:read">
                <Link to={`/admin/sales/${sale._id}/bidders`} className={buttonClass("secondary", "sm")}>
                  Bidders
                </Link>
                <Link to={`/admin/settlements?sale=${sale._id}`} className={buttonClass("secondary", "sm")}>
                  Settlements and papers
                </Link>
              </May>
              {sale.isOver && (
                <Link to={`/admin/auctions?ended=unsold&sale=${sale._id}`} className={buttonClass("secondary", "sm")}>
                  Unsold lots
                </Link>
              )}
              <CopySale sale={sale} />
            </>
          )}
          {catalogue}
        </div>
      </SaleHeader>
      <SaleControls
        sale={sale}
        action={action}
        lots={lots.chosen}
        unagreed={unagreedOf(lots.chosen, terms)}
        onLotsChanged={lots.retry}
        unsaved={lots.isUnsaved ? "lots" : isTyped ? "texts and times" : null}
      />
      {sale.isOver && (
        <May use="settlements:read">
          <SaleResults saleId={sale._id} />
        </May>
      )}
      {isDraft && lots.isLoaded && <ImportedLots saleId={sale._id} lots={lots} />}
      {isDraft && lots.isLoaded && <LotsChooser saleId={sale._id} lots={lots} terms={terms} />}
      {isDraft && lots.isFailed && <RetryNotice onRetry={lots.retry}>Failed to load the lots of this sale</RetryNotice>}
      {!isDraft &&
        !sale.isOver &&
        (sale.isPaused ? (
          <Panel title="Add a late lot">
            <p className="text-ink-soft text-sm">
              Not while the sale is paused, because a late lot gets its times at once. Resume the sale first.
            </p>
          </Panel>
        ) : (
          <LateLots sale={sale} />
        ))}
      <Details sale={sale} onDirty={setIsTyped} />
    </div>
  );
};

const Details = ({ sale, onDirty }: { sale: Sale; onDirty: (isDirty: boolean) => void }) => {
  const { mutate, isPending, isError, error, reset } = useUpdateSale(sale._id);
  const isOtherSave = useIsSaving(sale._id) && !isPending;
  return (
    <Panel title="Texts and times">
      <SaleFields
        sale={sale}
        isPending={isPending}
        isBlocked={isOtherSave}
        problem={isError ? messageOf(error, "Failed to save the sale") : null}
        submitLabel="Save"
        onDirty={onDirty}
        onDiscard={reset}
        onSubmit={(values, seen, saved) =>
          mutate(changeOf(values, seen ?? sale), {
            onSuccess: (answer) => {
              saved(answer.sale);
              toast.success("Sale saved");
            },
          })
        }
      />
    </Panel>
  );
};
