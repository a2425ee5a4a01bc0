/** What an outage follows from, and what it shares with others. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Outage } from "../../api/history.ts";
import { counted, listed, number } from "../../format/words.ts";
import { Instant } from "../../ui/clock.tsx";

type Group = NonNullable<Outage["group"]>;

/** Nothing for an outage that stands alone. */
export function CauseText({ outage }: { outage: Outage }): ReactNode {
	const { consequenceOf, consequences, waitsUntil, group } = outage;
	if (consequenceOf) {
		return (
			<>
				A consequence of{" "}
				<Link
					to="/monitors/$id"
					params={{ id: consequenceOf.id }}
					className="font-semibold text-accent underline-offset-2 hover:underline"
				>
					{consequenceOf.name}
				</Link>
				.
			</>
		);
	}
	return (
		<>
			{outage.to === null && waitsUntil !== null && (
				<>
					Its notice waits for checks of what it depends on, until <Instant at={waitsUntil} /> at the latest.{" "}
				</>
			)}
			{consequences && (
				<span title={consequences.monitors.map(({ name }) => name).join(", ")}>
					{counted(consequences.count, "monitor")} that {consequences.count === 1 ? "depends" : "depend"} on it failed,
					too: {namesOf(consequences)}.{" "}
				</span>
			)}
			{group && group.independent > 0 && (
				<>
					One cause with {counted(group.independent, "other outage")}
					{sharedText(group)}.
				</>
			)}
		</>
	);
}

/** Of more, how many there are. */
const NAMED = 3;

/** "Shop, Blog and 27 more" */
function namesOf({ count, monitors }: NonNullable<Outage["consequences"]>): string {
	const named = monitors.slice(0, NAMED).map(({ name }) => name);
	return listed(count > named.length ? [...named, `${number(count - named.length)} more`] : named);
}

function sharedText({ shared, value }: Group): string {
	switch (shared) {
		case "address":
			return `, all on ${value ?? "one address"}`;
		case "certificate":
			return ", all with one certificate";
		case "name_server":
			return ": their names can't be resolved";
		case "location":
			return `, all seen from ${value ?? "one location"}`;
		case "dependency":
			return `, all depend on ${value ?? "one monitor"}`;
		case "moment":
			return ", all within a minute";
		case null:
			return "";
	}
}
