/** A service whose team applies documents, and what its tests ask again and again. */

import { beforeEach } from "vitest";
import type { EngineName } from "../../../../storage/testing/engines.ts";
import { type Service, startService } from "../../../testing/service.ts";

export const SLACK = { type: "slack", url: "https://hooks.slack.com/services/T0/B0/key" };
/** One of each kind, with references by key. */
export const DOCUMENT = {
	monitors: [
		{ key: "api", name: "API", url: "https://api.example.com/", dependsOn: ["db"], tags: ["prod"] },
		{ key: "db", type: "tcp", name: "DB", host: "db.example.com", port: 5432 },
	],
	alerts: [{ key: "ops", name: "Ops", channel: SLACK, monitorIds: ["api"] }],
	statusPages: [
		{
			...{ key: "public", name: "Public", slug: "public" },
			sections: [{ name: "Shop", components: [{ name: "API", monitorIds: ["api"] }] }],
		},
	],
	maintenance: [
		{
			...{ key: "upgrade", name: "Upgrade", monitorIds: ["db"], statusPageIds: ["public"], publicTitle: "Upgrade" },
			...{ startsAt: "2026-07-01T22:00:00Z", endsAt: "2026-07-01T23:00:00Z" },
		},
	],
};

export type Change = { kind: string; key: string; action: string; drifted: boolean; changes: { field: string }[] };

/** Starts a service for each test of the suite that calls this. */
export function applyingDocuments(engine: EngineName) {
	let service: Service;
	beforeEach(async () => {
		const made = await startService(engine);
		service = made;
		return () => made[Symbol.asyncDispose]();
	});
	const put = (document: object, query = "", more: Parameters<Service["ask"]>[2] = {}) =>
		service.ask("PUT", `/api/v1/config${query}`, { body: document, ...more });
	const apply = async (document: object, query = "") => {
		const { status, json, text } = await put(document, query);
		if (status !== 200) throw new Error(text);
		return json.data;
	};
	return {
		/** That of the present test. */
		service: () => service,
		put,
		apply,
		plan: (document: object, query = "?dryRun=1") => apply(document, query),
		list: async (path: string, name: string) => (await service.ask("GET", path)).json.data[name],
	};
}

/** The changes of a plan, as "action kind/key". */
export function actions({ changes }: { changes: Change[] }): string[] {
	return changes.map(({ kind, key, action }) => `${action} ${kind}/${key}`);
}
