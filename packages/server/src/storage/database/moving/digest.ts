/**
 * What a table holds, as a number of rows and a digest. The digest is the sum of the digests of its rows, so the order
 * in which an engine reads them does not matter.
 */

import { hash } from "node:crypto";
import type { MovedTable, Row } from "./moved-tables.ts";

/** Two sums of 48 bits each: numbers that stay exact. */
const MODULUS = 2 ** 48;

export class TableDigest {
	rows = 0;
	#low = 0;
	#high = 0;

	add({ columns }: MovedTable, row: Row): void {
		const values = Object.keys(columns).map((name) => {
			const value = row[name] ?? null;
			return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
		});
		const bytes = hash("sha256", JSON.stringify(values), "buffer");
		this.rows += 1;
		this.#low = (this.#low + bytes.readUIntBE(0, 6)) % MODULUS;
		this.#high = (this.#high + bytes.readUIntBE(6, 6)) % MODULUS;
	}

	get text(): string {
		return [this.#high, this.#low].map((sum) => sum.toString(16).padStart(12, "0")).join("");
	}

	equals(other: TableDigest): boolean {
		return this.rows === other.rows && this.text === other.text;
	}
}
