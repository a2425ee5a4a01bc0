import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type ApiKey, keyFields } from "../../domain/access/api-key.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { findKey, revokeKey as revoke } from "../../storage/access/api-keys.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Revokes a key: it is refused from the next request on. */
export async function revokeKey(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<ApiKey, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "keys:write");
	if (isFailure(may)) return may;
	const key = await findKey(tx, actor.team.id, id);

	// Of two concurrent calls one revokes it.
	if (key === null || !(await revoke(tx, id, now))) return notFound();

	const event = { action: "revoke", object: "key", id, name: key.name };
	await recordEvent(tx, actor, { ...event, before: keyFields(key), after: null }, now);
	return success(key);
}
