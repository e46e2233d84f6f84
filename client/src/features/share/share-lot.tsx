// Shares a lot with the phone's own sheet if there is one, else by WhatsApp or as a copied link.
import type { Auction } from "@jara/shared/auction";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { toast } from "../../store/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export const ShareLot = ({ auction }: { auction: Pick<Auction, "_id" | "title"> }) => {
  const [isOpen, setIsOpen] = useState(false);
  const url = `${window.location.origin}/auction/${auction._id}`;
  const share = async () => {
    if (!navigator.share) return setIsOpen(true);
    await navigator.share({ title: auction.title, url }).catch((error: unknown) => {
      // The person closed the sheet.
      if (!(error instanceof DOMException) || error.name !== "AbortError") setIsOpen(true);
    });
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success("Link copied");
      setIsOpen(false);
    } catch {
      toast.error("The link could not be copied. Copy it from the address bar.");
    }
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => void share()}>
        <Share2 aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Share</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Share this lot">
        <div className="grid gap-3">
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{url}</p>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(`${auction.title}\n${url}`)}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("primary")}
          >
            Share on WhatsApp
          </a>
          <Button variant="secondary" onClick={() => void copy()}>
            Copy link
          </Button>
        </div>
      </Dialog>
    </>
  );
};
