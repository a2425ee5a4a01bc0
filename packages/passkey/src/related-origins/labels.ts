/**
 * Labels: what browsers count in a document of related origins. The label of `example.co.uk` and of `www.example.com`
 * is `example`: the part of the registrable domain before the public suffix.
 */

/**
 * Browsers must take five labels (WebAuthn Level 3 §5.11.1), and Chromium takes no more. Origins behind are ignored.
 */
export const MAX_LABELS = 5;

/** Below a country's domain, these are public suffixes nearly everywhere. */
const SECOND_LEVEL_SUFFIXES = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"];

/**
 * The label of `domain` by a rule of thumb: right for `.com`, `.de` and `.co.uk`, wrong for suffixes that a company
 * offers, such as `github.io`. The Public Suffix List is exact, and larger than this library: a host that has a package
 * with the list can use that instead (`labelOf`). The empty string when there is none.
 */
export function registrableLabel(domain: string): string {
	const parts = domain.split(".");
	const suffix = parts.pop() ?? "";
	if (suffix.length === 2 && SECOND_LEVEL_SUFFIXES.includes(parts.at(-1) ?? "")) parts.pop();
	return parts.at(-1) ?? "";
}

/** Which of `origins` a browser uses, in its order: those of the first five labels. */
export function usedOrigins(origins: readonly URL[], labelOf: (domain: string) => string): URL[] {
	const labels = new Set<string>();
	return origins.filter(({ hostname }) => {
		const label = labelOf(hostname);
		if (label === "") return false;
		if (labels.size < MAX_LABELS) labels.add(label);
		return labels.has(label);
	});
}
