/** Subscribers of status pages: readers by mail, and the team's webhooks. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { downloaded } from "./client/download.ts";
import { dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];
export type Subscriber = Schemas["Subscriber"];
export type SubscriberCounts = Schemas["SubscriberCounts"];
/** Its secret is answered this once. */
export type CreatedSubscriber = Schemas["CreatedSubscriber"];

/** All that is read of subscribers. */
export const SUBSCRIBERS_KEY = ["subscribers"] as const;

/** @param componentIds of the page: only those who are sent news of one of them; empty: everybody */
export function subscriberCountsQuery(pageId: string, componentIds: readonly string[] = []) {
	const chosen = componentIds.toSorted().join(",");
	return queryOptions({
		queryKey: [...SUBSCRIBERS_KEY, pageId, "counts", chosen],
		queryFn: ({ signal }) => {
			const query = chosen === "" ? {} : { componentIds: chosen };
			return dataOf(
				lapwing.get("/api/v1/status-pages/{id}/subscribers/counts", { path: { id: pageId }, query, signal }),
			);
		},
	});
}

export function subscribersQuery(pageId: string) {
	return infiniteQueryOptions({
		queryKey: [...SUBSCRIBERS_KEY, pageId, "list"],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => {
			const asked = { path: { id: pageId }, query: { perPage: 50, cursor }, signal };
			return dataOf(lapwing.page("/api/v1/status-pages/{id}/subscribers", asked));
		},
		getNextPageParam: (page) => page.next,
	});
}

/** The address is sent a challenge and has to answer it before this does. */
export function subscribeWebhook(pageId: string, body: Schemas["SubscriberBody"]): Promise<CreatedSubscriber> {
	return dataOf(lapwing.post("/api/v1/status-pages/{id}/subscribers", { path: { id: pageId }, body }));
}

export function deleteSubscriber(pageId: string, subscriberId: string): Promise<void> {
	const path = { id: pageId, subscriberId };
	return dataOf(lapwing.delete("/api/v1/status-pages/{id}/subscribers/{subscriberId}", { path }));
}

export function deleteSubscribers(pageId: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/status-pages/{id}/subscribers", { path: { id: pageId } }));
}

export function downloadSubscribers(pageId: string): Promise<File> {
	return downloaded(`/api/v1/status-pages/${pageId}/subscribers/export`, "subscribers.csv");
}
