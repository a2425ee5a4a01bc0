/**
 * Passkeys in a database that all processes of a host share. The statement that records a sign-in compares the counter
 * itself: of two sign-ins at once with one counter, one is recorded.
 */

import { failure, type Result, success } from "@lapwing/result";
import { PasskeyError } from "../passkey-error.ts";
import { CounterError, CredentialMismatchError } from "../server/errors.ts";
import type { RegisteredPasskey } from "../server/verification/verify-registration.ts";
import type { SqlDatabase, SqlValue } from "./databases.ts";
import { numbered } from "./placeholders.ts";

/** A stored passkey, and whose it is. */
export interface UserPasskey extends RegisteredPasskey {
	/** The `user.id` that it was registered with. */
	userId: string;
	/** Milliseconds since 1970. */
	createdAt: number;
	/** The latest sign-in, in milliseconds since 1970; null before the first. */
	lastUsedAt: number | null;
}

/** The credential id is stored already, for this user or for another. A passkey is never overwritten. */
export class PasskeyTakenError extends PasskeyError {
	override readonly name = "PasskeyTakenError";
}

const ADD = `INSERT INTO passkeys (id, user_id, public_key, algorithm, counter, transports, aaguid, attestation,
	user_verified, syncable, backed_up, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const FIND = "SELECT * FROM passkeys WHERE id = ?";
const LIST = "SELECT * FROM passkeys WHERE user_id = ? ORDER BY created_at, id";
/**
 * A counter rises, or stays 0 where the authenticator has none: a sum of two counters is 0 only when both are.
 * (`? = 0` alone would make PostgreSQL read the parameter as a 32-bit number.)
 */
const RECORD = `UPDATE passkeys SET counter = ?, backed_up = ?, last_used_at = ?
WHERE id = ? AND (counter < ? OR counter + ? = 0)`;
const REMOVE = "DELETE FROM passkeys WHERE user_id = ? AND id = ?";

/**
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { RelyingParty } from "@lapwing/passkey/server";
 * import { SQLITE_PASSKEYS, SqlPasskeys, sqlite } from "@lapwing/passkey/sql";
 * import { unwrap } from "@lapwing/result";
 *
 * const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
 * const database = new DatabaseSync("passkeys.db");
 * database.exec(SQLITE_PASSKEYS);
 * const passkeys = new SqlPasskeys(sqlite(database));
 *
 * export async function signIn(request: Request, challenge: string): Promise<string> {
 * 	const proof = unwrap(await relyingParty.verifyAuthentication(request, { challenge, passkey: passkeys.find }));
 * 	unwrap(await passkeys.recordSignIn(proof));
 * 	return proof.passkey.userId;
 * }
 * ```
 */
export class SqlPasskeys {
	readonly #database: SqlDatabase;
	readonly #now: () => number;

	/** @param now milliseconds since 1970. Default: `Date.now`. */
	constructor(database: SqlDatabase, now: () => number = Date.now) {
		this.#database = database;
		this.#now = now;
	}

	/**
	 * The passkey with that credential id, of whatever user; null when there is none. `verifyAuthentication` takes it as
	 * its `passkey`, and then refuses a user handle of another user.
	 */
	readonly find = async (id: string): Promise<UserPasskey | null> => {
		const [row] = await this.#all(FIND, [id]);
		return row ? passkeyFrom(row) : null;
	};

	/** The user's passkeys, the oldest first; for `exclude`, `allow` and an account page. */
	async list(userId: string): Promise<UserPasskey[]> {
		return (await this.#all(LIST, [userId])).map(passkeyFrom);
	}

	/**
	 * Stores what `verifyRegistration` answered.
	 *
	 * @param userId the `user.id` of the registration. It was text there.
	 * @returns a failure when the credential id is stored already.
	 */
	async add(userId: string, passkey: RegisteredPasskey): Promise<Result<undefined, PasskeyTakenError>> {
		const { id, publicKey, algorithm, counter, transports, aaguid, attestation } = passkey;
		const truths = [passkey.userVerified, passkey.syncable, passkey.backedUp].map(Number);
		const values = [id, userId, publicKey, algorithm, counter, JSON.stringify(transports), aaguid, attestation];
		try {
			await this.#run(ADD, [...values, ...truths, this.#now()]);
			return success();
		} catch (error) {
			// The primary key decides, on every engine; which error it throws then differs.
			if (await this.find(id)) return failure(new PasskeyTakenError("This passkey is stored already"));
			throw error;
		}
	}

	/**
	 * Records what `verifyAuthentication` answered, in one step with comparing the counter. Open no session before.
	 *
	 * @returns a failure when another sign-in has raised the counter since the passkey was read, or the passkey was
	 * removed since.
	 */
	async recordSignIn(signedIn: {
		readonly id: string;
		readonly counter: number;
		readonly backedUp: boolean;
	}): Promise<Result<undefined, CounterError | CredentialMismatchError>> {
		const { id, counter, backedUp } = signedIn;
		const changed = await this.#run(RECORD, [counter, Number(backedUp), this.#now(), id, counter, counter]);
		if (changed === 1) return success();
		const stored = (await this.find(id))?.counter;
		if (stored === undefined) return failure(new CredentialMismatchError({ received: id, problem: "unknown" }));
		return failure(new CounterError({ id, received: counter, stored }));
	}

	/** False when the user has no such passkey. */
	async remove(userId: string, id: string): Promise<boolean> {
		return (await this.#run(REMOVE, [userId, id])) === 1;
	}

	async #run(statement: string, parameters: SqlValue[]): Promise<number> {
		return Number(await this.#database.run(this.#written(statement), parameters));
	}

	async #all(statement: string, parameters: SqlValue[]): Promise<readonly object[]> {
		return this.#database.all(this.#written(statement), parameters);
	}

	#written(statement: string): string {
		return this.#database.engine === "postgresql" ? numbered(statement) : statement;
	}
}

/** Drivers read BIGINT as a number, a bigint or text. */
function passkeyFrom(row: object): UserPasskey {
	const columns = row as Record<string, unknown>;
	// A VARBINARY of MySQL is a Buffer, whose text is that of its UTF-8.
	const textOf = (name: string) => String(columns[name]);
	const numberOf = (name: string) => Number(columns[name]);
	return {
		id: textOf("id"),
		userId: textOf("user_id"),
		publicKey: textOf("public_key"),
		algorithm: numberOf("algorithm"),
		counter: numberOf("counter"),
		transports: JSON.parse(textOf("transports")),
		aaguid: textOf("aaguid"),
		attestation: textOf("attestation"),
		userVerified: numberOf("user_verified") === 1,
		syncable: numberOf("syncable") === 1,
		backedUp: numberOf("backed_up") === 1,
		createdAt: numberOf("created_at"),
		lastUsedAt: columns["last_used_at"] === null ? null : numberOf("last_used_at"),
	};
}
