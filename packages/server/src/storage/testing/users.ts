import type { User } from "../../domain/access/user.ts";
import { createUser } from "../access/users.ts";
import type { Tx } from "../database/tx.ts";

/** A new account whose address is proven. */
export async function aProvenUser(
	tx: Tx,
	{ name = "Ada", email = "ada@example.com", now = 0 }: { name?: string; email?: string; now?: number } = {},
): Promise<User> {
	const user = await createUser(tx, { name, email, boundTeamId: null, provenAt: now }, now);
	if (!user) throw new Error(`${email} has an account`);
	return user;
}
