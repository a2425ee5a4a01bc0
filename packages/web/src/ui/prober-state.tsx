/** How a prober is, or the best of those in a location: a shape and a word. */

import type { Location } from "../api/probers.ts";
import { ShapedWord, type ShownStatus } from "./status-mark.tsx";

type State = Location["state"] | "never_seen";

const LOOKS: Readonly<Record<State, { readonly shape: ShownStatus; readonly word: string; readonly colour: string }>> =
	{
		connected: { shape: "up", word: "Connected", colour: "text-text" },
		set_aside: { shape: "degraded", word: "Set aside", colour: "text-degraded" },
		away: { shape: "down", word: "Away", colour: "text-down" },
		never_seen: { shape: "pending", word: "Not seen yet", colour: "text-muted" },
		no_prober: { shape: "paused", word: "No prober", colour: "text-muted" },
	};

export function ProberState({ state }: { state: State }) {
	const { shape, word, colour } = LOOKS[state];
	return (
		<ShapedWord shape={shape} className={colour}>
			{word}
		</ShapedWord>
	);
}
