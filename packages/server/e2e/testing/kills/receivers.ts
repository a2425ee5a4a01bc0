/**
 * Servers of channels, each of which keeps what it was told: a webhook, Discord, where messages are updated in place,
 * and Opsgenie, where incidents are opened, acknowledged and closed under one key.
 *
 * Titles in what Discord and Opsgenie get are {@link TITLE}: each says of which message, alert and outage it is.
 */

import type { ChannelBody } from "../../../src/domain/alerts/channels.ts";
import type { Answering, Received } from "../../../src/notify/testing/receiver.ts";
import { discordServer } from "../../../src/notify/testing/services/chat.ts";
import { opsgenieServer } from "../../../src/notify/testing/services/incidents.ts";
import { TOKEN } from "../../../src/notify/testing/services/service.ts";
import { changeKey, type Fact, Told } from "./told.ts";

export interface Receiver {
	readonly told: Told;
	answer(request: Received): Answering;
	/** The channel of an alert that sends there. @param url of the server */
	channel(url: string): ChannelBody;
}

/** Of alerts by Discord and Opsgenie: what {@link factsIn} reads. */
export const TITLE = "{{message.id}} {{alert.id}} {{monitor.id}} {{event}} {{sinceIso}}";
const FACT = /(evt_\w+) (alt_\w+) (mon_\w+) (down|up) ([-\d:T.]+Z)/g;

/** What a text says of outages. */
function factsIn(text: string): Fact[] {
	return Array.from(
		text.matchAll(FACT),
		([, messageId = "", alert = "", monitor = "", event = "", since = ""]): Fact => {
			const keyOf = (event: string) => changeKey(monitor, event, Date.parse(since));
			return { messageId, alert, key: keyOf(event), problem: keyOf("down") };
		},
	);
}

function refusal({ method, path }: Received, { status, body }: Answering): string {
	return `${method} ${path} was answered with ${status}: ${body}`;
}

/**
 * Messages are known by the id of ours that they were sent under. Discord's webhooks have no idempotency: of a message
 * that was taken and not yet marked when the service was killed there are two from then on, under that one id. The
 * second counts as repeated, and what goes on with either goes on with that message.
 */
export function discordReceiver(): Receiver {
	const server = discordServer();
	const told = new Told();
	const sent = new Set<string>();
	/** By those of Discord. */
	const ids = new Map<string, string>();
	return {
		told,
		channel: (url) => ({ type: "discord", url: `${url}/api/webhooks/1/${TOKEN}` }),
		answer(request) {
			const answer = server.answer(request);
			if (answer.status !== 200) {
				told.refused.push(refusal(request, answer));
				return answer;
			}
			// In Discord's Markdown a backslash stands before each character that could be markup.
			const text = request.body.replaceAll("\\", "");
			const facts = factsIn(text);
			const edited = /\/messages\/(\d+)$/.exec(request.path)?.[1];
			const id = (edited === undefined ? facts[0]?.messageId : ids.get(edited)) ?? "about no outage";
			if (edited === undefined) {
				told.messages += 1;
				if (sent.has(id)) told.repeated += 1;
				if (facts.length > 0) sent.add(id);
				ids.set(JSON.parse(answer.body ?? "").id, id);
			} else told.updates += 1;
			const thread = told.thread(id);
			if (edited !== undefined)
				thread.updates.push({ before: [...thread.outages], problems: facts.map((fact) => fact.problem) });
			for (const { alert, key, problem } of facts) {
				thread.alerts.add(alert);
				thread.outages.add(problem);
				// An update says again what the messages of its cause have told.
				if (edited === undefined || !told.changes.has(key)) told.add(key, id);
			}
			thread.isAcknowledged ||= text.includes("Acknowledged: ");
			return answer;
		},
	};
}

/**
 * Incidents are known by their alias, under which they may be opened again: they are never told twice.
 *
 * @param now by the clock of the service, epoch milliseconds
 */
export function opsgenieReceiver(now: () => number): Receiver {
	const server = opsgenieServer();
	const told = new Told();
	const statusOf = (alias: string) => server.alerts.get(alias)?.status ?? "closed";
	return {
		told,
		channel: () => ({ type: "opsgenie", apiKey: TOKEN, region: "us" }),
		answer(request) {
			const [, inPath, action = "open"] = /^\/v2\/alerts\/([^/]+)\/(\w+)/.exec(request.path) ?? [];
			const alias = inPath === undefined ? String(request.json.alias) : decodeURIComponent(inPath);
			const before = statusOf(alias);
			const answer = server.answer(request);
			if (answer.status !== 202) {
				told.refused.push(refusal(request, answer));
				return answer;
			}
			const thread = told.thread(alias);
			if (before === "closed" && action === "open") {
				told.messages += 1;
				thread.isAcknowledged = false;
			} else told.updates += 1;
			if (before === "closed" && action === "acknowledge") {
				told.refused.push(`${alias} was acknowledged while it was not open`);
			}
			for (const { alert, key, problem } of factsIn(request.body)) {
				thread.alerts.add(alert);
				thread.outages.add(problem);
				told.add(key, alias);
			}
			thread.alerts.add(alias.split("/")[0] ?? "");
			thread.isOpen = statusOf(alias) !== "closed";
			if (action === "acknowledge") thread.isAcknowledged = true;
			if (before !== "closed" && action === "close") {
				for (const problem of thread.outages) {
					const key = problem.replace(" down ", " up ");
					told.add(key, alias);
					if (!told.closedAt.has(key)) told.closedAt.set(key, now());
				}
			}
			return answer;
		},
	};
}
