import { sql } from "kysely";

/** The clock of PostgreSQL as it is when this is evaluated, also late in a transaction; epoch milliseconds. */
export const SERVER_CLOCK = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
