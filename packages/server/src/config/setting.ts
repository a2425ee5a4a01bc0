/** What a setting is, and the settings that are numbers or plain texts. */

export interface Setting<T> {
	readonly name: string;
	/** Its purpose, for help texts and the README. */
	readonly about: string;
	/** The default in help texts. */
	readonly shownDefault: string;
	/** The value without the variable. */
	readonly missing: T;
	/** Throws an Error whose message completes the sentence "NAME …". */
	parse(text: string): T;
}

export function optionalText(name: string, about: string): Setting<string | null> {
	return { name, about, shownDefault: "none", missing: null, parse: (text) => text };
}

export function trueOrFalse(name: string, about: string, missing: boolean): Setting<boolean> {
	return {
		name,
		about: `${about}: true or false`,
		shownDefault: String(missing),
		missing,
		parse(text) {
			if (text !== "true" && text !== "false") throw new Error("must be true or false");
			return text === "true";
		},
	};
}

export function integer(name: string, about: string, missing: number, least: number, most: number): Setting<number> {
	return {
		name,
		about: `${about} (${least}–${most})`,
		shownDefault: String(missing),
		missing,
		parse(text) {
			const value = Number(text);
			if (!/^\d+$/.test(text) || value < least || value > most) {
				throw new Error(`must be a whole number from ${least} to ${most}`);
			}
			return value;
		},
	};
}
