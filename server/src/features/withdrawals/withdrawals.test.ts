import { withdrawalsContract } from "../../../test/contracts/withdrawals-contract.ts";

withdrawalsContract();
