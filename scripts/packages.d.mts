export declare const packages: readonly string[];
