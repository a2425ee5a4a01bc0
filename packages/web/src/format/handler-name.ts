import type { Handler } from "../api/outages.ts";
import { inWords } from "./words.ts";

/** Who acknowledged or snoozed. Whoever followed a link is not known. The board has no room for the channels' names. */
export function handlerName({ kind, name, channel }: Handler): string {
	if (kind === "link") return `Someone by link in ${channel === null ? "a message" : inWords(channel)}`;
	return name ?? (kind === "cli" ? "The command line" : "Someone");
}
