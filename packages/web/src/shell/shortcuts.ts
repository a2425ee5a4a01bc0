/** Global keyboard shortcuts. They are disabled while the user types or a dialog is open. */

import { useEffect, useRef } from "react";
import type { Scope } from "../api/people/session.ts";
import { placesFor } from "./places.ts";

/** By key: `j`, `Enter`, `?`; after the prefix g: `g m`. Names are those of `KeyboardEvent.key`. */
type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
	const latest = useRef(shortcuts);
	useEffect(() => {
		latest.current = shortcuts;
	});
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
			if (document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]')) return;
			latest.current[nameOf(event)]?.(event);
		}
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, []);
}

const PREFIX = "g";
const PREFIX_TIMEOUT_MS = 1000;

let prefixUntil = 0;
/** Several parts of a page handle one event, so all must map it to the same key. */
const names = new WeakMap<KeyboardEvent, string>();

function nameOf(event: KeyboardEvent): string {
	const known = names.get(event);
	if (known !== undefined) return known;
	const isSecond = performance.now() < prefixUntil;
	const name = isSecond ? `${PREFIX} ${event.key}` : event.key;
	prefixUntil = !isSecond && event.key === PREFIX ? performance.now() + PREFIX_TIMEOUT_MS : 0;
	names.set(event, name);
	return name;
}

function isWriting(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
	return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Of the key that opens the palette: as it is called on the reader's keyboard. */
export const PALETTE_KEYS = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? "⌘ K" : "Ctrl K";

interface ShortcutList {
	readonly title: string;
	readonly keys: readonly (readonly [keys: string, what: string])[];
}

/** What `?` shows to a role with these scopes. */
export function shortcutLists(scopes: readonly Scope[]): readonly ShortcutList[] {
	const everywhere: ShortcutList["keys"] = [
		[PALETTE_KEYS, "Go anywhere, do anything"],
		...placesFor(scopes).map(({ key, label }) => [`g ${key}`, label] as const),
		...(scopes.includes("monitors:write") ? [["n", "New monitor"] as const] : []),
		["?", "These shortcuts"],
	];
	return [{ title: "Everywhere", keys: everywhere }, ...LISTS_OF_PAGES];
}

const LISTS_OF_PAGES: readonly ShortcutList[] = [
	{
		title: "Monitors",
		keys: [
			["/", "Search"],
			["j k", "Next, previous"],
			["Enter", "Open"],
			["x", "Select"],
			["a", "Acknowledge: I have it"],
			["Esc", "Clear selection, leave search"],
		],
	},
	{
		title: "A monitor",
		keys: [
			["e", "Edit"],
			["p", "Pause or resume"],
			["r", "Check now"],
			["← →", "Read the chart that has the focus"],
			["Shift ← →", "Select in it; Enter zooms in"],
			["Backspace", "Zoom out of the chart"],
		],
	},
];
