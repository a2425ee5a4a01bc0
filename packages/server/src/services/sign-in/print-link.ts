import { type Result, success } from "@lapwing/result";
import { CLI_ACTOR } from "../../domain/access/audit-event.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { createSignInLink } from "../../storage/access/sign-in-links.ts";
import { accountsOfAddress } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/**
 * The secret of a link that the operator prints and hands over: whoever has it proves the address. The owner of the
 * account sees the event, because anyone with the link can sign in.
 */
export async function printLink(
	tx: Tx,
	{ email }: { readonly email: string },
	{ now }: Now,
): Promise<Result<string, Problem<"not_found">>> {
	const [user] = await accountsOfAddress(tx, email);
	if (user === undefined) return notFound();
	const event = { action: "create", object: "link", id: null, name: "printed on the command line" };
	const recorded = { who: CLI_ACTOR, address: null, userId: user.id };
	await recordEvent(tx, recorded, { ...event, before: null, after: null }, now);
	return success(await createSignInLink(tx, user.id, now));
}
