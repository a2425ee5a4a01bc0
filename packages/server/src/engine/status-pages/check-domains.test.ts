import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { type FoundRecords, proofText } from "../../domain/status-pages/page-domain.ts";
import { USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import { checkDomainNow } from "../../services/status-pages/check-domain-now.ts";
import { createStatusPage } from "../../services/status-pages/create.ts";
import { updateStatusPage } from "../../services/status-pages/update.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import type { Database } from "../../storage/database/tx.ts";
import { claimDueDomains, nextDomainCheckAt, pageOfDomain } from "../../storage/status-pages/domains.ts";
import { readPageVersion } from "../../storage/status-pages/page-version.ts";
import { findStatusPage } from "../../storage/status-pages/status-pages.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aTeam } from "../../storage/testing/fixtures.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { checkDomains } from "./check-domains.ts";

const T = Date.parse("2026-05-01T12:00:00Z");

onEachEngine("the domains of status pages", (name) => {
	let database: Database & AsyncDisposable;
	beforeAll(async () => {
		database = await freshDatabase(name);
	});
	afterAll(() => database[Symbol.asyncDispose]());

	let made = 0;
	/** A page of a team of its own. */
	async function page(domain: string | null): Promise<StatusPage> {
		made += 1;
		const input = { ...USUAL_PAGE, name: "Acme", slug: `domains-${made}`, theme: {}, sections: [], domain };
		return onTheCommandLine(database, await aTeam(database), createStatusPage, input, { now: T });
	}
	const now = async ({ teamId, publicId }: StatusPage) => {
		const found = await findStatusPage(database, teamId, publicId);
		if (found === null) throw new Error("The page is gone");
		return found;
	};
	const change = (of: StatusPage, domain: string | null, at: number) =>
		onTheCommandLine(database, of.teamId, updateStatusPage, { id: of.publicId, changes: { domain } }, { now: at });

	/** Looks at what is due, in a DNS with these records; every other name has none. Returns the names asked for. */
	async function look(at: number, records: Readonly<Record<string, FoundRecords>>): Promise<readonly string[]> {
		const asked: string[] = [];
		const deps = {
			database,
			log: pino({ level: "silent" }),
			signal: new AbortController().signal,
			now: () => at,
			lookUpTexts: async (wanted: string) => {
				asked.push(wanted);
				return records[wanted] ?? { texts: [] };
			},
		};
		while ((await checkDomains(deps)) === "more");
		return asked.toSorted();
	}
	const proofOf = ({ domain }: StatusPage) => ({ texts: [proofText(domain?.proof ?? "")] });

	test("are looked up at once, proven, and looked up a day later", async () => {
		const acme = await page("one.example.com");
		const version = await readPageVersion(database);
		expect(await look(T, { "_lapwing.one.example.com": proofOf(acme) })).toEqual(["_lapwing.one.example.com"]);
		expect((await now(acme)).domain).toMatchObject({ provenAt: T, checkedAt: T, nextCheckAt: T + DAY_MS });
		expect(await pageOfDomain(database, "one.example.com")).toBe(acme.id);
		expect(await readPageVersion(database)).toBeGreaterThan(version);
		expect(await look(T + DAY_MS - 1, {})).toEqual([]);
		expect(await nextDomainCheckAt(database)).toBe(T + DAY_MS);
		await change(acme, null, T);
		expect([await pageOfDomain(database, "one.example.com"), await nextDomainCheckAt(database)]).toEqual([null, null]);
	});

	test("are looked up at once after the clock was ahead", async () => {
		const acme = await page("ahead.example.com");
		const record = "_lapwing.ahead.example.com";
		expect(await look(T, { [record]: proofOf(acme) })).toEqual([record]);
		expect(await look(T + 2 * DAY_MS, {})).toEqual([record]);
		const anHourLater = T + HOUR_MS;
		await applyClockRollback(database, anHourLater);
		expect((await now(acme)).domain).toMatchObject({ missingSince: anHourLater, checkedAt: anHourLater });
		expect(await look(anHourLater, { [record]: proofOf(acme) })).toEqual([record]);
		expect((await now(acme)).domain).toMatchObject({ missingSince: null, nextCheckAt: anHourLater + DAY_MS });
		await applyClockRollback(database, anHourLater);
		expect((await now(acme)).domain?.nextCheckAt).toBe(anHourLater + DAY_MS);
		await change(acme, null, T);
	});

	test("are withdrawn seven days after the record went, and not while nobody answers", async () => {
		const acme = await page("two.example.com");
		const record = "_lapwing.two.example.com";
		await look(T, { [record]: proofOf(acme) });
		for (let at = T + DAY_MS; at <= T + 20 * DAY_MS; at += 6 * HOUR_MS) await look(at, { [record]: "no_answer" });
		expect((await now(acme)).domain).toMatchObject({ provenAt: T, missingSince: null, problem: "no_answer" });
		const gone = T + 21 * DAY_MS;
		for (let at = gone; at < gone + 7 * DAY_MS; at += 6 * HOUR_MS) await look(at, {});
		expect((await now(acme)).domain).toMatchObject({ provenAt: T, missingSince: gone, problem: "no_record" });
		for (let at = gone + 7 * DAY_MS; at <= gone + 8 * DAY_MS; at += 6 * HOUR_MS) await look(at, {});
		expect((await now(acme)).domain).toMatchObject({ provenAt: null, missingSince: null });
		expect(await pageOfDomain(database, "two.example.com")).toBeNull();
		await change(acme, null, gone);
	});

	test("belong to the page that proved them first, also of two that do so at the same time", async () => {
		const [one, two] = [await page("three.example.com"), await page("three.example.com")];
		const both = { texts: [...proofOf(one).texts, ...proofOf(two).texts] };
		await look(T, { "_lapwing.three.example.com": both });
		const pages = [await now(one), await now(two)];
		expect(pages.map(({ domain }) => domain?.problem).toSorted()).toEqual([null, "taken"].toSorted());
		expect(pages.filter(({ domain }) => domain?.provenAt === T)).toHaveLength(1);
		const three = await page(null);
		await expect(change(three, "three.example.com", T)).rejects.toMatchObject({ code: "taken" });
		// The other one gets it once the first gives it up.
		const [winner, loser] = pages[0]?.domain?.problem === null ? [one, two] : [two, one];
		await change(winner, null, T + 1);
		await look(T + MINUTE_MS, { "_lapwing.three.example.com": both });
		expect((await now(loser)).domain).toMatchObject({ provenAt: T + MINUTE_MS, problem: null });
		await change(loser, null, T);
	});

	test("are claimed by one process, and looked up again when that one did not record what it found", async () => {
		const acme = await page("four.example.com");
		const claims = await Promise.all([claimDueDomains(database, 20, T), claimDueDomains(database, 20, T)]);
		expect(claims.flat().map((each) => each.name)).toEqual(["four.example.com"]);
		expect(await look(T + 59_999, {})).toEqual([]);
		expect(await look(T + 60_000, {})).toEqual(["_lapwing.four.example.com"]);
		await change(acme, null, T);
	});

	test("that changed while they were looked up keep nothing of what was found", async () => {
		const acme = await page("five.example.com");
		const lookUpTexts = async () => {
			await change(acme, "six.example.com", T + 1);
			return proofOf(acme);
		};
		const signal = new AbortController().signal;
		await checkDomains({ database, log: pino({ level: "silent" }), signal, now: () => T + 2, lookUpTexts });
		expect((await now(acme)).domain).toMatchObject({ name: "six.example.com", provenAt: null, checkedAt: null });
		await change(acme, null, T);
	});

	test("are looked up when their team asks for it", async () => {
		const acme = await page("seven.example.com");
		const ask = (at: number) =>
			onTheCommandLine(database, acme.teamId, checkDomainNow, { id: acme.publicId }, { now: at });
		await look(T, { "_lapwing.seven.example.com": proofOf(acme) });
		await ask(T + 5_000);
		expect(await look(T + 5_000, {})).toEqual(["_lapwing.seven.example.com"]);
		expect((await now(acme)).domain).toMatchObject({ provenAt: T, missingSince: T + 5_000 });
		await change(acme, null, T);
		await expect(ask(T)).rejects.toMatchObject({ code: "invalid" });
	});
});
