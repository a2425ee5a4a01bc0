/**
 * The selected team. A link may name it (`?team=slug`, as links in notices do); then it is kept for this browser.
 * Changing it reloads the page, so that no data of the other team remains in memory.
 */

const KEY = "lapwing.team";

let chosen: string | null = null;

export function currentTeam(): string | null {
	return chosen;
}

/** Of the teams that the session has: the one in the address, else the kept one, else the first. */
export function chooseTeam(slugs: readonly string[], inAddress: string | null): string | null {
	const wanted = [inAddress, readKept()].find((slug) => slug !== null && slugs.includes(slug));
	chosen = wanted ?? slugs[0] ?? null;
	if (chosen !== null) keep(chosen);
	return chosen;
}

export function switchTeam(slug: string): void {
	keep(slug);
	location.assign("/");
}

function readKept(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

function keep(slug: string): void {
	try {
		localStorage.setItem(KEY, slug);
	} catch {
		// Storage may be disabled; then the choice lasts as long as the page.
	}
}
