import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { invalid, notFound, type Problem } from "../../domain/problem.ts";
import { teamById } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type AcknowledgementLink, findLink, useLink } from "../../storage/on-call/acknowledgement-links.ts";
import { type HandledOutage, outagesOfCause } from "../../storage/on-call/handled-causes.ts";
import type { Now } from "../change.ts";
import { acknowledgeOutage } from "./acknowledge.ts";
import { snoozeOutage } from "./snooze.ts";

interface ByLink {
	readonly token: string;
	/** Null: acknowledges. */
	readonly snoozeMinutes: number | null;
}

/**
 * What somebody does who follows the link of a message, and who is not known: it is recorded as done by the link, never
 * by a person. The link acknowledges once, and puts off until then; both while the cause lasts.
 */
export async function actByLink(
	tx: Tx,
	{ address }: { readonly address: string | null },
	{ token, snoozeMinutes }: ByLink,
	{ now }: Now,
): Promise<Result<HandledOutage, Problem<"missing_scope" | "not_found" | "invalid">>> {
	const link = await findLink(tx, token);
	if (link === null) return notFound();
	if (link.usedAt !== null) return invalid("/token", "The link was used already.");
	const [outage] = await outagesOfCause(tx, link, 1);
	if (outage === undefined) return invalid("/token", "The outage is over.");
	const actor = await actorOf(tx, link, address);
	if (snoozeMinutes !== null) {
		return snoozeOutage(tx, actor, { id: outage.publicId, minutes: snoozeMinutes }, { now });
	}
	const acknowledged = await acknowledgeOutage(tx, actor, { id: outage.publicId }, { now });
	if (isFailure(acknowledged)) return acknowledged;
	if (!(await useLink(tx, link.hash, now))) return invalid("/token", "The link was used already.");
	return success(acknowledged.data);
}

async function actorOf(tx: Tx, { teamId, channel }: AcknowledgementLink, address: string | null): Promise<TeamActor> {
	const team = await teamById(tx, teamId);
	if (team === null) throw new Error("An alert has no team");
	return { team, who: { kind: "link", id: null, name: channel }, scopes: ["outages:write"], address };
}
