import type { Member } from "../../domain/access/user.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { recordEvent } from "../record-event.ts";

/** The event of a user who became a member by themselves, with a link or through the provider. */
export async function recordJoin(
	tx: Tx,
	teamId: number,
	{ publicId, user, role }: Member,
	{ address, now }: { address: string; now: number },
): Promise<void> {
	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const event = { action: "join", object: "member", id: publicId, name: user.name, before: null, after: { role } };
	await recordEvent(tx, { who, address, team: { id: teamId } }, event, now);
}
