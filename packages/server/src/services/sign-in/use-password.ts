import { type Result, success } from "@lapwing/result";
import type { Visitor } from "../../domain/access/actor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { passwordHash, type StoredPassword } from "../../storage/access/passwords.ts";
import type { OpenedSession } from "../../storage/access/sessions.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { openSession } from "./open-session.ts";

/** Signs in with a password that was verified before. A problem when it was changed or removed meanwhile. */
export async function usePassword(
	tx: Tx,
	visitor: Visitor,
	verified: StoredPassword,
	{ now }: Now,
): Promise<Result<OpenedSession, Problem<"not_found">>> {
	const user = await lockUser(tx, verified.user.id);
	if (user === null || (await passwordHash(tx, user.id)) !== verified.hash) return notFound();

	const opened = await openSession(tx, visitor, { user, way: "password" }, now);

	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const event = { action: "use", object: "password", id: null, name: visitor.userAgent, before: null, after: null };
	await recordEvent(tx, { who, address: visitor.address, userId: user.id }, event, now);
	return success(opened);
}
