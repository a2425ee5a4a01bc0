/**
 * What stands outside of a service that is killed: targets whose health changes by the minute, and a webhook receiver
 * that remembers under which ids it was notified of what. Both live on in the process of the test.
 */

import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { startHttpTarget } from "../../../src/probe/targets/http-target.ts";

export interface Outside extends AsyncDisposable {
	/** Target `index`: always up from `flapping` on. */
	targetUrl(index: number): string;
	readonly receiverUrl: string;
	/** Where escalations send. */
	readonly stepUrl: string;
	readonly received: Received;
	/** From now on targets change their health; until then all are up. */
	begin(): void;
	/** From now on no target changes its health. */
	freeze(): void;
}

export interface Received {
	/** Ids of the events by what they are about (see {@link changeKey}). */
	readonly events: ReadonlyMap<string, ReadonlySet<string>>;
	/** The same of what steps of escalations have sent. */
	readonly stepEvents: ReadonlyMap<string, ReadonlySet<string>>;
	/** The same of locations that fail alone (see {@link regionalKey}). */
	readonly regionalEvents: ReadonlyMap<string, ReadonlySet<string>>;
	/** Messages, repeated ones too. */
	readonly messages: number;
	/** Messages whose id had come before: delivered, and not yet marked when the service was killed. */
	readonly repeated: number;
}

/** A monitor and what depends on it: they are those of one alert. */
export const SITE = 3;
/** Each site has an address of its own on loopback, so that their outages do not all have one cause. */
const EVERY_ADDRESS = { host: "0.0.0.0" };
/** Of the targets that change, this share is down at any time. */
const DOWN_SHARE = 0.4;
/** Answers take up to this long, so that kills meet checks and deliveries under way. */
const ANSWERED_WITHIN_MS = 40;
const LONGEST_MINUTES = 3;
const STEP = "/step";

/** @param flapping how many of the targets change their health */
export async function startOutside(flapping: number, random: () => number): Promise<Outside> {
	let hasBegun = false;
	let frozenAt: number | null = null;
	const slowly = () => pause(Math.floor(random() * ANSWERED_WITHIN_MS));
	const targets = await startHttpTarget(async (request, response) => {
		const index = Number(request.url?.slice(1));
		await slowly();
		const isDown = hasBegun && index < flapping && isDownAt(index, frozenAt ?? Date.now());
		response.writeHead(isDown ? 500 : 200).end();
	}, EVERY_ADDRESS);
	const events = new Map<string, Set<string>>();
	const stepEvents = new Map<string, Set<string>>();
	const regionalEvents = new Map<string, Set<string>>();
	const ids = new Set<string>();
	let messages = 0;
	const receiver = await startHttpTarget(async (request, response) => {
		const text = await wholeBody(request);
		// The service was killed while it sent this.
		if (text === null) return;
		const message = JSON.parse(text) as Message;
		const ofStatus = request.url === STEP ? stepEvents : events;
		for (const { id, eventType, monitor, since, cause, regional } of message.data.events) {
			// Of a monitor, not of one of its changes.
			if (cause !== "check" && regional === undefined) continue;
			const at = since === null ? 0 : Date.parse(since);
			const key = regional ? regionalKey(monitor.id, regional, at) : changeKey(monitor.id, eventType, at);
			const known = regional ? regionalEvents : ofStatus;
			known.set(key, (known.get(key) ?? new Set()).add(id));
		}
		messages += 1;
		ids.add(String(request.headers["webhook-id"]));
		await slowly();
		response.end();
	});
	return {
		targetUrl: (index) => {
			const site = Math.floor(index / SITE);
			return `http://127.1.${site >> 8}.${site & 0xff}:${targets.port}/${index}`;
		},
		receiverUrl: receiver.url,
		stepUrl: new URL(STEP, receiver.url).href,
		received: {
			events,
			stepEvents,
			regionalEvents,
			get messages() {
				return messages;
			},
			get repeated() {
				return messages - ids.size;
			},
		},
		begin() {
			hasBegun = true;
		},
		freeze() {
			frozenAt ??= Date.now();
		},
		async [Symbol.asyncDispose]() {
			await targets[Symbol.asyncDispose]();
			await receiver[Symbol.asyncDispose]();
		},
	};
}

/** What a notice is about: the monitor, down or up, and since when the outage lasts that begins or ends. */
export function changeKey(monitorId: string, event: string, since: number): string {
	return `${monitorId} ${event} of the outage since ${new Date(since).toISOString()}`;
}

/** What a notice of a location is about: since when it fails alone, and that it begins to or no longer does. */
export function regionalKey(monitorId: string, { location, isOver }: Regional, since: number): string {
	return `${monitorId} ${isOver ? "no longer fails" : "fails"} from ${location} alone since ${new Date(since).toISOString()}`;
}

interface Regional {
	readonly location: string;
	readonly isOver: boolean;
}

/** Null when the sender breaks off. */
async function wholeBody(request: IncomingMessage): Promise<string | null> {
	let text = "";
	try {
		for await (const part of request.setEncoding("utf8")) text += part;
		return text;
	} catch {
		return null;
	}
}

interface Message {
	readonly data: {
		readonly events: readonly {
			readonly id: string;
			readonly eventType: string;
			readonly since: string | null;
			readonly cause: string;
			readonly monitor: { readonly id: string };
			/** Only of the cause `regional`. */
			readonly regional?: Regional;
		}[];
	};
}

/**
 * Whether a target is down, for one minute or for up to three, so that some outages end before their step is due and
 * others last.
 */
function isDownAt(index: number, now: number): boolean {
	return chance(index, Math.floor(now / (60_000 * (1 + (index % LONGEST_MINUTES))))) < DOWN_SHARE;
}

/** In [0, 1), the same for the same target and slot of time. */
export function chance(index: number, slot: number): number {
	const mixed = Math.imul(index * 40_503 + slot, 2_654_435_761) >>> 0;
	return ((mixed ^ (mixed >>> 15)) & 0xffff) / 0x10000;
}
