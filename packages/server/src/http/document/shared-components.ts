/**
 * Moves what many operations repeat into the document's components: headers that are the same everywhere, and each
 * answer of an error once for all operations that give it. The document has less than half its length (360 of 787 KB
 * of JSON), and a reader of generated code meets one type for each of them.
 */

/** Read as JSON: this works on any document. */
interface Response {
	description?: string;
	headers?: Record<string, unknown>;
	content?: Record<string, unknown>;
	$ref?: string;
}
interface Operation {
	responses?: Record<string, Response>;
}
interface Document {
	paths?: Record<string, Record<string, Operation>>;
	components?: { headers?: Record<string, unknown>; responses?: Record<string, unknown> };
}

/** Changes `document`, which nobody else has yet. */
export function shareComponents(document: Document): void {
	const responses = Object.values(document.paths ?? {}).flatMap((item) =>
		Object.values(item).flatMap(({ responses = {} }) =>
			Object.entries(responses).map(([status, response]) => ({ responses, status, response })),
		),
	);
	const headers = new Shared("headers");
	for (const { response } of responses) {
		for (const [name, header] of Object.entries(response.headers ?? {})) {
			headers.offer(name, header, (reference) => Object.assign(response.headers ?? {}, { [name]: reference }));
		}
	}
	const sharedHeaders = headers.replaced();
	const errors = new Shared("responses");
	for (const { responses: all, status, response } of responses) {
		const name = nameOf(status, response);
		if (name !== null) errors.offer(name, response, (reference) => Object.assign(all, { [status]: reference }));
	}
	document.components = {
		...document.components,
		headers: { ...document.components?.headers, ...sharedHeaders },
		responses: { ...document.components?.responses, ...errors.replaced() },
	};
}

/** `ForbiddenOrCrossOrigin`: an error by the names of its examples, which are its codes; null for what has none. */
function nameOf(status: string, { content = {} }: Response): string | null {
	const [[type = "", media] = []] = Object.entries(content);
	const { examples } = (media ?? {}) as { examples?: Record<string, unknown> };
	if (Number(status) < 400 || examples === undefined) return null;
	const style = type === "application/problem+json" ? "Problem" : "";
	const words = Object.keys(examples).map((name) =>
		name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase()),
	);
	return words.join("Or") + style;
}

/** Equal values under one name, where there are at least two of them. */
class Shared {
	readonly #section: string;
	/** By name and value. */
	readonly #offers = new Map<string, { name: string; value: unknown; replace: ((reference: object) => void)[] }>();

	constructor(section: string) {
		this.#section = section;
	}

	offer(name: string, value: unknown, replace: (reference: object) => void): void {
		const key = `${name} ${JSON.stringify(value)}`;
		const known = this.#offers.get(key);
		if (known) known.replace.push(replace);
		else this.#offers.set(key, { name, value, replace: [replace] });
	}

	/** Puts references in the places of what is shared, and answers the shared values by name. */
	replaced(): Record<string, unknown> {
		const shared: Record<string, unknown> = {};
		for (const { name: wanted, value, replace } of this.#offers.values()) {
			if (replace.length < 2) continue;
			let name = wanted;
			for (let number = 2; name in shared; number += 1) name = `${wanted}${number}`;
			shared[name] = value;
			for (const each of replace) each({ $ref: `#/components/${this.#section}/${name}` });
		}
		return shared;
	}
}
