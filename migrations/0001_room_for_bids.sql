-- A bid updates its auction's row. With room on the page the new version needs no index entries of its own (HOT), and
-- the old one is cleared away by the next update instead of waiting for a vacuum.
ALTER TABLE "auctions" SET (fillfactor = 50);
