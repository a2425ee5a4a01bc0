/** Tests whether the receivers of all alerts can be reached, for `lapwing doctor`. */

import type { Config } from "../config/config.ts";
import { type Dialer, PolicedDialer } from "../net/dial.ts";
import { endpointOf } from "../net/http/endpoint.ts";
import { DELIVERY_TIMEOUT_MS } from "../notify/interface.ts";
import { receiverAddress } from "../notify/receiver-address.ts";
import { type EnabledAlert, enabledAlerts } from "../storage/alerts/every-alert.ts";
import { secretBox } from "../storage/database/secret-box.ts";
import type { Tx } from "../storage/database/tx.ts";

/** Alerts that are looked at. Few installations have as many. */
const MOST_ALERTS = 1_000;
/** Receivers that are connected to, all at the same time. */
const MOST_RECEIVERS = 100;

interface ReceiverTried {
	/** `hooks.slack.com:443`: the rest of a URL can be a secret. Or what the messages of these alerts lack. */
	readonly receiver: string;
	readonly alerts: readonly Pick<EnabledAlert, "name" | "teamSlug">[];
	/** Why nothing arrives there, in one sentence; null when a connection was made. */
	readonly problem: string | null;
}

/** Connects to each receiver once, with a TLS handshake where it has one, and sends nothing. */
export async function alertReceivers(
	tx: Tx,
	secret: Uint8Array,
	config: Pick<Config, "allowPrivateTargets" | "resolvers" | "smtpUrl">,
	now: number,
): Promise<ReceiverTried[]> {
	const alerts = await enabledAlerts(tx, secretBox(secret), { limit: MOST_ALERTS, now });
	const unreadable = alerts.filter(({ channel }) => channel === null);
	const mailed: EnabledAlert[] = [];
	const posted = new Map<string, { url: URL; alerts: EnabledAlert[] }>();
	for (const alert of alerts) {
		if (alert.channel === null) continue;
		const url = await receiverAddress(alert.channel.settings);
		if (url === null) mailed.push(alert);
		else if (posted.has(url.origin)) posted.get(url.origin)?.alerts.push(alert);
		else if (posted.size < MOST_RECEIVERS) posted.set(url.origin, { url, alerts: [alert] });
	}
	// As deliveries do: a team's receiver has to be an address that the operator allows.
	const dialer = new PolicedDialer(config);
	try {
		const tried = await Promise.all([...posted.values()].map((receiver) => tryReceiver(dialer, receiver)));
		return [...noSecrets(unreadable), ...noMailServer(config, mailed), ...tried];
	} finally {
		dialer.close();
	}
}

async function tryReceiver(
	dialer: Dialer,
	{ url, alerts }: { readonly url: URL; readonly alerts: readonly EnabledAlert[] },
): Promise<ReceiverTried> {
	const endpoint = endpointOf(url);
	const receiver = `${url.hostname}:${endpoint.port}`;
	const connected = await dialer.dial({ ...endpoint, timeoutMs: DELIVERY_TIMEOUT_MS });
	if (connected.kind === "connected") {
		connected.socket.destroy();
		return { receiver, alerts, problem: null };
	}
	return { receiver, alerts, problem: connected.kind === "aborted" ? "The attempt was cut short." : connected.message };
}

function noSecrets(alerts: readonly EnabledAlert[]): ReceiverTried[] {
	if (alerts.length === 0) return [];
	return [{ receiver: "no secrets", alerts, problem: "Their secrets can't be read any more: enter them again." }];
}

function noMailServer({ smtpUrl }: Pick<Config, "smtpUrl">, alerts: readonly EnabledAlert[]): ReceiverTried[] {
	if (alerts.length === 0 || smtpUrl !== null) return [];
	return [{ receiver: "no mail server", alerts, problem: "SMTP_URL is not set, so they can send no email." }];
}
