/** Which monitors an alert is for, in a few words. */

import { type AlertSettings, isForAll } from "../../api/alerts.ts";
import { counted, listed, typeName } from "../../format/words.ts";

type Coverage = Pick<AlertSettings, "monitorIds" | "tags" | "types" | "minimumImportance">;

export function coverageText(alert: Coverage): string {
	const { monitorIds, tags, types, minimumImportance } = alert;
	const parts = isForAll(alert)
		? ["all"]
		: [
				...(monitorIds === null ? [] : [counted(monitorIds.length, "monitor")]),
				...(tags === null ? [] : ["any" in tags ? tags.any.join(" or ") : tags.all.join(" and ")]),
				...(types ?? []).map(typeName),
			];
	const least =
		minimumImportance === "low" ? "" : minimumImportance === "high" ? ", high importance" : ", not low importance";
	return listed(parts) + least;
}
