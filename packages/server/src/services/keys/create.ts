import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type ApiKey, keyFields } from "../../domain/access/api-key.ts";
import { missingScopes } from "../../domain/access/roles.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import { createKey as insert } from "../../storage/access/api-keys.ts";
import { userBehind } from "../../storage/access/user-behind.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { asOfNow } from "../members/as-of-now.ts";
import { recordEvent } from "../record-event.ts";

interface WantedKey {
	readonly name: string;
	readonly scopes: readonly Scope[];
	/** ISO 8601; null: until it is revoked. */
	readonly expiresAt: string | null;
}

interface NewKey {
	readonly key: ApiKey;
	/** The key itself, which is not stored. */
	readonly plaintext: string;
}

/** Creates a key, which can have no scope that its creator lacks. */
export async function createKey(
	tx: Tx,
	asking: TeamActor,
	input: WantedKey,
	{ now }: Now,
): Promise<Result<NewKey, Problem<"missing_scope" | "invalid">>> {
	const actor = await asOfNow(tx, asking, now);
	const may = requireScope(actor, "keys:write");
	if (isFailure(may)) return may;

	const missing = missingScopes(actor.scopes, input.scopes);
	if (missing.length > 0) return invalid("/scopes", `You lack ${missing.join(", ")} yourself.`);
	const expiresAt = input.expiresAt === null ? null : Date.parse(input.expiresAt);
	if (expiresAt !== null && expiresAt <= now) return invalid("/expiresAt", "Must be in the future.");

	const { name, scopes } = input;
	const createdBy = await userBehind(tx, actor.who);
	const made = await insert(tx, { teamId: actor.team.id, name, scopes, expiresAt, createdBy }, now);

	const event = { action: "create", object: "key", id: made.key.publicId, name };
	await recordEvent(tx, actor, { ...event, before: null, after: keyFields(made.key) }, now);
	return success(made);
}
