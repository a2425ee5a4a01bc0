/** What an outage follows from, and what it shares with others. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Outage } from "../../api/history.ts";
import { counted } from "../../format/words.ts";
import { Instant } from "../../ui/clock.tsx";

type Group = NonNullable<Outage["group"]>;

/** Nothing for an outage that stands alone. */
export function CauseText({ outage }: { outage: Outage }): ReactNode {
	const { consequenceOf, waitsUntil, group } = outage;
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
			{group && (
				<>
					One cause with {counted(group.others, "other outage")}
					{sharedText(group)}.
				</>
			)}
		</>
	);
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
