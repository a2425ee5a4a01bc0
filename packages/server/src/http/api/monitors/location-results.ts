/** What one of several locations saw of a check, in answers. */

import { z } from "@hono/zod-openapi";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import type { LocationRecord } from "../../../domain/checks/record.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { type LocationNames, nameOf } from "../../../storage/locations/location-names.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { phases } from "../checks/observation-forms.ts";

export const locationResult = z
	.object({
		location: z
			.string()
			.nullable()
			.openapi({ description: "Null: where Lapwing itself runs, or a location that is gone.", example: "frankfurt" }),
		verdict: z.enum(VERDICTS),
		responseStatus: z.int().nullable(),
		responseTimeMs: z.int().min(0).nullable(),
		phases,
		reason: z.string().nullable(),
		phase: z.enum(PHASES).nullable(),
		message: z.string().nullable(),
		attempts: z.int(),
		startedAt: isoDateTime,
		completedAt: isoDateTime.nullable(),
	})
	.openapi("LocationResult");

export function locationForm(
	{ locationId, startedAt, completedAt, contentCheckId, ...seen }: LocationRecord,
	names: LocationNames,
) {
	return {
		...seen,
		location: nameOf(locationId, names),
		startedAt: isoOf(startedAt),
		completedAt: completedAt === null ? null : isoOf(completedAt),
	};
}
