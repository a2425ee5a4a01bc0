/** Light, dark, or as the system is. public/theme.js applies it before the first paint. */

import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const KEY = "lapwing.theme";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	listeners.add(listener);
	system.addEventListener("change", listener);
	return () => {
		listeners.delete(listener);
		system.removeEventListener("change", listener);
	};
}

function chosenTheme(): Theme {
	const { theme } = document.documentElement.dataset;
	return theme === "light" || theme === "dark" ? theme : "system";
}

export function chooseTheme(theme: Theme): void {
	if (theme === "system") delete document.documentElement.dataset["theme"];
	else document.documentElement.dataset["theme"] = theme;
	try {
		localStorage.setItem(KEY, theme);
	} catch {
		// Storage may be disabled; then the choice lasts as long as the page.
	}
	for (const listener of listeners) listener();
}

export function useTheme(): Theme {
	return useSyncExternalStore(subscribe, chosenTheme);
}

/** The visible theme, for canvas drawing. */
export function useSeenTheme(): "light" | "dark" {
	return useSyncExternalStore(subscribe, () => {
		const theme = chosenTheme();
		if (theme !== "system") return theme;
		return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
	});
}
