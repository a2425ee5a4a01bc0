/** What the demo watches: monitors of every type, made up. */

import type { CronSettings, TypeSettings } from "../../domain/monitors/types.ts";

/** By which the demo's monitors are recognized. */
export const DEMO_TAG = "lapwing:demo";
/** The demo's target listens on loopback (./target/). */
const HOST = "127.0.0.1";

/** Where the target listens, and what the machine can do. */
export interface DemoPlace {
	/** Of http, WebSockets and DNS; the next one is the mail server's. */
	readonly port: number;
	readonly canPing: boolean;
}

interface Kind {
	readonly name: string;
	/** @param number the monitor's own: the target behaves by it */
	readonly settings: (number: number, place: DemoPlace) => TypeSettings;
}

const KINDS: readonly Kind[] = [
	{ name: "Shop", settings: page },
	{ name: "Checkout", settings: page },
	{ name: "Search", settings: page },
	{
		name: "Mail",
		settings: (_number, { port }) => ({
			type: "tcp",
			host: HOST,
			port: port + 1,
			tls: "none",
			protocol: null,
			send: null,
			expect: { type: "contains", value: "220 ", caseSensitive: true },
		}),
	},
	{
		name: "Names",
		settings: (number, { port }) => ({
			type: "dns",
			domain: `${number}.demo.invalid`,
			recordType: "A",
			resolver: `${HOST}:${port}`,
			expected: null,
			mode: "equals",
		}),
	},
	{
		name: "Gateway",
		settings: (number, place) => (place.canPing ? { type: "ping", host: HOST, packets: 3 } : page(number, place)),
	},
	{
		name: "Live prices",
		settings: (number, { port }) => ({
			type: "websocket",
			url: `ws://${HOST}:${port}/prices/${number}`,
			send: null,
			expect: null,
		}),
	},
	{ name: "Order import", settings: () => job("*/10 * * * *", 60) },
	{ name: "Sign in and pay", settings: payment },
	{ name: "API", settings: page },
	{ name: "Nightly backup", settings: () => job("0 2 * * *", 7200) },
	{ name: "Admin", settings: page },
];

interface DemoMonitor {
	readonly name: string;
	readonly settings: TypeSettings;
}

/** The demo's monitor number `index`; the kinds come again and again. */
export function demoMonitor(index: number, place: DemoPlace): DemoMonitor {
	const { name, settings } = KINDS[index % KINDS.length] as Kind;
	const number = Math.floor(index / KINDS.length) + 1;
	return { name: number === 1 ? name : `${name} ${number}`, settings: settings(index + 1, place) };
}

/** The settings of the job that a monitor of this name watches; null for one that watches no job. */
export function jobNamed(name: string): CronSettings | null {
	const kind = KINDS.find((each) => name.replace(/ \d+$/, "") === each.name);
	const settings = kind?.settings(0, { port: 0, canPing: false });
	return settings?.type === "cron" ? settings : null;
}

function page(number: number, { port }: DemoPlace): TypeSettings {
	return { type: "http", url: `http://${HOST}:${port}/pages/${number}`, method: "GET", expectedStatus: 200 };
}

function job(schedule: string, maxRuntimeSeconds: number): CronSettings {
	return { type: "cron", schedule, timeZone: "UTC", every: null, graceSeconds: 120, maxRuntimeSeconds };
}

function payment(number: number, { port }: DemoPlace): TypeSettings {
	const step = (name: string, method: "GET" | "POST", path: string) => ({
		name,
		method,
		url: `http://${HOST}:${port}/payments/${number}${path}`,
		headers: [],
		body: null,
		auth: null,
		expect: ["2xx"],
		contentChecks: [],
		save: [],
	});
	const signIn = step("Sign in", "POST", "/session");
	return {
		type: "flow",
		variables: [],
		steps: [
			{
				...signIn,
				body: '{"user":"monitor"}',
				save: [{ name: "token", from: "json", value: "$.token" }],
			},
			{ ...step("Fill the basket", "POST", "/basket"), auth: { type: "bearer", token: "{{token}}" } },
			step("Pay", "POST", "/payment"),
			step("Receipt", "GET", "/receipt"),
		],
	};
}
