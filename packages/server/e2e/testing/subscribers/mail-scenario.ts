/**
 * An incident that is told to many readers while the service is killed (SIGKILL): the real service, a real mail server,
 * and what arrived there.
 */

import { DatabaseSync } from "node:sqlite";
import { aMailbox } from "../../../src/notify/subscribers/testing/mailbox.ts";
import { newPublicId } from "../../../src/storage/database/public-ids.ts";
import { Lapwing } from "../lapwing.ts";

interface Scenario {
	readonly readers: number;
	/** So many mails have come when the service is killed. */
	readonly killsAt: readonly number[];
	readonly withinMs: number;
}

interface Told {
	/** Readers without a mail. */
	readonly missing: number;
	/** Mails under a Message-ID that had come before. */
	readonly repeated: number;
	/** Readers with mails under more than one Message-ID. */
	readonly doubled: number;
	/** Of all mails that came, from the first one after the last kill; without kills, from the first one. */
	readonly mailsPerSecond: number;
	readonly kills: number;
	/** One of them, as it came. */
	readonly example: string;
}

const BASE_PORT = 20_000;

export async function tellReaders({ readers, killsAt, withinMs }: Scenario): Promise<Told> {
	await using mailbox = await aMailbox();
	const env = {
		SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
		SMTP_FROM: "Lapwing <lapwing@status.example>",
		PUBLIC_URL: `http://127.0.0.1:${BASE_PORT}`,
	};
	let service = await Lapwing.start({ env });
	const { directory } = service;
	try {
		const ask = async (path: string, body: object) => {
			const response = await fetch(`${service.url}/api/v1${path}`, {
				method: "POST",
				headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
				body: JSON.stringify(body),
			});
			if (response.status !== 201) throw new Error(await response.text());
			return ((await response.json()) as { data: { id: string } }).data.id;
		};
		const sections = [{ name: "", components: [{ name: "Shop" }] }];
		const page = await ask("/status-pages", { name: "Acme", slug: "acme", isPublished: true, sections });
		await service.stop();
		addReaders(service.databaseUrl, readers);
		service = await service.restart(env);
		const updates = [{ body: "We **look**.", status: "investigating" }];
		await ask("/incidents", { title: "Orders fail", impact: "major", statusPageIds: [page], updates });
		for (const count of killsAt) {
			await untilMails(mailbox, count, withinMs);
			await service.kill();
			service = await service.restart(env);
		}
		const before = mailbox.mails.length;
		const firstAt = await untilMails(mailbox, before + 1, withinMs);
		const wanted = new Set(Array.from({ length: readers }, (_, index) => addressOf(index)));
		const deadline = performance.now() + withinMs;
		let seen = 0;
		while (wanted.size > 0 && performance.now() < deadline) {
			for (; seen < mailbox.mails.length; seen += 1) wanted.delete(mailbox.mails[seen]?.to ?? "");
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		const lastAt = performance.now();
		const byReader = Map.groupBy(mailbox.mails, ({ to }) => to);
		return {
			missing: wanted.size,
			repeated: mailbox.mails.length - new Set(mailbox.mails.map(({ messageId }) => messageId)).size,
			doubled: [...byReader.values()].filter((mails) => new Set(mails.map((each) => each.messageId)).size > 1).length,
			mailsPerSecond: (mailbox.mails.length - before) / ((lastAt - firstAt) / 1000),
			kills: killsAt.length,
			example: mailbox.mails[0]?.raw ?? "",
		};
	} finally {
		await service.kill();
		const { rm } = await import("node:fs/promises");
		await rm(directory, { recursive: true, force: true });
	}
}

function addressOf(index: number): string {
	return `reader-${index}@example.com`;
}

/** As many as would take weeks to subscribe by themselves. */
function addReaders(databaseUrl: string, readers: number): void {
	const file = new DatabaseSync(databaseUrl.slice("sqlite:".length));
	const { id } = file.prepare("select id from status_pages").get() as { id: number };
	const insert = file.prepare(`
		insert into subscribers (public_id, status_page_id, channel, address, address_key, all_components, confirmed_at, created_at)
		values (?, ?, 0, ?, ?, 1, 1, 1)`);
	file.exec("begin");
	for (let index = 0; index < readers; index += 1) {
		insert.run(newPublicId("sub"), id, addressOf(index), addressOf(index));
	}
	file.exec("commit");
	file.close();
}

/** Resolves with the time at which so many mails have come. */
async function untilMails(
	mailbox: Awaited<ReturnType<typeof aMailbox>>,
	count: number,
	withinMs: number,
): Promise<number> {
	const timeout = new Promise<never>((_, reject) => {
		setTimeout(() => reject(new Error(`Fewer than ${count} mails came within ${withinMs} ms`)), withinMs).unref();
	});
	await Promise.race([mailbox.until(count), timeout]);
	return performance.now();
}
