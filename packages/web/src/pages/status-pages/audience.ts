/** How many people and webhooks will be notified of what is about to be published. */

import { useQueries, useQuery } from "@tanstack/react-query";
import { type StatusPage, statusPagesQuery } from "../../api/status-pages.ts";
import { type SubscriberCounts, subscriberCountsQuery } from "../../api/subscribers.ts";
import { counted } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";

export interface Audience {
	/** Pages that show it. */
	readonly statusPageIds: readonly string[];
	/** Components that it names, of these and of other pages. */
	readonly componentIds: readonly string[];
}

/** `312 people will be mailed, and 2 webhooks called.` Undefined while it is not known. */
export function useAudienceText({ statusPageIds, componentIds }: Audience): string | undefined {
	const mayRead = useMay("status-pages:read");
	const { data: pages } = useQuery({ ...statusPagesQuery, enabled: mayRead });
	const shown = pages?.filter(({ id, isPublished }) => isPublished && statusPageIds.includes(id)) ?? [];
	const answers = useQueries({
		queries: shown.map((page) => subscriberCountsQuery(page.id, ownComponents(page, componentIds))),
	});
	if (statusPageIds.length === 0) return "No status page shows it, so nobody is notified.";
	if (pages === undefined) return undefined;
	if (shown.length === 0) return "No page that shows it is published, so nobody is notified.";
	const counts = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
	return counts.length < shown.length ? undefined : audienceText(counts);
}

/** Of the components, those of the page. */
function ownComponents({ sections }: StatusPage, componentIds: readonly string[]): string[] {
	return sections
		.flatMap(({ components }) => components)
		.map(({ id }) => id)
		.filter((id) => componentIds.includes(id));
}

/** @param counts of each page that announces it: a reader of two pages gets two mails */
export function audienceText(counts: readonly SubscriberCounts[]): string {
	const sum = (channel: keyof SubscriberCounts) => counts.reduce((all, each) => all + each[channel].active, 0);
	const [mails, webhooks] = [sum("mail"), sum("webhook")];
	if (mails + webhooks === 0) return "Nobody has subscribed to this yet.";
	const mailed = `${counted(mails, "person", "people")} will be mailed`;
	const called = `${counted(webhooks, "webhook")} will be called`;
	if (webhooks === 0) return `${mailed}.`;
	return mails === 0 ? `${called}.` : `${mailed}, and ${called}.`;
}
