-- Nothing was read by it, and every bid paid for it. A clean-up makes its own (docs/scaling.md, step 3).
DROP INDEX "commands_created";
