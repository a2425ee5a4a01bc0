/** `lapwing on-call`: who is on call now, and who is next. */

import type { components } from "@lapwing/client";
import { print, printJson, printTable } from "../command.ts";
import { apiCommand, connect, dataOf } from "./connection.ts";

type Turn = components["schemas"]["OnCallTurn"];

export function onCall() {
	return apiCommand("on-call", "Print who is on call by each schedule, until when, and who is next.")
		.option("--json", "print the schedules as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const { onCall } = dataOf(await connect().get("/api/v1/schedules/on-call"));
			if (json) return printJson({ onCall });
			if (onCall.length === 0) return print("There is no schedule.");
			const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
			const rows: string[][] = onCall.map(({ schedule, now, next }) => [
				schedule.name,
				personText(now),
				next === null ? "" : localText(next.from),
				next === null ? "" : personText(next),
			]);
			printTable([["SCHEDULE", "ON CALL", `UNTIL (${zone})`, "NEXT"], ...rows]);
		});
}

function personText({ person, insteadOf }: Turn): string {
	if (person === null) return "nobody";
	const name = person.name ?? person.id;
	return insteadOf === null ? name : `${name} (instead of ${insteadOf.name ?? insteadOf.id})`;
}

/** In the time zone of whoever asks: `Mon 2026-11-30 09:00`. */
function localText(instant: string): string {
	const at = new Date(instant);
	const weekday = at.toLocaleDateString("en", { weekday: "short" });
	return `${weekday} ${at.toLocaleDateString("sv")} ${at.toLocaleTimeString("sv", { timeStyle: "short" })}`;
}
