import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { AccountPasskey } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { findPasskey, renamePasskey as rename } from "../../storage/access/passkeys.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function renamePasskey(
	tx: Tx,
	actor: AccountActor,
	{ id, name }: { readonly id: string; readonly name: string },
	{ now }: Now,
): Promise<Result<AccountPasskey, Problem<"not_found">>> {
	await lockUser(tx, actor.userId);
	const passkey = await findPasskey(tx, actor.userId, id);
	const renamed = passkey && (await rename(tx, passkey.id, name));
	if (!renamed) return notFound();

	const [before, after] = [{ name: passkey.name }, { name }];
	await recordEvent(tx, actor, { action: "update", object: "passkey", id, name: passkey.name, before, after }, now);
	return success(renamed);
}
