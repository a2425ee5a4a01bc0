/** `lapwing outages`: what fails now, and who has it. */

import type { components } from "@lapwing/client";
import { MAX_SNOOZE_MINUTES } from "../../domain/on-call/handling.ts";
import { command, print, printJson, printTable, wholeNumber } from "../command.ts";
import { apiCommand, connect, dataOf } from "./connection.ts";

type Outage = components["schemas"]["HandledOutage"];

export function outages() {
	return command("outages", "List what fails now; acknowledge it, or put it off.")
		.addCommand(list())
		.addCommand(acknowledge())
		.addCommand(snooze());
}

function list() {
	return apiCommand(
		"list",
		"List the outages that last, the newest first, each with those that depend on it, and who has them.",
	)
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const { outages } = dataOf(await connect().get("/api/v1/outages"));
			if (json) return printJson(outages);
			if (outages.length === 0) return print("Nothing fails.");
			const rows = withConsequences(outages).map((outage) => [
				outage.id,
				outage.from,
				outage.monitor.name,
				// Whoever has what it depends on has it, too.
				outage.consequenceOf ? `depends on ${outage.consequenceOf.name}` : stateText(outage),
			]);
			printTable([["ID", "SINCE", "MONITOR", "STATE"], ...rows]);
		});
}

function acknowledge() {
	return apiCommand("acknowledge", "I have it: reminders and escalation steps of the outage's cause end.")
		.argument("<outage>", "its id, from `lapwing outages list`")
		.option("--json", "print the outage as JSON")
		.action(async (id: string, { json }: { json?: boolean }) => {
			const answer = await connect().post("/api/v1/outages/{id}/acknowledge", { path: { id } });
			printOutage(dataOf(answer, unknown(id)), json);
		});
}

function snooze() {
	return apiCommand("snooze", "Put reminders and escalation steps of the outage's cause off for a time.")
		.argument("<outage>", "its id, from `lapwing outages list`")
		.argument("<minutes>", `0–${MAX_SNOOZE_MINUTES}; 0 ends an earlier snooze`, wholeNumber(0, MAX_SNOOZE_MINUTES))
		.option("--json", "print the outage as JSON")
		.action(async (id: string, minutes: number, { json }: { json?: boolean }) => {
			const asked = { path: { id }, body: { minutes } };
			printOutage(dataOf(await connect().post("/api/v1/outages/{id}/snooze", asked), unknown(id)), json);
		});
}

const unknown = (id: string) => `There is no outage ${id}. \`lapwing outages list\` shows those that last.`;

function printOutage(outage: Outage, json = false): void {
	if (json) printJson(outage);
	else print(`${outage.monitor.name}: ${stateText(outage)}`);
}

/** Consequences behind the outage that they are of, in their order; at the end those that are of each other. */
function withConsequences(outages: readonly Outage[]): Outage[] {
	const listed = new Set(outages.map(({ monitor }) => monitor.id));
	const isBelow = ({ consequenceOf }: Outage) => (consequenceOf ? listed.has(consequenceOf.id) : false);
	const below = Map.groupBy(outages.filter(isBelow), ({ consequenceOf }) => consequenceOf?.id);
	const withBelow = (outage: Outage): Outage[] => [outage, ...(below.get(outage.monitor.id) ?? []).flatMap(withBelow)];
	const inOrder = outages.filter((outage) => !isBelow(outage)).flatMap(withBelow);
	return [...new Set([...inOrder, ...outages])];
}

/** `acknowledged by Ada, 2026-11-23T18:00:00.000Z; snoozed until …`; `nobody has it`. */
function stateText({ acknowledgement, snooze }: Outage): string {
	const parts: string[] = [];
	if (acknowledgement !== null) parts.push(`acknowledged by ${whoText(acknowledgement.by)}, ${acknowledgement.at}`);
	if (snooze !== null && Date.parse(snooze.until) > Date.now()) parts.push(`snoozed until ${snooze.until}`);
	return parts.length === 0 ? "nobody has it" : parts.join("; ");
}

function whoText({ kind, name, channel }: NonNullable<Outage["acknowledgement"]>["by"]): string {
	return kind === "link" ? `link in ${channel}` : (name ?? kind);
}
