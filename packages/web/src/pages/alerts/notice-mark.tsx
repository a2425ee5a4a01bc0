/** What a notice was about: a change of status, or that Lapwing itself could not check. */

import type { AlertEventType, NoticeEvent } from "../../api/alerts.ts";
import { ShapedWord, StatusMark } from "../../ui/status-mark.tsx";

export const NOTICE_WORDS: Readonly<Record<NoticeEvent | AlertEventType, string>> = {
	down: "down",
	degraded: "degraded",
	up: "up",
	blind: "not checked",
	checked_again: "checked again",
	certificate: "certificate",
	regional: "location",
};

export function NoticeMark({ event }: { event: NoticeEvent }) {
	if (event !== "blind" && event !== "checked_again") return <StatusMark status={event} />;
	return (
		<ShapedWord shape={event === "blind" ? "missed" : "up"} className="text-muted">
			{event === "blind" ? "Not checked" : "Checked again"}
		</ShapedWord>
	);
}
