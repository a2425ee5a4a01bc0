/**
 * Hides the secrets of a monitor in what its target sent: a page that echoes a token, a redirect whose host name holds
 * it, a header line that was cut in the middle of it. Only text of the target is masked, never the owner's own: masking
 * what an editor wrote would tell that editor whether it is part of a secret.
 */

/** What stands in the place of a secret. */
export const MASK = "••••";

/** As many characters in a row as a secret has are a part of it: cut, a secret is still worth guessing. */
const RUN = 6;

export class SecretMask {
	/** The secrets and the forms in which they are echoed, in lower case. */
	readonly #forms: readonly string[];

	constructor(secrets: readonly string[]) {
		this.#forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== "");
	}

	/** `text` with a mask for each part of a secret. */
	of(text: string): string {
		if (this.#forms.length === 0 || text === "") return text;
		const lowered = lowerCase(text);
		let masked = "";
		for (let at = 0; at < text.length; ) {
			const length = this.#lengthAt(lowered, at);
			if (length === 0) masked += text[at++];
			else {
				if (!masked.endsWith(MASK)) masked += MASK;
				at += length;
			}
		}
		return masked;
	}

	/** How much of `text` at `at` is part of a secret; 0 when too little is. */
	#lengthAt(text: string, at: number): number {
		let longest = 0;
		for (const form of this.#forms) {
			let length = Math.min(RUN, form.length);
			if (at + length > text.length || !form.includes(text.slice(at, at + length))) continue;
			while (at + length < text.length && form.includes(text.slice(at, at + length + 1))) length++;
			longest = Math.max(longest, length);
		}
		return longest;
	}
}

export const NO_MASK = new SecretMask([]);

/** As it is, in a URL, in JSON, and in Base64 of both alphabets. */
function formsOf(secret: string): string[] {
	const base64 = Buffer.from(secret).toString("base64");
	const forms = [
		secret,
		encodeURIComponent(secret),
		new URLSearchParams({ "": secret }).toString().slice(1),
		JSON.stringify(secret).slice(1, -1),
		base64,
		base64.replaceAll("+", "-").replaceAll("/", "_"),
	];
	return forms.map(lowerCase);
}

/** Letter by letter, for some letters become two. */
function lowerCase(text: string): string {
	const lowered = text.toLowerCase();
	return lowered.length === text.length ? lowered : text;
}
