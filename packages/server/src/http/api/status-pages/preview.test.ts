import { expect, test } from "vitest";
import { png } from "../../../domain/status-pages/testing/images.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { startService } from "../../testing/service.ts";

const PATH = "/api/v1/status-pages";

onEachEngine("the preview of a status page", (name) => {
	test("shows a draft as it would be saved, and saves nothing", async () => {
		await using service = await startService(name);
		const monitor = await service.newMonitor({ name: "Hidden monitor" });
		const sections = [{ name: "Shop", components: [{ name: "Checkout", monitorIds: [monitor.id] }] }];
		const made = await service.ask("POST", PATH, { body: { name: "Public", slug: "public", sections } });
		const { id } = made.json.data;
		const before = (await service.ask("GET", `${PATH}/${id}`)).json.data;
		const events = async () => (await service.ask("GET", "/api/v1/audit-events")).json.data.auditEvents.length;
		const eventsBefore = await events();

		const [section] = made.json.data.sections;
		const draft = {
			pageId: id,
			name: "Acme <draft>",
			headline: "Hello **there**",
			sections: [{ ...section, components: [...section.components, { name: "Search" }] }],
		};
		const shown = await service.ask("POST", `${PATH}/preview`, { body: draft });
		expect(shown.status).toBe(200);
		const { html } = shown.json.data;
		for (const text of ["Acme &lt;draft&gt;", "<strong>there</strong>", "Checkout", "Search"]) {
			expect(html).toContain(text);
		}
		expect(html).not.toContain("Hidden monitor");
		expect(html).not.toContain("<script");
		const fresh = await service.ask("POST", `${PATH}/preview`, { body: { name: "New", sections: [] } });
		expect(fresh.json.data.html).toContain("New");

		expect((await service.ask("GET", `${PATH}/${id}`)).json.data).toEqual(before);
		expect((await service.ask("GET", PATH)).json.data.statusPages).toHaveLength(1);
		expect(await events()).toBe(eventsBefore);
	});

	test("has the style sheet of the draft, and the logo where only the team can read it", async () => {
		await using service = await startService(name);
		const saved = { name: "Public", slug: "public", theme: { css: "h1 { letter-spacing: 1px }" } };
		const { id } = (await service.ask("POST", PATH, { body: saved })).json.data;
		await service.ask("PUT", `${PATH}/${id}/logo`, { rawBody: new Uint8Array(png(120, 40)) });
		const theme = { accentColor: "#1c7c44", css: "h1 { letter-spacing: 2px }" };
		const shown = await service.ask("POST", `${PATH}/preview`, { body: { pageId: id, name: "Public", theme } });
		const { html, css } = shown.json.data;
		expect(css).toMatch(/--link:#1c7c44[\s\S]*letter-spacing:2px/);
		expect(css).not.toContain("1px");
		expect(html).not.toContain("theme.css");
		const [, src = ""] = /<img src="([^"]+)"/.exec(html) ?? [];
		const image = await service.ask("GET", src.replace("&amp;", "&"));
		expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
		const bare = await service.ask("POST", `${PATH}/preview`, { body: { name: "New" } });
		expect(bare.json.data.css).toBeNull();

		const refused = { pageId: id, name: "Public", theme: { css: "h1 { behavior: url(x) }\np { zoom: 2 }" } };
		const { status, json } = await service.ask("POST", `${PATH}/preview`, { body: refused });
		expect(status).toBe(400);
		expect(json.error.details.map(({ path, message }: Record<string, string>) => [path, message?.slice(0, 6)])).toEqual(
			[
				["/theme/css", "Line 1"],
				["/theme/css", "Line 2"],
			],
		);
	});

	test("refuses what could not be saved, and pages of other teams", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("other");
		const { json } = await service.ask("POST", PATH, { body: { name: "Public", slug: "public" } });
		const theirs = await service.ask("POST", `${PATH}/preview`, { key, body: { name: "x", pageId: json.data.id } });
		expect(theirs.status).toBe(404);
		const sections = [{ name: "", components: [{ name: "x", monitorIds: ["mon_00000000000000000000000000"] }] }];
		const unknown = await service.ask("POST", `${PATH}/preview`, { body: { name: "x", sections } });
		expect([unknown.status, unknown.json.error.details[0].path]).toEqual([
			400,
			"/sections/0/components/0/monitorIds/0",
		]);
		const reader = await service.keyWith(["status-pages:read"]);
		expect((await service.ask("POST", `${PATH}/preview`, { key: reader, body: { name: "x" } })).status).toBe(403);
	});
});
