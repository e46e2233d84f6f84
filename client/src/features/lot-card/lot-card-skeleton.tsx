// The placeholder of a lot's card, so that nothing moves when the lot is loaded.
import { Skeleton } from "../../ui/skeleton.tsx";

export const LotCardSkeleton = () => (
  <div aria-hidden className="overflow-hidden rounded-box border border-line bg-surface">
    <Skeleton className="aspect-[4/3] w-full rounded-none" />
    <div className="grid gap-3 p-4">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-4 w-full" />
    </div>
  </div>
);
