/** Monitors of jobs, which report each run by themselves (../jobs/runs.ts). */

import { z } from "zod";
import { expressionProblem, MAX_EXPRESSION_LENGTH } from "../jobs/run-schedule.ts";
import { timeZoneField } from "../local-time.ts";
import { duration } from "../time-text.ts";
import { importedAddresses, importedAddressProblems, mapImportedAddresses } from "./imported-addresses.ts";
import { monitorType } from "./type.ts";

const schedule = z
	.string()
	.max(MAX_EXPRESSION_LENGTH)
	.superRefine((value, context) => {
		const problem = expressionProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.nullable()
	.meta({
		pattern: "^\\s*\\S+(\\s+\\S+){4}\\s*$",
		description: "When the job is due, as a cron expression of five fields. Null when `every` is given.",
		example: "0 2 * * *",
	})
	.default(null);

const timeZone = timeZoneField
	.meta({ description: "Of `schedule`: a name of the IANA time zone database.", example: "Europe/Berlin" })
	.default("UTC");

export const cron = monitorType({
	type: "cron",
	fields: {
		schedule,
		timeZone,
		every: z
			.int()
			.min(60)
			.max(31_536_000)
			.nullable()
			.meta({
				description: "Seconds from one run to the next, at the most. Null when `schedule` is given.",
				example: null,
			})
			.default(null),
		graceSeconds: z
			.int()
			.min(60)
			.max(86_400)
			.meta({ description: "A run that sent nothing this long after it was due is down.", example: 300 })
			.default(300),
		maxRuntimeSeconds: z
			.int()
			.min(1)
			.max(86_400)
			.nullable()
			.meta({
				description:
					"A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job " +
					"reports its start. Null: the end must come within the grace after the start, and no run is degraded.",
				example: 3600,
			})
			.default(null),
	},
	options: { importedAddresses },
	example: { name: "Nightly backup", schedule: "0 2 * * *", timeZone: "Europe/Berlin", graceSeconds: 1800 },
	takesContentChecks: false,
	degradedIsSuccessful: true,
	isProbed: false,
	normalized: (settings) => ({
		...settings,
		schedule: settings.schedule === null ? null : settings.schedule.trim().split(/\s+/).join(" "),
	}),
	targetOf: ({ schedule, every }) => schedule ?? `every ${duration((every ?? 0) * 1000)}`,
	expectationOf: ({ schedule, timeZone, every, graceSeconds, maxRuntimeSeconds }) => ({
		...(schedule === null ? { every } : { schedule, timeZone }),
		graceSeconds,
		maxRuntimeSeconds,
	}),
	mapSecrets: ({ importedAddresses: addresses, ...settings }, change) =>
		addresses === undefined ? settings : { ...settings, importedAddresses: mapImportedAddresses(addresses, change) },
	problemsOf({ schedule, every, importedAddresses: addresses = {} }) {
		const problems = importedAddressProblems(addresses);
		if (schedule === null && every === null) {
			return [{ path: "/schedule", message: "Give a cron expression, or a period in `every`." }, ...problems];
		}
		if (schedule === null || every === null) return problems;
		return [{ path: "/every", message: "Give either `schedule` or `every`, and null for the other." }, ...problems];
	},
	speaksTls: () => false,
	shortfallOf: () => null,
});
