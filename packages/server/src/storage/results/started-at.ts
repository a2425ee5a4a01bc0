/** SQL: when the deciding attempt of the check `c` began, epoch milliseconds. */

import { sql } from "kysely";
import { MINUTE_MS } from "../../domain/durations.ts";

export const STARTED_AT = sql`(cast(c.minute as bigint) * ${sql.lit(MINUTE_MS)} + c.started_ms)`;
