import type { Handler } from "../api/outages.ts";
import { channelName } from "./words.ts";

/** Who acknowledged or snoozed. Whoever followed a link is not known. */
export function handlerName({ kind, name, channel }: Handler): string {
	if (kind === "link") return `Someone by link in ${channel === null ? "a message" : channelName(channel)}`;
	return name ?? (kind === "cli" ? "The command line" : "Someone");
}
