import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import { passwordHash, storePassword } from "../../storage/access/passwords.ts";
import { endOtherSessions, isOpen } from "../../storage/access/sessions.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** As long as a one-time link is valid. */
const FRESH_MS = 15 * MINUTE_MS;

interface PasswordChange {
	/** Of the chosen password, which was found good enough. */
	readonly hash: string;
	/** The session that asks. */
	readonly session: SignedIn;
}

/** What is known of the session of a request. */
interface SignedIn {
	readonly id: number;
	readonly createdAt: number;
	readonly way: string | null;
}

/**
 * Whether the session began a moment ago with a one-time link or a passkey. Whoever finds a browser that is signed in
 * must not be able to stay in the account by a password of their own.
 */
export function isFresh({ createdAt, way }: Pick<SignedIn, "createdAt" | "way">, now: number): boolean {
	return (way === "link" || way === "passkey") && now - createdAt <= FRESH_MS;
}

/** Sets or replaces the password of the account, and ends its other sessions. */
export async function setPassword(
	tx: Tx,
	actor: AccountActor,
	{ hash, session }: PasswordChange,
	{ now }: Now,
): Promise<Result<undefined, Problem<"not_found" | "sign_in_again">>> {
	const { userId } = actor;
	if (!isFresh(session, now)) return signInAgain();
	const user = await lockUser(tx, userId);
	if (user === null || !(await isOpen(tx, session.id))) return notFound();
	const had = (await passwordHash(tx, userId)) !== null;

	await storePassword(tx, userId, hash, now);
	await endOtherSessions(tx, userId, session.id);

	const event = { action: had ? "update" : "create", object: "password", id: null, name: null };
	await recordEvent(tx, actor, { ...event, before: null, after: null }, now);
	return success();
}

function signInAgain() {
	const message = "Sign in by a one-time link or with a passkey first, and then set the password within 15 minutes.";
	return problem("sign_in_again", "", message);
}
