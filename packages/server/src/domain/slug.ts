/** Lower-case letters, digits and single hyphens; accents are dropped, and what has no such letter is left out. */
export function slugOf(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "");
}
