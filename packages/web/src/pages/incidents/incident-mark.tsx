import type { ListedIncident } from "../../api/incidents.ts";
import { ShapedWord } from "../../ui/status-mark.tsx";
import { STATUS_WORDS, shapeOf } from "./incident-words.ts";

/** The status in a word; the shape and colour are those of the impact while it is open. */
export function IncidentMark({ incident }: { incident: Pick<ListedIncident, "status" | "impact"> }) {
	return <ShapedWord shape={shapeOf(incident)}>{STATUS_WORDS[incident.status]}</ShapedWord>;
}
