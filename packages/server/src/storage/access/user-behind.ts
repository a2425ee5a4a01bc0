import type { AuditActor } from "../../domain/access/audit-event.ts";
import type { Tx } from "../database/tx.ts";

/**
 * The user who answers for what an actor makes: the person, or who made the key. Null: the command line, a key of the
 * operator, or an account that is gone.
 */
export async function userBehind({ db }: Tx, { kind, id }: AuditActor): Promise<number | null> {
	if (id === null) return null;
	const found =
		kind === "key"
			? await db.selectFrom("api_keys").select("created_by as id").where("public_id", "=", id).executeTakeFirst()
			: await db.selectFrom("users").select("id").where("public_id", "=", id).executeTakeFirst();
	return found?.id ?? null;
}
