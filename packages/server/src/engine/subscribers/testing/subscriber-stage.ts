/**
 * A test environment for subscribers: a database, a status page with two components, a mail server on loopback, and a
 * clock that the test moves. Messages are fanned out, sent and recorded by the code of the service.
 */

import pino from "pino";
import { USUAL_PAGE } from "../../../domain/status-pages/page-settings.ts";
import type { StatusPage } from "../../../domain/status-pages/status-page.ts";
import { componentsOf } from "../../../domain/status-pages/status-page.ts";
import type { News } from "../../../domain/subscribers/news.ts";
import { createMetrics } from "../../../metrics.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import type { SubscriberSender } from "../../../notify/subscribers/interface.ts";
import { MailPriority } from "../../../notify/subscribers/mail-priority.ts";
import { SubscriberMailer } from "../../../notify/subscribers/mailer.ts";
import { aMailbox, type Mailbox } from "../../../notify/subscribers/testing/mailbox.ts";
import { sendNews } from "../../../notify/subscribers/webhooks.ts";
import { createStatusPage } from "../../../services/status-pages/create.ts";
import { LinkTokens } from "../../../services/subscribers/link-tokens.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import type { Database } from "../../../storage/database/tx.ts";
import { enqueueNews, type NewNews } from "../../../storage/subscribers/news.ts";
import { askToSubscribe, confirmSubscriber } from "../../../storage/subscribers/subscribers.ts";
import { type EngineName, freshDatabase } from "../../../storage/testing/engines.ts";
import { aTeam } from "../../../storage/testing/fixtures.ts";
import { DeliverMessages, type DeliverMessagesDependencies } from "../deliver-messages.ts";
import { fanOutNews } from "../fan-out-news.ts";

/** A whole minute. */
export const NOON = Date.UTC(2026, 4, 1, 12);

interface SubscriberStage extends AsyncDisposable {
	readonly database: Database;
	readonly teamId: number;
	readonly page: StatusPage;
	readonly mailbox: Mailbox;
	readonly clock: { now: number };
	readonly deps: DeliverMessagesDependencies;
	/** A subscriber who confirmed. @param components places on the page; default: all */
	subscriber(address: string, components?: readonly number[]): Promise<number>;
	/** Enqueues news about components, by their places on the page. */
	tell(news?: Partial<News>, components?: readonly number[], more?: Partial<NewNews>): Promise<void>;
	/** Fans out what is enqueued. */
	fanOut(): Promise<void>;
	/** Fans out and sends everything that is due. */
	deliver(): Promise<void>;
	/** The addresses that mails came to, sorted. */
	receivers(): string[];
}

export async function aSubscriberStage(engine: EngineName): Promise<SubscriberStage> {
	const database = await freshDatabase(engine);
	const mailbox = await aMailbox();
	const teamId = await aTeam(database);
	const clock = { now: NOON };
	const now = () => clock.now;
	const page = await onTheCommandLine(database, teamId, createStatusPage, pageWith(["Shop", "API"]), { now: NOON });
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const priority = new MailPriority();
	const mailer = new SubscriberMailer({ server: mailbox.server, dialer, mailsPerSecond: null, priority });
	const sender: SubscriberSender = {
		mail: (batch, signal) => mailer.send(batch, signal),
		webhook: (batch, signal) => sendNews({ dialer, userAgent: "Lapwing/test", now }, batch, signal),
		challenge: async () => null,
	};
	const deps: DeliverMessagesDependencies = {
		database,
		log: pino({ level: "silent" }),
		metrics: createMetrics(),
		now,
		signal: new AbortController().signal,
		sender,
		linkTokens: new LinkTokens(new Uint8Array(32).fill(7)),
		secretBox: secretBox(new Uint8Array(32).fill(7)),
		linkOrigin: "https://lapwing.example",
	};
	const keys = componentsOf(page).map(({ id }) => id);
	const keysAt = (places: readonly number[]) => places.map((place) => keys[place] ?? 0);
	const mails = new DeliverMessages(deps, "mail");
	const webhooks = new DeliverMessages(deps, "webhook");
	const fanOut = async () => {
		while ((await fanOutNews(deps)) === "more") {}
	};
	return {
		database,
		teamId,
		page,
		mailbox,
		clock,
		deps,
		fanOut,
		async subscriber(address, components) {
			const chosen = components === undefined ? null : keysAt(components);
			await askToSubscribe(database, { statusPageId: page.id, address, components: chosen }, clock.now);
			const { id } = await database.db
				.selectFrom("subscribers")
				.select("id")
				.where("address", "=", address)
				.executeTakeFirstOrThrow();
			await confirmSubscriber(database, id, clock.now);
			return id;
		},
		async tell(news = {}, components = [], more = {}) {
			const told = { ...NEWS, ...news };
			const wanted = {
				statusPageId: page.id,
				incidentId: null,
				updateId: null,
				components: keysAt(components),
				news: told,
				...more,
			};
			await enqueueNews(database, wanted, clock.now);
		},
		async deliver() {
			await fanOut();
			while ((await mails.run()) === "more") {}
			while ((await webhooks.run()) === "more") {}
		},
		receivers: () => mailbox.mails.map(({ to }) => to).sort(),
		async [Symbol.asyncDispose]() {
			mailer.close();
			dialer.close();
			await mailbox[Symbol.asyncDispose]();
			await database[Symbol.asyncDispose]();
		},
	};
}

const NEWS: News = {
	kind: "incident_opened",
	about: "inc_01h455vb4pex5vsknk084sn02q",
	title: "Orders fail",
	body: "We look.",
	status: "investigating",
	impact: "major",
	components: [],
	at: NOON,
	startsAt: null,
	endsAt: null,
};

/** A published page, as a team makes it. */
function pageWith(components: readonly string[], slug = "acme") {
	return {
		...USUAL_PAGE,
		name: "Acme",
		slug,
		isPublished: true,
		sections: [
			{
				name: "",
				components: components.map((name) => ({
					name,
					description: "",
					monitorIds: [],
					showsUptime: true,
					showsResponseTime: false,
				})),
			},
		],
	} as const;
}
