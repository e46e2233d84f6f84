// Sales (staff who make lots): drafts, running and past sales, and the form of a new one.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "#router";
import { SaleList } from "../../features/sales/components/sale-list.tsx";
import { salesQuery } from "../../features/sales/queries.ts";
import { CopySale } from "../../features/sales/staff/components/copy-dialog.tsx";
import { SaleFields } from "../../features/sales/staff/components/sale-fields.tsx";
import { useCreateSale } from "../../features/sales/staff/hooks/use-sale-changes.ts";
import { bodyOf } from "../../features/sales/staff/sale-form.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";

export const Component = () => {
  usePageTitle("Sales");
  const isForImport = useSearchParams()[0].has("import");
  const [isNew, setIsNew] = useState(false);
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Sales</h1>
          <div className="flex flex-wrap gap-2">
            <Link to="/sales" className={buttonClass("secondary")}>
              As bidders see them
            </Link>
            <Link to="/admin/imports" className={buttonClass("secondary")}>
              Import lots
            </Link>
            {!isNew && <Button onClick={() => setIsNew(true)}>Create a sale</Button>}
          </div>
        </div>
        {isForImport && (
          <Notice tone="muted">
            Choose a sale for the imported lots, or create a new one. A published sale takes them one by one, as late
            lots.
          </Notice>
        )}
        {isNew && <NewSale onCancel={() => setIsNew(false)} />}
        <AllSales />
      </div>
    </StaffOnly>
  );
};

const NewSale = ({ onCancel }: { onCancel: () => void }) => {
  const navigate = useNavigate();
  // Names an import whose lots the sale is to have.
  const { search } = useLocation();
  const { mutate, isPending, isError, error } = useCreateSale();
  return (
    <Panel
      title="New sale"
      action={
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p className="text-ink-soft">It is a draft first, which only staff see. You choose its lots on the next page.</p>
      <SaleFields
        sale={null}
        isPending={isPending}
        problem={isError ? messageOf(error, "Failed to create the sale") : null}
        submitLabel="Create the draft"
        onSubmit={(values) =>
          mutate(bodyOf(values), { onSuccess: ({ sale }) => void navigate(`/admin/sales/${sale._id}${search}`) })
        }
      />
    </Panel>
  );
};

const AllSales = () => {
  const { search } = useLocation();
  const query = useInfiniteQuery(salesQuery);
  const sales = query.data?.pages.flatMap((page) => page.sales) ?? [];
  const parts = [
    ["Drafts", sales.filter(({ status }) => status === "draft")],
    ["Published", sales.filter(({ status, isOver }) => status === "published" && !isOver)],
    ["Over", sales.filter(({ isOver }) => isOver)],
  ] as const;
  const last = sales.find(({ isOver }) => isOver);
  return (
    <Loaded
      query={query}
      failed="Failed to load the sales"
      loading={<Loading shapes={["h-32"]}>Loading sales...</Loading>}
      empty={() =>
        sales.length === 0 && (
          <EmptyState title="There are no sales.">Create one, add drafts of lots to it, and publish it.</EmptyState>
        )
      }
    >
      {() => (
        <>
          {last && (
            <div className="flex">
              <CopySale key={last._id} sale={last} label="Duplicate last week's sale" />
            </div>
          )}
          {parts.map(
            ([title, part]) =>
              part.length > 0 && (
                <section key={title} aria-label={title} className="grid gap-3">
                  <h2 className="font-bold text-lg">{title}</h2>
                  <SaleList sales={part} pathOf={({ _id, isOver }) => `/admin/sales/${_id}${isOver ? "" : search}`} />
                </section>
              ),
          )}
          <LoadMore query={query} />
        </>
      )}
    </Loaded>
  );
};
