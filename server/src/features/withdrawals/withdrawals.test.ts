import { withdrawalsContract } from "../../../test/support/withdrawals-contract.ts";

withdrawalsContract("pglite");
