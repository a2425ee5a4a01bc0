/**
 * Hides the secrets of a monitor in what its target sent: a page that echoes a token, a redirect whose host name holds
 * it, a header line that was cut in the middle of it. Only text of the target is masked, never the owner's own: masking
 * what an editor wrote would tell that editor whether it is part of a secret.
 */

/** What stands in the place of a secret. */
export const MASK = "••••";

/** So many characters in a row of a secret are masked: a known part makes the rest easier to guess. */
const RUN = 6;

/** Characters of one word that are no language's: in what a page with a secret holds, it may be one in another form. */
const LONG_WORD = /[^\s"'<>(){}[\],;]{24,}/g;

interface Form {
	/** In lower case. */
	readonly text: string;
	/** So many characters in a row are a part of the secret that is worth masking. */
	readonly run: number;
}

interface Forms {
	readonly plain: readonly Form[];
	/** To be looked for among letters and digits alone: spaces, line ends, percent signs and the like are left out. */
	readonly compact: readonly Form[];
	/** The same among those that stand alone. */
	readonly spaced: readonly Form[];
}

export class SecretMask {
	readonly #secrets: readonly string[];
	/** Made when there is something to mask: most attempts go well. */
	#knownForms: Forms | null = null;

	constructor(secrets: readonly string[]) {
		this.#secrets = secrets;
	}

	/** The secrets and the forms in which they are echoed. */
	get #forms(): Forms {
		this.#knownForms ??= {
			plain: this.#secrets.flatMap(formsOf).filter(({ text }) => text !== ""),
			compact: this.#secrets.flatMap(compactForms),
			spaced: this.#secrets.flatMap(spacedForms).filter(({ text }) => text !== ""),
		};
		return this.#knownForms;
	}

	/** `text` with a mask for each part of a secret. */
	of(text: string): string {
		return this.ofPart(text, "", "");
	}

	/**
	 * The same for text of a body that answers a request with secrets. A word that is too long for one of any language
	 * may be a secret in a form that nobody foresaw, and is masked as well.
	 */
	ofBody(text: string): string {
		const masked = this.of(text);
		return text === "" || this.#forms.plain.length === 0 ? masked : masked.replaceAll(LONG_WORD, MASK);
	}

	/** The same for a text that was cut out between `before` and `after`, which may be parts of the same secret. */
	ofPart(text: string, before: string, after: string): string {
		if (text === "" || this.#forms.plain.length === 0) return text;
		const whole = lowerCase(before + text + after);
		const isSecret = new Uint8Array(whole.length);
		for (const index of indexesOfForms(whole, this.#forms.plain)) isSecret[index] = 1;
		fillForms(isSecret, compacted(whole, isAny), this.#forms.compact);
		fillForms(isSecret, compacted(whole, standsAlone), this.#forms.spaced);
		let masked = "";
		for (let at = 0; at < text.length; at++) {
			if (!isSecret[before.length + at]) masked += text[at];
			else if (!masked.endsWith(MASK)) masked += MASK;
		}
		return masked;
	}
}

/**
 * Which characters of `text` are part of a run that a form has too, in their order. The forms are gone through once and
 * their runs looked up in the text, so that the time grows with the length of both added, not multiplied.
 */
function indexesOfForms(text: string, forms: readonly Form[]): number[] {
	const isSecret = new Uint8Array(text.length);
	const runs = new Map<number, Map<string, number[]>>();
	for (const form of forms) {
		const length = Math.min(form.run, form.text.length);
		const indexes = runs.get(length) ?? indexesOfRuns(text, length);
		runs.set(length, indexes);
		for (let at = 0; at + length <= form.text.length && indexes.size > 0; at++) {
			const run = form.text.slice(at, at + length);
			const found = indexes.get(run);
			if (found === undefined) continue;
			for (const index of found) isSecret.fill(1, index, index + length);
			indexes.delete(run);
		}
	}
	return [...isSecret.keys()].filter((index) => isSecret[index] === 1);
}

interface Compacted {
	readonly text: string;
	/** Where each character of it stands. */
	readonly indexes: readonly number[];
}

/** The letters and digits of `text` that are `wanted`; a line end in the place of others. */
function compacted(text: string, wanted: (text: string, at: number) => boolean): Compacted {
	let compact = "";
	const indexes: number[] = [];
	for (let at = 0; at < text.length; at++) {
		if (!isLetterOrDigit(text[at])) continue;
		compact += wanted(text, at) ? text[at] : "\n";
		indexes.push(at);
	}
	return { text: compact, indexes };
}

function lettersOf(form: string): string {
	return lowerCase(form).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function isAny(): boolean {
	return true;
}

function standsAlone(text: string, at: number): boolean {
	return !isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + 1]);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function isLetterOrDigit(each = ""): boolean {
	return LETTER_OR_DIGIT.test(each);
}

/** What stands between two characters of a secret is a part of its form. */
function fillForms(isSecret: Uint8Array, { text, indexes }: Compacted, forms: readonly Form[]): void {
	let last = -2;
	for (const at of indexesOfForms(text, forms)) {
		const index = indexes[at] ?? 0;
		isSecret.fill(1, at === last + 1 ? (indexes[last] ?? index) : index, index + 1);
		last = at;
	}
}

/** Where each run of `length` characters of `text` begins. */
function indexesOfRuns(text: string, length: number): Map<string, number[]> {
	const indexes = new Map<string, number[]>();
	for (let at = 0; at + length <= text.length; at++) {
		const run = text.slice(at, at + length);
		const known = indexes.get(run);
		if (known === undefined) indexes.set(run, [at]);
		else known.push(at);
	}
	return indexes;
}

/** As it is, and escaped as URLs, forms, JSON, HTML and Base64 (RFC 4648) of both alphabets have it, once or twice. */
function formsOf(secret: string): Form[] {
	const encoded = encodeURIComponent(secret.toWellFormed());
	const forms = [
		secret,
		encoded,
		encodeURIComponent(encoded),
		new URLSearchParams({ "": secret }).toString().slice(1),
		JSON.stringify(secret).slice(1, -1),
		secret.replaceAll(ESCAPED_IN_JSON, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
		secret.replaceAll(ESCAPED_IN_HTML, (each) => HTML_NAMES[each] ?? each),
		secret.replaceAll(ESCAPED_IN_HTML, (each) => `&#${each.charCodeAt(0)};`),
		reversed(secret),
		...encodedForms(secret),
	];
	return [...new Set(forms.map(lowerCase))].map((text) => ({ text, run: RUN }));
}

/**
 * Written with something between its characters, and escaped throughout: as hex, `%41`, `\x41`, `\u0041`, `&#65;`,
 * `&#x41;`. Each character of the secret takes several there, and so a run of it.
 */
function compactForms(secret: string): Form[] {
	const bytes = [...Buffer.from(secret)];
	const units = Array.from({ length: secret.length }, (_, at) => secret.charCodeAt(at));
	const hex = (unit: number, digits: number) => unit.toString(16).padStart(digits, "0");
	const each: [unit: number, text: string][] = [
		[2, bytes.map((byte) => hex(byte, 2)).join("")],
		[3, bytes.map((byte) => `x${hex(byte, 2)}`).join("")],
		[3, bytes.map((byte) => `0x${hex(byte, 2)}`).join("")],
		[4, bytes.map((byte) => `25${hex(byte, 2)}`).join("")],
		[5, units.map((unit) => `u${hex(unit, 4)}`).join("")],
		[2, units.map((unit) => String(unit)).join("")],
		[3, units.map((unit) => `x${unit.toString(16)}`).join("")],
		// Broken into lines: a run of six alone would also be found in words.
		...base64Forms(secret).map((form): [number, string] => [2, lettersOf(form)]),
	];
	return each.filter(([, text]) => text.length >= RUN).map(([unit, text]) => ({ text, run: RUN * unit }));
}

/** Each letter and digit by itself, with something between them. */
function spacedForms(secret: string): Form[] {
	const letters = lettersOf(secret);
	return [letters, reversed(letters)].map((text) => ({ text, run: RUN }));
}

function reversed(text: string): string {
	return [...text].reverse().join("");
}

/** Base64 of it, and Base64 of that. */
function encodedForms(secret: string): string[] {
	const once = base64Forms(secret);
	const twice = once.flatMap((form) => base64Forms(form));
	return [...once, ...twice].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
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
