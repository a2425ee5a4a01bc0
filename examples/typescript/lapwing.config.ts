/** The same as ../yaml, where what repeats itself is a loop. Run by Node as it is: lapwing check. */

import { defineConfig } from "@lapwing/client";

const services = [
	{ key: "website", name: "Website", url: "https://shop.example.com/", text: "Add to basket" },
	{ key: "api", name: "API", url: "https://api.shop.example.com/health", text: "ok" },
];

export default defineConfig({
	project: "shop",
	defaults: { monitors: { tags: ["shop"], timeoutSeconds: 5 } },
	monitors: [
		...services.map(({ text, ...service }) => ({
			...service,
			method: "GET" as const,
			contentChecks: [{ type: "contains" as const, value: text }],
		})),
		{ key: "database", name: "Database", type: "tcp", host: "db.shop.example.com", port: 5432 },
		{ key: "name-server", type: "dns", domain: "shop.example.com", recordType: "A" },
		{ key: "backup", name: "Nightly backup", type: "cron", schedule: "0 2 * * *", timeZone: "Europe/Vienna" },
	],
	schedules: [
		{
			key: "on-call",
			name: "On call",
			layers: [{ people: [process.env["ON_CALL_PERSON"] ?? ""], timeZone: "Europe/Vienna", startsOn: "2026-01-05" }],
		},
	],
	alerts: [
		{ key: "chat", name: "Chat", channel: { type: "slack", url: { secret: "SLACK_URL" } } },
		{
			key: "phone",
			name: "Whoever has the phone",
			monitorIds: ["api", "database"],
			events: ["down", "up"],
			channel: { type: "email", to: ["on-call@shop.example.com"] },
		},
	],
	statusPages: [
		{
			key: "public",
			name: "Shop",
			slug: "shop-example",
			sections: [
				{
					name: "Shop",
					components: [
						{ name: "Website", monitorIds: ["website"] },
						{ name: "API", monitorIds: ["api", "database"] },
					],
				},
			],
		},
	],
	maintenance: [
		{
			key: "database-upgrade",
			name: "Database upgrade",
			monitorIds: ["database"],
			startsAt: "2030-03-01T22:00:00Z",
			endsAt: "2030-03-01T23:00:00Z",
		},
	],
});
