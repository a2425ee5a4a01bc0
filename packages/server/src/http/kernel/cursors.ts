/**
 * Cursors: opaque base64url texts that say where a page begins. Each is signed together with the list it belongs to, so
 * that one of another list, another monitor or another team is as malformed as one that was tampered with. They hold
 * nothing secret, do not expire, and mean the same on every node.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "@hono/zod-openapi";

export interface Position<Key> {
	readonly direction: "forward" | "backward";
	/** Null: the list's start (forward) or end (backward). */
	readonly from: Key | null;
}

/** Names one list: its kind, then whose it is and what filters it. */
export type ListName = readonly [kind: string, ...boundTo: readonly (string | number | null)[]];

/** 128 bits: enough against guessing, short enough for a URL. */
const MAC_BYTES = 16;
/**
 * Longer texts are no cursors of ours: a monitor's name is the longest thing in a key, 255 characters that may take six
 * bytes each as JSON.
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

	/** The position that `cursor` means in `list`; null when we never wrote it for that list. */
	read<Key>(list: ListName, cursor: string, keySchema: z.ZodType<Key>): Position<Key> | null {
		if (cursor.length > MAX_CURSOR_LENGTH) return null;
		const bytes = Buffer.from(cursor, "base64url");
		// Node skips what is not base64url; only the spelling that we wrote is ours.
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
