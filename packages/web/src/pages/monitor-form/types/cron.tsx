import { LIMITS } from "../../../api/client/limits.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { interval } from "../../../format/duration.ts";
import { ownTimeZone } from "../../../format/instant.ts";
import { numberWithin } from "../../../ui/forms/spec-fields.tsx";
import { ScheduleText } from "../../../ui/schedule-text.tsx";
import type { MonitorType } from "../type.ts";

const { every, graceSeconds, maxRuntimeSeconds } = LIMITS.CronMonitorCreate;
/** Offered where the API has no default. */
const USUAL_PERIOD_SECONDS = 3600;

/** What the fields are, and what those that are typed mean. */
function ScheduleHint({ schedule, timeZone }: { schedule: string; timeZone: string }) {
	return (
		<>
			Minute, hour, day of the month, month, day of the week.{" "}
			<span className="block text-text">
				<ScheduleText schedule={schedule} timeZone={timeZone || ownTimeZone()} />
			</span>
		</>
	);
}

export const cron: MonitorType<MonitorOf<"cron">> = {
	about: "Waits for a job to report each run: a cron job, a timer, a pipeline. A run that does not come is down.",
	fields: [
		{
			name: "when",
			kind: "choice",
			label: "Runs",
			initial: "schedule",
			values: [
				{ value: "schedule", label: "at fixed times" },
				{ value: "every", label: "every so often" },
			],
		},
		{
			name: "schedule",
			kind: "text",
			label: "Cron expression",
			hint: ({ schedule, timeZone }) => <ScheduleHint schedule={String(schedule)} timeZone={String(timeZone)} />,
			placeholder: "0 3 * * *",
			initial: "",
			mono: true,
			isShown: ({ when }) => when !== "every",
		},
		{
			name: "timeZone",
			kind: "text",
			label: "Time zone",
			hint: "Yours, unless the clock of the job goes by another one.",
			initial: ownTimeZone(),
			isShown: ({ when }) => when !== "every",
		},
		{
			name: "every",
			label: "At the latest every",
			unit: "s",
			...numberWithin(every),
			initial: USUAL_PERIOD_SECONDS,
			isShown: ({ when }) => when === "every",
		},
		{
			name: "graceSeconds",
			label: "Grace",
			hint: "How long a run may be late.",
			unit: "s",
			...numberWithin(graceSeconds),
		},
		{
			name: "maxRuntimeSeconds",
			label: "Longest run",
			hint: "Longer is degraded. Needs a report of the start. Left empty: however long.",
			unit: "s",
			...numberWithin(maxRuntimeSeconds),
		},
	],
	without: ["intervalSeconds", "timeoutSeconds", "degradedAfterMs"],
	speaksTls: () => false,
	hasContentChecks: false,
	canTry: false,
	nameOf: ({ when, schedule, every }) =>
		when === "every" ? `Job, ${interval(Number(every))}` : schedule ? `Job at ${schedule}` : "",
	read: (address) => (/^[\d*/,-]+(?:\s+[\w*/,#-]+){4}$/.test(address) ? { when: "schedule", schedule: address } : null),
	ownOf: ({ schedule, every }) => ({
		when: schedule === null ? "every" : "schedule",
		schedule: schedule ?? "",
		every: every ?? USUAL_PERIOD_SECONDS,
	}),
	// The fields of the other way are not shown, so they are not among the members.
	settingsOf: ({ when, ...members }) => ({ ...members, [when === "every" ? "schedule" : "every"]: null }),
};
