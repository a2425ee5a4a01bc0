import { success } from "@lapwing/result";
import { keyFields } from "../../domain/access/api-key.ts";
import { notFound } from "../../domain/problem.ts";
import { findKey, revokeKey as revoke } from "../../storage/access/api-keys.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Revokes a key: it is refused from the next request on. */
export const revokeKey = requiring("keys:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const key = await findKey(tx, actor.team.id, id);

	// Of two concurrent calls one revokes it.
	if (key === null || !(await revoke(tx, id, now))) return notFound();

	const event = { action: "revoke", object: "key", id, name: key.name };
	await recordEvent(tx, actor, { ...event, before: keyFields(key), after: null }, now);
	return success(key);
});
