/**
 * The values of `lapwing_reader` cookies. They are signed and stored nowhere. What opens the page is part of what is
 * signed, so that another password ends every cookie of the earlier one, and a cookie of one page opens no other.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "../../../../domain/durations.ts";
import { derivedKey } from "../../../../storage/database/secret-box.ts";

/** Then a reader is asked again. */
export const READER_MS = 30 * DAY_MS;

const SESSION_PREFIX = "ses_";
/** When it ends (epoch milliseconds, base 36), the session without its prefix, and the signature. */
const VALUE = /^([0-9a-z]{1,9})-([0-9a-z]{0,26})-([\w-]{43})$/;

/** What a cookie opens, and by what. */
export interface Opening {
	/** `sp_…` */
	readonly pageId: string;
	/** The hash of the page's password, or the domain at which its members came back. */
	readonly by: string;
}

export class ReaderCookies {
	readonly #key: Uint8Array;

	/** @param secret of the installation: 32 bytes, the same on every node */
	constructor(secret: Uint8Array) {
		this.#key = derivedKey(secret, "page-readers");
	}

	/** @param session `ses_…` of a member; null: of whoever knows the password */
	valueFor(opening: Opening, session: string | null, now: number): string {
		const content = `${(now + READER_MS).toString(36)}-${session?.slice(SESSION_PREFIX.length) ?? ""}`;
		return `${content}-${this.#signature(opening, content).toString("base64url")}`;
	}

	/** The session that it was given to, if it was given to one. Null: it opens nothing of this page, or has ended. */
	read(value: string, opening: Opening, now: number): { readonly session: string | null } | null {
		const [, end = "", session = "", signature = ""] = VALUE.exec(value) ?? [];
		if (signature === "" || Number.parseInt(end, 36) <= now) return null;
		const given = Buffer.from(signature, "base64url");
		if (!timingSafeEqual(given, this.#signature(opening, `${end}-${session}`))) return null;
		return { session: session === "" ? null : SESSION_PREFIX + session };
	}

	#signature({ pageId, by }: Opening, content: string): Buffer {
		return createHmac("sha256", this.#key)
			.update(JSON.stringify([pageId, by, content]))
			.digest();
	}
}
