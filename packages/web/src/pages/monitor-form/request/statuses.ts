/** Accepted statuses as they are typed: `200`, `2xx` or `200-204`, several of them with commas. */

export function statusesOf(text: string): string[] {
	return text.split(/[\s,]+/).filter(Boolean);
}

export function statusesText(statuses: readonly string[]): string {
	return statuses.join(", ");
}

export const STATUSES_HINT = "Such as 200, 2xx or 200-204; several with commas.";
