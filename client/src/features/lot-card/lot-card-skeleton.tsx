// The placeholder of a lot's card, so that nothing moves when the lot is loaded.
import { Skeleton } from "../../ui/skeleton.tsx";

export const LotCardSkeleton = () => (
  <div aria-hidden className="overflow-hidden rounded-box border border-line bg-surface">
    <Skeleton className="aspect-square w-full rounded-none md:aspect-[4/3]" />
    <div className="grid gap-2 p-2 md:p-3">
      <Skeleton className="h-8 w-4/5 md:h-10" />
      <Skeleton className="h-11 w-3/5 md:h-6" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="hidden h-5 w-full md:block" />
    </div>
  </div>
);
