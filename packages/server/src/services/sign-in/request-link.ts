import { type Result, success } from "@lapwing/result";
import { owns, type User } from "../../domain/access/user.ts";
import type { Problem } from "../../domain/problem.ts";
import { createSignInLink, storeDecoyLink } from "../../storage/access/sign-in-links.ts";
import { accountsOfAddress } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";

interface RequestedLink {
	readonly user: User;
	readonly secret: string;
	/** Whether somebody is in an account of the address, whom redeeming the link signs out. */
	readonly endsOthers: boolean;
}

/**
 * The secret of a link for whoever reads the mail of an address; null: it has no account. That case writes as much, so
 * that requests which arrive meanwhile wait as long.
 */
export async function requestLink(
	tx: Tx,
	{ email }: { readonly email: string },
	{ now }: Now,
): Promise<Result<RequestedLink | null, Problem<never>>> {
	const accounts = await accountsOfAddress(tx, email);
	const [user] = accounts;
	if (user === undefined) {
		await storeDecoyLink(tx);
		return success(null);
	}
	const endsOthers = accounts.some((account) => !owns(account) && account.lastSeenAt !== null);
	return success({ user, secret: await createSignInLink(tx, user.id, now), endsOthers });
}
