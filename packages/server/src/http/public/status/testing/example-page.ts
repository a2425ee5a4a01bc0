/** Pages for tests: of any size, in every state, with names of any length. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../domain/durations.ts";
import type { ComponentState } from "../../../../domain/status-pages/component-state.ts";
import {
	dayOfInstant,
	type PublicComponent,
	type PublicDay,
	type PublicIncident,
	type PublicPage,
} from "../../../../domain/status-pages/public-page.ts";

/** A Monday, 14:32 in Berlin. */
export const EXAMPLE_NOW = Date.parse("2026-11-23T13:32:05Z");

export function examplePage(changes: Partial<PublicPage> = {}): PublicPage {
	return {
		id: "sp_01kaqexampleexampleexample",
		slug: "acme",
		name: "Acme",
		access: "public",
		door: null,
		locale: "en",
		timeZone: "Europe/Berlin",
		barDays: 90,
		allowsIndexing: true,
		headline: "",
		footer: "",
		theme: { scheme: "auto", logo: null, icon: null, css: null },
		address: "https://status.acme.example",
		takesSubscribers: true,
		createdAt: EXAMPLE_NOW - 300 * DAY_MS,
		updatedAt: EXAMPLE_NOW - DAY_MS,
		sections: [],
		open: [],
		maintenance: [],
		past: [],
		marks: [],
		generatedAt: EXAMPLE_NOW,
		trueAt: EXAMPLE_NOW,
		...changes,
	};
}

export function exampleComponent(n: number, changes: Partial<PublicComponent> = {}): PublicComponent {
	return {
		id: componentId(n),
		name: `Component ${n}`,
		description: "",
		state: "operational",
		because: null,
		days: exampleDays(n),
		responseTimeMs: null,
		createdAt: EXAMPLE_NOW - 200 * DAY_MS,
		...changes,
	};
}

export function componentId(n: number): string {
	return `cmp_01kaq${String(n).padStart(21, "0")}`;
}

/** 90 days; of every `n + 7` of them one lost minutes, more on some than on others. */
function exampleDays(n: number, days = 90): PublicDay[] {
	const last = dayOfInstant(EXAMPLE_NOW);
	return Array.from({ length: days }, (_, back) => {
		const day = last - days + 1 + back;
		const whole = day === last ? 13 * 60 + 32 : 1_440;
		const isBad = (day * 31 + n * 17) % (n + 11) === 0;
		const lost = isBad ? Math.min(whole, 1 + ((day * 37 + n * 13) % 173)) : 0;
		const degraded = isBad && day % 2 === 0 ? lost : 0;
		return { day, up: whole - lost, degraded, down: lost - degraded };
	});
}

export function exampleIncident(n: number, changes: Partial<PublicIncident> = {}): PublicIncident {
	const startedAt = EXAMPLE_NOW - 34 * MINUTE_MS;
	return {
		id: `inc_01kaq${String(n).padStart(21, "0")}`,
		title: "Payments by card take long",
		impact: "minor",
		status: "monitoring",
		startedAt,
		resolvedAt: null,
		createdAt: startedAt,
		updatedAt: startedAt + 23 * MINUTE_MS,
		components: [{ id: componentId(2), name: "Checkout", state: "degraded" }],
		updates: [
			{
				id: `upd_01kaq${String(n).padStart(20, "0")}2`,
				body: "The payment provider has added capacity. Payments take 4 seconds instead of 20; we watch until they are back to 1.",
				status: "monitoring",
				at: startedAt + 23 * MINUTE_MS,
			},
			{
				id: `upd_01kaq${String(n).padStart(20, "0")}1`,
				body: "Our payment provider answers slowly. **Nobody is charged twice**; a payment that shows an error was not made.",
				status: "identified",
				at: startedAt + 7 * MINUTE_MS,
			},
		],
		postmortem: null,
		...changes,
	};
}

