/**
 * Hides the secrets of a monitor in what its target sent: a page that echoes a token, a redirect whose host name holds
 * it, a header line that was cut in the middle of it. Only text of the target is masked, never the owner's own: masking
 * what an editor wrote would tell that editor whether it is part of a secret.
 */

/** What stands in the place of a secret. */
export const MASK = "••••";

/** So many characters in a row of a secret are masked: a known part makes the rest easier to guess. */
const RUN = 6;

export class SecretMask {
	readonly #secrets: readonly string[];
	/** Made when there is something to mask: most attempts go well. */
	#knownForms: readonly string[] | null = null;

	constructor(secrets: readonly string[]) {
		this.#secrets = secrets;
	}

	/** The secrets and the forms in which they are echoed, in lower case. */
	get #forms(): readonly string[] {
		this.#knownForms ??= [...new Set(this.#secrets.flatMap(formsOf))].filter((form) => form !== "");
		return this.#knownForms;
	}

	/** `text` with a mask for each part of a secret. */
	of(text: string): string {
		return this.ofPart(text, "", "");
	}

	/** The same for a text that was cut out between `before` and `after`, which may be parts of the same secret. */
	ofPart(text: string, before: string, after: string): string {
		if (text === "" || this.#forms.length === 0) return text;
		const isSecret = this.#secretPlaces(lowerCase(before + text + after));
		let masked = "";
		for (let at = 0; at < text.length; at++) {
			if (!isSecret[before.length + at]) masked += text[at];
			else if (!masked.endsWith(MASK)) masked += MASK;
		}
		return masked;
	}

	/**
	 * Which characters of `text` are part of a run that a form has too. The forms are gone through once and their runs
	 * looked up in the text, so that the time grows with the length of both added, not multiplied.
	 */
	#secretPlaces(text: string): Uint8Array {
		const isSecret = new Uint8Array(text.length);
		const runs = new Map<number, Map<string, number[]>>();
		for (const form of this.#forms) {
			const length = Math.min(RUN, form.length);
			const places = runs.get(length) ?? placesOfRuns(text, length);
			runs.set(length, places);
			for (let at = 0; at + length <= form.length && places.size > 0; at++) {
				const run = form.slice(at, at + length);
				const found = places.get(run);
				if (found === undefined) continue;
				for (const place of found) isSecret.fill(1, place, place + length);
				places.delete(run);
			}
		}
		return isSecret;
	}
}

/** Where each run of `length` characters of `text` begins. */
function placesOfRuns(text: string, length: number): Map<string, number[]> {
	const places = new Map<string, number[]>();
	for (let at = 0; at + length <= text.length; at++) {
		const run = text.slice(at, at + length);
		const known = places.get(run);
		if (known === undefined) places.set(run, [at]);
		else known.push(at);
	}
	return places;
}

/** As it is, and escaped as URLs, forms, JSON, HTML and Base64 (RFC 4648) of both alphabets have it. */
function formsOf(secret: string): string[] {
	const forms = [
		secret,
		encodeURIComponent(secret),
		new URLSearchParams({ "": secret }).toString().slice(1),
		JSON.stringify(secret).slice(1, -1),
		secret.replaceAll(ESCAPED_IN_JSON, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
		secret.replaceAll(ESCAPED_IN_HTML, (each) => HTML_NAMES[each] ?? each),
		secret.replaceAll(ESCAPED_IN_HTML, (each) => `&#${each.charCodeAt(0)};`),
		...base64Forms(secret).flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]),
	];
	return forms.map(lowerCase);
}

/** What encoders for pages write as \uXXXX: all beyond printable ASCII, and what ends strings and tags. */
const ESCAPED_IN_JSON = /[^ -~]|["'&<>\\/]/g;
const ESCAPED_IN_HTML = /[&<>"']/g;
const HTML_NAMES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/**
 * Three bytes are four characters, so what stands before a secret, such as the user name of Basic credentials, moves it
 * to one of three places. Characters that depend on what stands before it are left out, and forms that are too short to
 * say anything.
 */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const moved = [1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
		return text.replace(/=+$/, "").slice(before + 1);
	});
	return [bytes.toString("base64"), ...moved.filter(({ length }) => length >= RUN)];
}

/** Letter by letter, for some letters become two. */
function lowerCase(text: string): string {
	const lowered = text.toLowerCase();
	return lowered.length === text.length ? lowered : text;
}
