import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { AccountSession } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { endSession as end, endOtherSessions as endOthers, findSession } from "../../storage/access/sessions.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** It is refused from its next request on, on every node. */
export async function endSession(
	tx: Tx,
	actor: AccountActor,
	{ id }: { readonly id: string },
	{ now }: Now,
): Promise<Result<AccountSession, Problem<"not_found">>> {
	const ended = await findSession(tx, actor.userId, id);
	if (ended === null || !(await end(tx, ended.id))) return notFound();
	const event = { action: "end", object: "session", id, name: ended.userAgent };
	await recordEvent(tx, actor, { ...event, before: null, after: null }, now);
	return success(ended);
}

/** Ends every session of the account but one. */
export async function endOtherSessions(
	tx: Tx,
	actor: AccountActor,
	{ keptId }: { readonly keptId: number },
	{ now }: Now,
): Promise<Result<undefined, Problem<never>>> {
	await endOthers(tx, actor.userId, keptId);
	const event = { action: "end", object: "other sessions", id: null, name: null };
	await recordEvent(tx, actor, { ...event, before: null, after: null }, now);
	return success();
}
