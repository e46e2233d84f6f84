import { transfersContract } from "../../../test/support/transfers-contract.ts";

transfersContract("postgres");
