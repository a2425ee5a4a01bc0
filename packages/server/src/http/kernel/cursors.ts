/**
 * Cursors: opaque base64url texts for the position at which a page begins. Each is signed together with the name of its
 * list, so a cursor of another list, monitor or team is refused like one that was tampered with. Cursors contain
 * nothing secret, do not expire, and are valid on every node.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "@hono/zod-openapi";

export interface Position<Key> {
	readonly direction: "forward" | "backward";
	/** Null: the list's start (forward) or end (backward). */
	readonly from: Key | null;
}

/** The name of a list: its kind, its owner, and its filters. */
export type ListName = readonly [kind: string, ...boundTo: readonly (string | number | null)[]];

/** 128 bits cannot be guessed and are short enough for a URL. */
const MAC_BYTES = 16;
/**
 * No cursor is longer. The longest part of a key is a monitor's name: 255 characters of up to six bytes each as JSON.
 */
const MAX_CURSOR_LENGTH = 4096;

export class Cursors {
	readonly #secret: Uint8Array;

	constructor(secret: Uint8Array) {
		this.#secret = secret;
	}

	write<Key>(list: ListName, { direction, from }: Position<Key>): string {
		const payload = Buffer.from(JSON.stringify([direction === "forward" ? 0 : 1, from]));
		return Buffer.concat([this.#mac(list, payload), payload]).toString("base64url");
	}

	/** The position of `cursor` in `list`; null when the signature is not valid for that list. */
	read<Key>(list: ListName, cursor: string, keySchema: z.ZodType<Key>): Position<Key> | null {
		if (cursor.length > MAX_CURSOR_LENGTH) return null;
		const bytes = Buffer.from(cursor, "base64url");
		// Node ignores characters that are not base64url, so the text is compared with its canonical form.
		if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== cursor) return null;
		const payload = bytes.subarray(MAC_BYTES);
		if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(list, payload))) return null;
		const [direction, from] = JSON.parse(payload.toString()) as [number, unknown];
		const key = keySchema.nullable().safeParse(from);
		return key.success ? { direction: direction === 0 ? "forward" : "backward", from: key.data } : null;
	}

	#mac(list: ListName, payload: Uint8Array): Buffer {
		const mac = createHmac("sha256", this.#secret);
		// JSON escapes line ends, so the list's name can't run over into the payload.
		return mac
			.update(`${JSON.stringify(list)}\n`)
			.update(payload)
			.digest()
			.subarray(0, MAC_BYTES);
	}
}
