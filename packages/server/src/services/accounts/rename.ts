import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { User } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { lockUser, renameUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function renameAccount(
	tx: Tx,
	actor: AccountActor,
	{ name }: { readonly name: string },
	{ now }: Now,
): Promise<Result<User, Problem<"not_found">>> {
	const user = await lockUser(tx, actor.userId);
	const renamed = user && (await renameUser(tx, user.id, name));
	if (!renamed) return notFound();
	const [before, after] = [{ name: user.name }, { name }];
	const event = { action: "update", object: "account", id: user.publicId, name: user.name };
	await recordEvent(tx, actor, { ...event, before, after }, now);
	return success(renamed);
}
