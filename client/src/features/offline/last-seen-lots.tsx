// The list that Home and the watchlist show without a connection: the lots that this browser saw last, each with the
// time of its price.
import { Link } from "#router";
import { ownerOf } from "../../lib/own-storage.ts";
import { useSession } from "../../store/session.ts";
import { Picture } from "../../ui/picture.tsx";
import { NoConnection } from "./no-connection.tsx";
import { readSeenLots, type SeenLot } from "./seen-lots.ts";
import { SeenPrice } from "./seen-price.tsx";

export const LastSeenLots = () => {
  const owner = useSession(ownerOf);
  const lots = readSeenLots(owner);
  return (
    <section aria-labelledby="last-seen" className="grid grid-cols-1 gap-4">
      <NoConnection>
        {lots.length > 0
          ? "These lots are as you saw them last, and their prices may have moved."
          : "Lots that you have seen appear here without a connection."}
      </NoConnection>
      {lots.length > 0 && (
        <>
          <h2 id="last-seen" className="font-bold text-lg">
            Seen last
          </h2>
          <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
            {lots.map((lot) => (
              <li key={lot._id}>
                <Card lot={lot} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

/** No time left: the end may have moved, and only the server says that an auction has ended. */
const Card = ({ lot }: { lot: SeenLot }) => (
  <Link
    to={`/auction/${lot._id}`}
    className="grid h-full content-start overflow-hidden rounded-box border border-line bg-surface hover:border-line-strong"
  >
    <Picture
      src={lot.imageUrl}
      alt=""
      sizes="(min-width: 768px) 15rem, 50vw"
      className="aspect-square w-full md:aspect-[4/3]"
    />
    <span className="grid grid-cols-1 gap-1 p-3">
      <span dir="auto" className="line-clamp-2 min-h-10 font-semibold text-sm">
        {lot.title}
      </span>
      <SeenPrice lot={lot} className="text-base" />
    </span>
  </Link>
);
