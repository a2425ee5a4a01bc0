const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Text within HTML, in an attribute too. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
