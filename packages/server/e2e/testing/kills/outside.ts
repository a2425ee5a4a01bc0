/**
 * What stands outside of a service that is killed: targets whose health changes by the minute, and the servers of its
 * channels, which remember what they were told. All live on in the process of the test.
 */

import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ChannelBody } from "../../../src/domain/alerts/channels.ts";
import type { Answering, Received as Request } from "../../../src/notify/testing/receiver.ts";
import { startHttpTarget } from "../../../src/probe/targets/http-target.ts";
import { discordReceiver, opsgenieReceiver } from "./receivers.ts";
import { changeKey, Told } from "./told.ts";

export interface Outside extends AsyncDisposable {
	/** Target `index`: always up from `flapping` on. */
	targetUrl(index: number): string;
	/** Of webhooks. */
	readonly receiverUrl: string;
	/** Where escalations send. */
	readonly stepUrl: string;
	/** Channels whose messages go on, for alerts with the title TITLE (./receivers.ts). */
	readonly threaded: readonly ChannelBody[];
	/** Where Opsgenie is, for ./opsgenie-nearby.ts. */
	readonly opsgenieUrl: string;
	readonly received: Received;
	/** From now on targets change their health; until then all are up. */
	begin(): void;
	/** From now on no target changes its health. */
	freeze(): void;
}

export type ToldByChannel = Readonly<Record<"webhook" | "discord" | "opsgenie", Told>>;

export interface Received {
	/** What alerts sent, by the type of their channel. A webhook knows each change by the id of its event. */
	readonly told: ToldByChannel;
	/** What steps of escalations have sent to the webhook: ids of events by what they are about ({@link changeKey}). */
	readonly stepEvents: ReadonlyMap<string, ReadonlySet<string>>;
	/** The same of locations that fail alone (see {@link regionalKey}). */
	readonly regionalEvents: ReadonlyMap<string, ReadonlySet<string>>;
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

/**
 * @param flapping how many of the targets change their health
 * @param now the clock of the service, epoch milliseconds
 */
export async function startOutside(
	flapping: number,
	random: () => number,
	now: () => number = Date.now,
): Promise<Outside> {
	let hasBegun = false;
	let frozenAt: number | null = null;
	const slowly = () => pause(Math.floor(random() * ANSWERED_WITHIN_MS));
	const targets = await startHttpTarget(async (request, response) => {
		const index = Number(request.url?.slice(1));
		await slowly();
		const isDown = hasBegun && index < flapping && isDownAt(index, frozenAt ?? Date.now());
		response.writeHead(isDown ? 500 : 200).end();
	}, EVERY_ADDRESS);
	const webhook = new Told();
	const stepEvents = new Map<string, Set<string>>();
	const regionalEvents = new Map<string, Set<string>>();
	const ids = new Set<string>();
	const discord = discordReceiver();
	const opsgenie = opsgenieReceiver(now);
	const serve = (answer: (request: Request) => Answering) =>
		startHttpTarget(async (request, response) => {
			const body = await wholeBody(request);
			// The service was killed while it sent this.
			if (body === null) return;
			const { method = "", url: path = "", headers } = request;
			const answered = answer({ method, path, headers, body, json: JSON.parse(body) });
			await slowly();
			response.writeHead(answered.status, answered.headers).end(answered.body);
		});
	const receiver = await serve(({ path, headers, json }) => {
		const ofStatus = path === STEP ? stepEvents : webhook.changes;
		for (const { id, eventType, monitor, since, cause, regional } of (json as Message).data.events) {
			// Of a monitor, not of one of its changes.
			if (cause !== "check" && regional === undefined) continue;
			const at = since === null ? 0 : Date.parse(since);
			const key = regional ? regionalKey(monitor.id, regional, at) : changeKey(monitor.id, eventType, at);
			const known = regional ? regionalEvents : ofStatus;
			known.getOrInsertComputed(key, () => new Set()).add(id);
		}
		const id = String(headers["webhook-id"]);
		webhook.messages += 1;
		if (ids.has(id)) webhook.repeated += 1;
		ids.add(id);
		return { status: 200 };
	});
	const discordServer = await serve(discord.answer);
	const opsgenieServer = await serve(opsgenie.answer);
	return {
		targetUrl: (index) => {
			const site = Math.floor(index / SITE);
			return `http://127.1.${site >> 8}.${site & 0xff}:${targets.port}/${index}`;
		},
		receiverUrl: receiver.url,
		stepUrl: new URL(STEP, receiver.url).href,
		threaded: [discord.channel(new URL(discordServer.url).origin), opsgenie.channel(opsgenieServer.url)],
		opsgenieUrl: new URL(opsgenieServer.url).origin,
		received: {
			told: { webhook, discord: discord.told, opsgenie: opsgenie.told },
			stepEvents,
			regionalEvents,
		},
		begin() {
			hasBegun = true;
		},
		freeze() {
			frozenAt ??= Date.now();
		},
		async [Symbol.asyncDispose]() {
			for (const server of [targets, receiver, discordServer, opsgenieServer]) await server[Symbol.asyncDispose]();
		},
	};
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
