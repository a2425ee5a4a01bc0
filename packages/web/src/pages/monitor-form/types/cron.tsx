import { interval } from "../../../format/duration.ts";
import { ownTimeZone } from "../../../format/instant.ts";
import { ScheduleText } from "../../../ui/schedule-text.tsx";
import type { MonitorType } from "../type.ts";

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

export const cron: MonitorType = {
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
			kind: "number",
			label: "At the latest every",
			unit: "s",
			initial: 3600,
			min: 60,
			max: 31_536_000,
			isShown: ({ when }) => when === "every",
		},
		{
			name: "graceSeconds",
			kind: "number",
			label: "Grace",
			hint: "How long a run may be late.",
			unit: "s",
			initial: 300,
			min: 60,
			max: 86_400,
		},
		{
			name: "maxRuntimeSeconds",
			kind: "number",
			label: "Longest run",
			hint: "Longer is degraded. Needs a report of the start. Left empty: however long.",
			unit: "s",
			initial: null,
			min: 1,
			max: 86_400,
		},
	],
	without: ["intervalSeconds", "timeoutSeconds", "degradedAfterMs"],
	speaksTls: () => false,
	hasContentChecks: false,
	canTry: false,
	nameOf: ({ when, schedule, every }) =>
		when === "every" ? `Job, ${interval(Number(every))}` : schedule ? `Job at ${schedule}` : "",
	read: (address) => (/^[\d*/,-]+(?:\s+[\w*/,#-]+){4}$/.test(address) ? { when: "schedule", schedule: address } : null),
	ownOf: ({ schedule, timeZone, every, graceSeconds, maxRuntimeSeconds }) => ({
		when: schedule === null ? "every" : "schedule",
		schedule: schedule ?? "",
		timeZone,
		every: every ?? 3600,
		graceSeconds,
		maxRuntimeSeconds,
	}),
	settingsOf: ({ when, schedule, timeZone, every, graceSeconds, maxRuntimeSeconds }) => ({
		...(when === "every" ? { schedule: null, every } : { schedule, timeZone, every: null }),
		graceSeconds,
		maxRuntimeSeconds,
	}),
};
