/** Looks for secrets in whatever a service has let out. */

/** As many characters in a row of a secret, or of it encoded, are a part of it; by chance they stand nowhere. */
const RUN = 8;

interface Found {
	readonly secret: string;
	/** Some of what stands around it. */
	readonly around: string;
}

export class PlantedSecrets {
	/** Runs of all forms of the secrets, in lower case, with the secrets' names. */
	readonly #runs = new Map<string, string>();

	/** @param secrets by their names */
	constructor(secrets: Readonly<Record<string, string>>) {
		for (const [name, secret] of Object.entries(secrets)) this.add(name, secret);
	}

	add(name: string, secret: string): void {
		for (const form of formsOf(secret).map((each) => each.toLowerCase())) {
			for (let at = 0; at + RUN <= form.length; at++) this.#runs.set(form.slice(at, at + RUN), name);
		}
	}

	/** The first part of a secret in `text`; null when there is none. */
	in(text: string): Found | null {
		const lower = text.toLowerCase();
		for (let at = 0; at + RUN <= lower.length; at++) {
			const secret = this.#runs.get(lower.slice(at, at + RUN));
			if (secret !== undefined) return { secret, around: text.slice(Math.max(0, at - 150), at + 50) };
		}
		return null;
	}
}

/** As it is, in Base64 wherever it stands in a text, and escaped. */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes])
			.toString("base64")
			.replace(/=+$/, "");
		return text.slice(before === 0 ? 0 : before + 1, -1);
	});
	const byNumber = (form: (code: number) => string) =>
		secret.replaceAll(/[&<>"']/g, (each) => form(each.charCodeAt(0)));
	return [
		secret,
		...base64,
		encodeURIComponent(secret),
		JSON.stringify(secret).slice(1, -1),
		byNumber((code) => `&#${code};`),
		byNumber((code) => `\\u${code.toString(16).padStart(4, "0")}`),
	];
}
