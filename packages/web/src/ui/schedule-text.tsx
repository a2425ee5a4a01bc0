/** A cron expression for people: `every day at 03:00, Europe/Berlin; next in 4 h`. Nothing for what is none. */

import { lazy, Suspense } from "react";
import { duration } from "../format/duration.ts";
import { utcText } from "../format/instant.ts";
import { useNow } from "./clock.tsx";

interface Props {
	readonly schedule: string;
	/** Of the IANA database. */
	readonly timeZone: string;
}

const Words = lazy(async () => {
	const { cronInWords, nextRunAt } = await import("../format/schedule-words.ts");
	return {
		default: function Words({ schedule, timeZone }: Props) {
			const now = useNow();
			const words = cronInWords(schedule);
			const next = nextRunAt(schedule, timeZone, now);
			if (words === null || next === null) return null;
			return (
				<span>
					{words}, {timeZone}; next{" "}
					<time dateTime={new Date(next).toISOString()} title={utcText(next)}>
						in {duration(next - now)}
					</time>
				</span>
			);
		},
	};
});

export function ScheduleText(props: Props) {
	return (
		<Suspense fallback={null}>
			<Words {...props} />
		</Suspense>
	);
}