/** The page of the sketch: one component degraded with an incident, one in maintenance, history. */
export function troubledPage(changes: Partial<PublicPage> = {}): PublicPage {
	const open = exampleIncident(1);
	const over = exampleIncident(2, {
		title: "Storefront and checkout were away for 48 minutes",
		impact: "critical",
		status: "resolved",
		startedAt: EXAMPLE_NOW - 9 * DAY_MS,
		resolvedAt: EXAMPLE_NOW - 9 * DAY_MS + 48 * MINUTE_MS,
		components: [
			{ id: componentId(1), name: "Storefront", state: "major_outage" },
			{ id: componentId(2), name: "Checkout", state: "major_outage" },
		],
		updates: [
			{
				id: "upd_01kaq000000000000000000021",
				body: "A certificate was renewed on two of three machines.",
				status: "resolved",
				at: EXAMPLE_NOW - 9 * DAY_MS + 48 * MINUTE_MS,
			},
		],
		postmortem: {
			body: "# What happened\n\nThe third machine kept the old certificate.",
			publishedAt: EXAMPLE_NOW - 8 * DAY_MS,
		},
	});
	const maintenance = {
		id: "mw_01kaq000000000000000000001",
		title: "Faster delivery of webhooks",
		text: "Events are delivered later, none is lost.",
		startsAt: EXAMPLE_NOW - 20 * MINUTE_MS,
		endsAt: EXAMPLE_NOW + 28 * MINUTE_MS,
		components: [{ id: componentId(4), name: "Webhooks", state: "maintenance" as const }],
		createdAt: EXAMPLE_NOW - 5 * DAY_MS,
		updatedAt: EXAMPLE_NOW - 5 * DAY_MS,
	};
	return examplePage({
		sections: [
			{
				name: "Shop",
				components: [
					exampleComponent(1, { name: "Storefront", description: "Pages and search", responseTimeMs: 182 }),
					exampleComponent(2, {
						name: "Checkout",
						description: "Basket and payment",
						state: "degraded",
						because: "incident",
					}),
				],
			},
			{
				name: "For partners",
				components: [
					exampleComponent(3, { name: "API", description: "api.acme.example" }),
					exampleComponent(4, {
						name: "Webhooks",
						description: "Delivery of events",
						state: "maintenance",
						because: "maintenance",
						days: exampleDays(4, 60),
					}),
				],
			},
		],
		open: [open],
		past: [over],
		marks: [open, over].map(({ id, title, startedAt, resolvedAt, components }) => ({
			id,
			title,
			startedAt,
			resolvedAt,
			componentIds: components.flatMap(({ id }) => (id === null ? [] : [id])),
		})),
		maintenance: [
			maintenance,
			{
				...maintenance,
				id: "mw_01kaq000000000000000000002",
				title: "Move to the new data centre",
				text: "Checkout may be away for up to ten minutes. Orders are kept.",
				startsAt: EXAMPLE_NOW + 4 * DAY_MS + 12 * HOUR_MS,
				endsAt: EXAMPLE_NOW + 4 * DAY_MS + 14 * HOUR_MS,
				components: [],
			},
		],
		...changes,
	});
}

const STATES_IN_TURN: readonly ComponentState[] = [
	"operational",
	"degraded",
	"maintenance",
	"partial_outage",
	"major_outage",
];

/** As many components as asked, in sections of ten, in every state. */
export function largePage(components: number, changes: Partial<PublicPage> = {}): PublicPage {
	const all = Array.from({ length: components }, (_, n) =>
		exampleComponent(n + 1, {
			name: n % 7 === 3 ? `Delivery of documents to partner systems abroad, region ${n + 1}` : `Service ${n + 1}`,
			description: n % 3 === 0 ? "What customers call it" : "",
			state: n < 5 ? (STATES_IN_TURN[n] ?? "operational") : "operational",
			because: n > 0 && n < 5 ? "monitors" : null,
		}),
	);
	const sections = Array.from({ length: Math.ceil(components / 10) }, (_, n) => ({
		name: `Region ${n + 1}`,
		components: all.slice(n * 10, n * 10 + 10),
	}));
	return examplePage({ sections, ...changes });
}
