/**
 * What follows when somebody proves that an address is theirs (docs/rules/access.md#proven-addresses): its accounts
 * become one, and whoever was in an account that nobody had proven is out of it. The memberships stay: teams gave them
 * to the address.
 */

import { cutName, type User } from "../../domain/access/user.ts";
import { moveMemberships } from "../../storage/access/members.ts";
import {
	createUser,
	deleteUser,
	deleteWaysIn,
	lockAddress,
	moveMade,
	recordProof,
} from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { recordEvent } from "../record-event.ts";

interface Proof {
	readonly email: string;
	/** Of the person; null: an account keeps its own, and a new one is called by its address. */
	readonly name: string | null;
	/** How it was proven, for the events of the account. */
	readonly by: string;
	/** The client's address. */
	readonly address: string;
}

/** The account of the address from now on, and whether the person had none that owned it. */
export async function proveAddress(
	tx: Tx,
	proof: Proof,
	now: number,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
	const { email, name, by, address } = proof;
	const [first, ...others] = await lockAddress(tx, email);
	if (first === undefined) {
		const made = await createUser(tx, { name: name ?? cutName(email), email, boundTeamId: null, provenAt: now }, now);
		// Null: somebody else made it since it was looked for.
		return made === null ? proveAddress(tx, proof, now) : { user: made, isNew: true };
	}
	for (const other of others) {
		await moveMemberships(tx, other.id, first.id);
		await moveMade(tx, other.id, first.id);
		await deleteUser(tx, other.id);
	}
	if (first.provenAt !== null) return { user: first, isNew: false };

	await deleteWaysIn(tx, first.id);
	const user = await recordProof(tx, first.id, name ?? first.name, now);

	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const event = { action: "prove", object: "address", id: null, name: by, before: null, after: null };
	await recordEvent(tx, { who, address, userId: user.id }, event, now);
	return { user, isNew: first.boundTeamId !== null };
}
