/** What a notice was about: a change of status, or that Lapwing itself could not check. */

import type { NoticeEvent } from "../../api/alerts.ts";
import { StatusMark, StatusShape } from "../../ui/status-mark.tsx";

export const NOTICE_WORDS: Readonly<Record<NoticeEvent, string>> = {
	down: "down",
	degraded: "degraded",
	up: "up",
	blind: "not checked",
	sighted: "checked again",
};

export function NoticeMark({ event }: { event: NoticeEvent }) {
	if (event !== "blind" && event !== "sighted") return <StatusMark status={event} />;
	return (
		<span className="inline-flex items-center gap-2 font-semibold text-muted first-letter:uppercase">
			<StatusShape status={event === "blind" ? "missed" : "up"} />
			{NOTICE_WORDS[event]}
		</span>
	);
}
