/**
 * Which column of a row holds the credential's id. Most ORMs give a table an `id` of their own, so `id` is believed
 * only where no column is named for the credential, and where none looks as if it could be that column.
 */

import { bytesFrom } from "./bytes-from.ts";

/** The column, or those between which nothing decides: two that differ, or none at all. */
type IdColumn = { readonly column: string } | { readonly ambiguous: readonly string[] };

/** `credentialID`, `credential_id`, `cred_id` and the like, without case and separators. */
const NAMED_FOR_IT = ["credentialid", "credid"];

/** What else hosts call a credential's id. Beside an `id` nobody can tell which of the two it is. */
const COULD_BE_IT =
	/^(?:raw|external|webauthn|passkey|key|authenticator|credential|cred)(?:id|key|raw|rawid|identifier|handle)$/;

/** The same for a longer name with its name in it, such as `webauthn_credential_id` and `credential_id_b64`. */
const HOLDS_ITS_NAME = /cred(?:ential)?id/;

/** A key that a database or an ORM made. No credential id is spelled so but once in 2^100 times. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function idColumnOf(row: Readonly<Record<string, unknown>>): IdColumn {
	const present = Object.keys(row).filter((column) => row[column] !== undefined && row[column] !== null);
	const plain = (column: string) => column.toLowerCase().replaceAll(/[_-]/g, "");
	const named = present.filter((column) => NAMED_FOR_IT.includes(plain(column)));
	if (named.length > 0) {
		const spellings = new Set(named.map((column) => String(bytesFrom(row[column]))));
		return spellings.size === 1 ? { column: named[0] as string } : { ambiguous: named };
	}
	const couldBeIt = (column: string) => COULD_BE_IT.test(plain(column)) || HOLDS_ITS_NAME.test(plain(column));
	const others = present.filter((column) => couldBeIt(column) && bytesFrom(row[column]) !== undefined);
	if (!present.includes("id")) return { ambiguous: others };
	if (others.length > 0 || (typeof row["id"] === "string" && UUID.test(row["id"])))
		return { ambiguous: ["id", ...others] };
	return { column: "id" };
}
