/**
 * The schedule of a job in words, and when it is due next. Its libraries are not small: loaded where a schedule is
 * shown (../ui/schedule-text.tsx).
 */

import { Cron } from "croner";
import cronstrue from "cronstrue";

/** `every day at 03:00`, `every 15 minutes`; null for what is no cron expression of five fields. */
export function cronInWords(expression: string): string | null {
	const fields = expression.trim().split(/\s+/);
	if (fields.length !== 5) return null;
	try {
		const logicalAndDayFields = bothDaysMatch(fields);
		const words = cronstrue.toString(fields.join(" "), { use24HourTimeFormat: true, logicalAndDayFields });
		// `At 03:00, Monday through Friday`: people say the day first.
		const [, at, days = "every day"] = /^At (\d.*?\d)(?:, (.*))?$/.exec(words) ?? [];
		if (at === undefined) return words.charAt(0).toLowerCase() + words.slice(1);
		return `${days.replace(/^only on /, "on ")} at ${at}`;
	} catch {
		return null;
	}
}

/** When an expression is due next after `now`; null when it never is, or is none. */
export function nextRunAt(expression: string, timeZone: string, now: number): number | null {
	const fields = expression.trim().split(/\s+/);
	try {
		// As the service reads it (server: domain/jobs/run-schedule.ts).
		const cron = new Cron(fields.join(" "), {
			mode: "5-part",
			paused: true,
			fixedTimeRule: "no-wildcard",
			timezone: timeZone,
			domAndDow: bothDaysMatch(fields),
		});
		return cron.nextRun(new Date(now))?.getTime() ?? null;
	} catch {
		return null;
	}
}

/** Whether a day has to match both of its fields: where one of them begins with *, as in crontab(5). */
function bothDaysMatch([, , dayOfMonth = "", , dayOfWeek = ""]: readonly string[]): boolean {
	return dayOfMonth.startsWith("*") || dayOfWeek.startsWith("*");
}
