import { expect, test } from "vitest";
import { componentKeysOfPage } from "../../../storage/subscribers/chosen-components.ts";
import {
	askToSubscribe,
	chooseComponents,
	confirmSubscriber,
	findSubscriber,
} from "../../../storage/subscribers/subscribers.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import type { AppDependencies } from "../../services.ts";
import { startService } from "../../testing/service.ts";

async function aPage(engine: "sqlite" | "postgresql", overrides: Partial<AppDependencies> = {}) {
	const service = await startService(engine, overrides);
	const sections = [{ name: "", components: [{ name: "Shop" }] }];
	const body = { name: "Acme", slug: "acme-status", isPublished: true, sections };
	const { data } = (await service.ask("POST", "/api/v1/status-pages", { body })).json;
	const { id: key } = await service.database.db.selectFrom("status_pages").select("id").executeTakeFirstOrThrow();
	const path = `/api/v1/status-pages/${data.id}/subscribers`;
	const addReader = async (address: string, { confirmed = true } = {}) => {
		await askToSubscribe(service.database, { statusPageId: key, address, components: null }, service.clock.now);
		const { id } = await service.database.db
			.selectFrom("subscribers")
			.select("id")
			.where("address", "=", address)
			.executeTakeFirstOrThrow();
		if (confirmed) await confirmSubscriber(service.database, id, service.clock.now);
	};
	return {
		...service,
		path,
		component: data.sections[0].components[0].id as string,
		addReader,
		[Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
	};
}

onEachEngine("subscribers of a page", (engine) => {
	test("are counted without their addresses, listed, exported and deleted", async () => {
		await using page = await aPage(engine);
		await page.addReader("ada@example.com");
		await page.addReader("=cmd@example.com", { confirmed: false });
		expect((await page.ask("GET", `${page.path}/counts`)).json.data).toEqual({
			mail: { unconfirmed: 1, active: 1, stopped: 0 },
			webhook: { unconfirmed: 0, active: 0, stopped: 0 },
		});
		const { subscribers } = (await page.ask("GET", page.path)).json.data;
		expect(subscribers.map(({ address, state }: Record<string, string>) => [address, state])).toEqual([
			["=cmd@example.com", "unconfirmed"],
			["ada@example.com", "active"],
		]);
		const { headers, text } = await page.ask("GET", `${page.path}/export`);
		expect(headers.get("content-disposition")).toBe('attachment; filename="acme-status-subscribers.csv"');
		const [heading, ...lines] = text.trim().split("\r\n");
		expect(heading).toBe("id,channel,address,state,components,created_at,confirmed_at,stopped_at");
		expect(lines[0]).toContain(",mail,'=cmd@example.com,unconfirmed,,2025-06-15T12:00:00.000Z,,");
		expect(lines).toHaveLength(2);
		await page.ask("DELETE", `${page.path}/${subscribers[1].id}`);
		expect((await page.ask("GET", page.path)).json.data.subscribers).toHaveLength(1);
		for (let index = 0; index < 450; index += 1) await page.addReader(`r${index}@example.com`);
		expect((await page.ask("DELETE", page.path)).status).toBe(204);
		expect(await page.database.db.selectFrom("subscribers").selectAll().execute()).toEqual([]);
	});

	test("are counted by the components whose news they are sent", async () => {
		await using page = await aPage(engine);
		await page.addReader("all@example.com");
		await page.addReader("shop@example.com");
		await page.addReader("none@example.com");
		const idOf = async (address: string) =>
			(
				await page.database.db
					.selectFrom("subscribers")
					.select("id")
					.where("address", "=", address)
					.executeTakeFirstOrThrow()
			).id;
		const { id: shop } = await page.database.db.selectFrom("components").select("id").executeTakeFirstOrThrow();
		await chooseComponents(page.database, await idOf("shop@example.com"), [shop]);
		await chooseComponents(page.database, await idOf("none@example.com"), []);
		const active = async (query: string) =>
			(await page.ask("GET", `${page.path}/counts${query}`)).json.data.mail.active;
		expect(await active("")).toBe(3);
		expect(await active(`?componentIds=${page.component}`)).toBe(2);
		const refused = await page.ask("GET", `${page.path}/counts?componentIds=${page.component},cmp_other`);
		expect([refused.status, refused.json.error.details[0].path]).toEqual([400, "componentIds"]);
	});

	test("are sent news of all components once those that they chose are deleted", async () => {
		await using page = await aPage(engine);
		const pagePath = page.path.replace("/subscribers", "");
		const write = async (components: readonly object[]) => {
			const { json } = await page.ask("PUT", pagePath, { body: { sections: [{ name: "", components }] } });
			return json.data.sections[0].components as { id: string; name: string }[];
		};
		const [shop, api, web] = await write([{ id: page.component, name: "Shop" }, { name: "API" }, { name: "Web" }]);
		const keys = await componentKeysOfPage(page.database, 1);
		const choices = { "both@example.com": [shop, api], "shop@example.com": [shop], "web@example.com": [web] };
		for (const [address, chosen] of Object.entries(choices)) {
			await page.addReader(address);
			const { subscribers } = (await page.ask("GET", page.path)).json.data;
			const { id } = subscribers.find((each: { address: string }) => each.address === address);
			const subscriber = await findSubscriber(page.database, 1, id);
			const chosenKeys = chosen.flatMap((each) => keys.get(each?.id ?? "") ?? []);
			await chooseComponents(page.database, subscriber?.id ?? 0, chosenKeys);
		}
		const active = async (id = "") =>
			(await page.ask("GET", `${page.path}/counts?componentIds=${id}`)).json.data.mail.active;
		expect([await active(shop?.id), await active(api?.id), await active(web?.id)]).toEqual([2, 1, 1]);
		await write([{ ...api }, { ...web }]);
		expect([await active(api?.id), await active(web?.id)]).toEqual([2, 2]);
		const { subscribers } = (await page.ask("GET", page.path)).json.data;
		const shown = subscribers.map(({ address, componentIds }: Record<string, unknown>) => [address, componentIds]);
		expect(Object.fromEntries(shown)).toEqual({
			"both@example.com": [api?.id],
			"shop@example.com": null,
			"web@example.com": [web?.id],
		});
	});

	test("by webhook are made once they answered the challenge, and their key is answered once", async () => {
		const asked: { url: string; secret: string }[] = [];
		await using page = await aPage(engine, {
			async challengeWebhook(webhook) {
				asked.push(webhook);
				return webhook.url.includes("silent") ? "Its answer does not contain the challenge." : null;
			},
		});
		const body = { url: "https://example.com/hooks", componentIds: [page.component] };
		const made = await page.ask("POST", page.path, { body });
		expect(made.status).toBe(201);
		expect(made.json.data).toMatchObject({ channel: "webhook", state: "active", address: body.url });
		expect(made.json.data.secret).toBe(asked[0]?.secret);
		expect((await page.ask("POST", page.path, { body })).json.error.details[0].path).toBe("/url");
		const silent = await page.ask("POST", page.path, { body: { url: "https://silent.example/" } });
		expect([silent.status, silent.json.error.details]).toEqual([
			400,
			[
				{
					path: "/url",
					message: "The address did not answer the challenge: Its answer does not contain the challenge.",
				},
			],
		]);
		const stored = JSON.stringify(await page.database.db.selectFrom("subscribers").selectAll().execute());
		expect(stored).not.toContain(made.json.data.secret);
		expect((await page.ask("GET", page.path)).text).not.toContain(made.json.data.secret);
	});
});

test("audit events of a subscriber hold no mail address", async () => {
	await using page = await aPage("sqlite");
	await page.addReader("ada@example.com");
	const { subscribers } = (await page.ask("GET", page.path)).json.data;
	await page.ask("DELETE", `${page.path}/${subscribers[0].id}`);
	await page.ask("DELETE", page.path);
	const { text, json } = await page.ask("GET", "/api/v1/audit-events");
	expect(text).not.toContain("ada@");
	const events = json.data.auditEvents.map(
		({ action, objectType }: Record<string, string>) => `${action} ${objectType}`,
	);
	expect(events.slice(0, 2)).toEqual(["delete subscribers", "delete subscriber"]);
});

test("a team tries 20 addresses a minute", async () => {
	await using page = await aPage("sqlite", { challengeWebhook: async () => "It did not answer." });
	const tried = async () => (await page.ask("POST", page.path, { body: { url: "https://example.com/" } })).status;
	for (let time = 0; time < 20; time += 1) expect(await tried()).toBe(400);
	expect(await tried()).toBe(429);
});
