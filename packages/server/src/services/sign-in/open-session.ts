import type { Visitor } from "../../domain/access/actor.ts";
import type { User, WayIn } from "../../domain/access/user.ts";
import {
	endSessionOfCookie,
	isKnownAddress,
	type OpenedSession,
	openSession as open,
} from "../../storage/access/sessions.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { recordEvent } from "../record-event.ts";

/**
 * Ends a sign-in of any kind, in its transaction: opens a session for a user, whose account is locked, and ends the one
 * that the browser had. A session from a new client address is an event of the account.
 */
export async function openSession(
	tx: Tx,
	visitor: Visitor,
	{ user, way }: { readonly user: User; readonly way: WayIn },
	now: number,
): Promise<OpenedSession> {
	const { address, userAgent, cookie } = visitor;
	if (cookie !== null) await endSessionOfCookie(tx, cookie);
	const isKnown = await isKnownAddress(tx, user.id, address);
	const opened = await open(tx, user, { userAgent, address, way }, now);
	if (!isKnown) {
		const { actor, session } = opened.person;
		const who = { kind: "user", id: actor.publicId, name: actor.name } as const;
		const event = { action: "create", object: "session", id: session.publicId, name: userAgent };
		await recordEvent(tx, { who, address, userId: user.id }, { ...event, before: null, after: null }, now);
	}
	return opened;
}
