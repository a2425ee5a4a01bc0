/**
 * Statements that each connection keeps parsed and planned, under a name: those that requests run all the time, which
 * begin with a mark. Not the others: a plan that is made for all parameters is slow for some ranges of a report.
 *
 * A pooler in front of the server may use another of its connections for each transaction, where the name is unknown
 * or taken. Such a statement did nothing. It is sent again without a name, and so are all others from then on. What
 * another service behind the same pooler has prepared under a name is the same statement: a name is made from the text.
 */

import { createHash } from "node:crypto";
import pg from "pg";

export const FREQUENT = "/* frequent */ ";
/** invalid_sql_statement_name, duplicate_prepared_statement (PostgreSQL, appendix A). */
const NAME_STATES = new Set(["26000", "42P05"]);
/** 64 bits of a digest. */
const DIGEST_CHARACTERS = 16;

export class StatementNames {
	readonly #names = new Map<string, string>();
	#areKept = true;

	/** Undefined for a statement that has none. */
	of(text: string): string | undefined {
		if (!this.#areKept || !text.startsWith(FREQUENT)) return undefined;
		const known = this.#names.get(text);
		if (known !== undefined) return known;
		const name = `lapwing_${createHash("sha256").update(text).digest("hex").slice(0, DIGEST_CHARACTERS)}`;
		this.#names.set(text, name);
		return name;
	}

	/** Whether a statement failed because of its name. Then none has one any more. */
	failed(error: unknown): boolean {
		if (!(error instanceof pg.DatabaseError) || !NAME_STATES.has(error.code ?? "")) return false;
		this.#areKept = false;
		return true;
	}
}
