/** How many of its last messages an alert would have sent with the settings in its form. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReplaySettings, replayQuery } from "../../api/alerts.ts";
import { counted, listed, number } from "../../format/words.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { type AlertDraft, alertBodyOf } from "./alert-draft.ts";

const NAMES: Readonly<Record<keyof ReplaySettings, string>> = {
	minimumImportance: "importance",
	events: "events",
	failureThreshold: "failed checks",
	cooldownMinutes: "quiet time",
	reminderMinutes: "reminders",
	dailyCap: "problems in 24 hours",
	hours: "hours",
	groupsByCause: "messages by cause",
};

export function ReplayLine({ alertId, draft }: { alertId: string; draft: AlertDraft }) {
	const body = alertBodyOf(draft);
	const settings = Object.fromEntries(
		(Object.keys(NAMES) as (keyof ReplaySettings)[]).map((name) => [name, body[name]]),
	) as unknown as ReplaySettings;
	// As one text, which is the same while nothing of it changes.
	const settled = useSettled(JSON.stringify(settings));
	const { data } = useQuery({
		...replayQuery(alertId, JSON.parse(settled) as ReplaySettings),
		placeholderData: keepPreviousData,
	});
	if (data === undefined || data.recorded.messages === 0) return null;
	const { recorded, replayed, unknown } = data;
	const isSame = recorded.messages === replayed.messages;
	return (
		<p role="status" className="words rounded-control bg-selected px-3 py-2">
			In the last 30 days: {counted(recorded.messages, "message")}
			{isSame ? ", with these settings as well." : ` → ${number(replayed.messages)} with these settings.`}
			{unknown.length > 0 && (
				<span className="text-muted">
					{" "}
					They may send more than the history knows: {listed(unknown.map((name) => NAMES[name]))}.
				</span>
			)}
		</p>
	);
}
