/** The look of a page, its password and its domain, in the API. */

import { expect, test } from "vitest";
import { extended, png } from "../../../domain/status-pages/testing/images.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/status-pages";

async function newPage(service: Service, body: object = {}) {
	const made = await service.ask("POST", PATH, { body: { name: "Public", slug: "public", ...body } });
	expect([made.status, made.json.error]).toEqual([201, undefined]);
	return { ...made.json.data, path: `${PATH}/${made.json.data.id}` };
}

const detailsOf = (answer: { json: { error: { details: { path: string; message: string }[] } } }) =>
	answer.json.error.details;

onEachEngine("the look of a status page", (name) => {
	test("a theme keeps what an update does not name", async () => {
		await using service = await startService(name);
		const page = await newPage(service);
		expect(page.theme).toEqual({ scheme: "auto", accentColor: null, css: "" });
		const one = await service.ask("PUT", page.path, { body: { theme: { accentColor: "#1C7C44" } } });
		const two = await service.ask("PUT", page.path, { body: { theme: { scheme: "light", css: "a{color:red}" } } });
		expect(one.json.data.theme).toEqual({ scheme: "auto", accentColor: "#1c7c44", css: "" });
		expect(two.json.data.theme).toEqual({ scheme: "light", accentColor: "#1c7c44", css: "a{color:red}" });
	});

	test("a colour that can't be read and a style sheet with what is not allowed are refused, and nothing changes", async () => {
		await using service = await startService(name);
		const page = await newPage(service);
		const colour = await service.ask("PUT", page.path, { body: { theme: { accentColor: "#ffcc00" } } });
		expect(detailsOf(colour)).toEqual([
			{ path: "/theme/accentColor", message: expect.stringMatching(/1\.47:1.*#8c7000 would do/) },
		]);
		const css = await service.ask("PUT", page.path, { body: { theme: { css: "a{position:fixed}\nb{width:url(x)}" } } });
		expect(detailsOf(css)).toEqual([
			{ path: "/theme/css", message: 'Line 1, column 3: The property "position" is not allowed.' },
			{
				path: "/theme/css",
				message: "Line 2, column 9: url() is not allowed: the page fetches nothing from elsewhere.",
			},
		]);
		const created = await service.ask("POST", PATH, { body: { name: "B", slug: "b", theme: { css: "@import 'a';" } } });
		expect(created.status).toBe(400);
		expect((await service.ask("GET", page.path)).json.data.theme).toEqual(page.theme);
	});

	test("a logo and an icon are sent, read, replaced and deleted", async () => {
		await using service = await startService(name);
		const page = await newPage(service);
		const put = (kind: string, rawBody: Uint8Array) =>
			service.ask("PUT", `${page.path}/${kind}`, {
				rawBody: new Uint8Array(rawBody),
				headers: { "content-type": "image/png" },
			});
		const logo = await put("logo", png(120, 40));
		expect(logo.json.data.logo).toMatchObject({ type: "image/png", width: 120, height: 40, size: png(120, 40).length });
		const replaced = await put("logo", extended(90, 30));
		expect(replaced.json.data.logo).toMatchObject({ type: "image/webp", width: 90, height: 30 });
		expect(replaced.json.data.logo.hash).not.toBe(logo.json.data.logo.hash);
		expect((await put("icon", png(32, 32))).json.data.icon).toMatchObject({ width: 32 });
		const read = await service.ask("GET", `${page.path}/logo`);
		expect([read.status, read.headers.get("content-type")]).toEqual([200, "image/webp"]);
		expect(read.headers.get("x-content-type-options")).toBe("nosniff");
		expect(read.headers.get("content-security-policy")).toContain("sandbox");
		expect((await service.ask("DELETE", `${page.path}/logo`)).status).toBe(204);
		expect((await service.ask("GET", `${page.path}/logo`)).status).toBe(404);
		const { logo: gone, icon } = (await service.ask("GET", page.path)).json.data;
		expect([gone, icon.width]).toEqual([null, 32]);
	});

	test("what is no image, and what is too large, is refused", async () => {
		await using service = await startService(name);
		const page = await newPage(service);
		const put = (rawBody: string | Uint8Array) =>
			service.ask("PUT", `${page.path}/logo`, {
				rawBody: typeof rawBody === "string" ? rawBody : new Uint8Array(rawBody),
			});
		expect(detailsOf(await put("<svg onload=alert(1)>"))[0]?.message).toBe("This is neither a PNG nor a WebP image.");
		expect(detailsOf(await put(new Uint8Array(262_145)))[0]?.message).toBe("An image has at most 256 KiB.");
		expect((await service.ask("GET", `${page.path}/logo`)).status).toBe(404);
	});
});

onEachEngine("the password of a status page", (name) => {
	test("is never shown, and a page with a password has one", async () => {
		await using service = await startService(name);
		const page = await newPage(service);
		const without = await service.ask("PUT", page.path, { body: { access: "password" } });
		expect(detailsOf(without)).toEqual([{ path: "/password", message: "A page with a password needs one." }]);
		const password = "open-sesame-7";
		const set = await service.ask("PUT", page.path, { body: { access: "password", password } });
		expect(set.json.data).toMatchObject({ access: "password", hasPassword: true });
		const again = await service.ask("PUT", page.path, { body: { password: "another-word-8" } });
		const taken = await service.ask("PUT", page.path, { body: { password: null } });
		expect(detailsOf(taken)[0]?.path).toBe("/password");
		const open = await service.ask("PUT", page.path, { body: { access: "public", password: null } });
		expect(open.json.data).toMatchObject({ access: "public", hasPassword: false });
		const events = await service.ask("GET", "/api/v1/audit-events");
		const said = [set, again, open, events, ...service.logLines.map((text) => ({ text }))].map(({ text }) => text);
		expect(said.filter((text) => /open-sesame|another-word|argon2/.test(text))).toEqual([]);
		const changes = events.json.data.auditEvents.map((each: { changes: { field: string }[] }) =>
			each.changes.map(({ field }) => field),
		);
		// Of a new password, and of another one in its place.
		expect(
			changes.filter((fields: string[]) => fields.includes("password") || fields.includes("hasPassword")),
		).toHaveLength(4);
	});
});

onEachEngine("the domain of a status page", (name) => {
	test("is kept in one form, with what proves it", async () => {
		await using service = await startService(name, { ownHosts: ["lapwing.example.com"] });
		const page = await newPage(service, { domain: "Bücher.Example." });
		expect(page.domain).toBe("xn--bcher-kva.example");
		expect(page.domainProof).toMatchObject({
			name: "_lapwing.xn--bcher-kva.example",
			value: expect.stringMatching(/^lapwing-page=[\w-]{22}$/),
			status: "pending",
			problem: null,
		});
		const moved = await service.ask("PUT", page.path, { body: { domain: "status.example.com" } });
		expect(moved.json.data.domainProof).toMatchObject({
			name: "_lapwing.status.example.com",
			value: page.domainProof.value,
		});
		for (const [domain, message] of [
			["lapwing.example.com", "This service itself is reached under this name."],
			["10.0.0.1", "An address can't be proven; give a host name."],
			["intranet", "A name without a dot can't be proven; give one such as status.example.com."],
		]) {
			const refused = await service.ask("PUT", page.path, { body: { domain } });
			expect(detailsOf(refused)).toEqual([{ path: "/domain", message }]);
		}
		const gone = await service.ask("PUT", page.path, { body: { domain: null } });
		expect([gone.json.data.domain, gone.json.data.domainProof]).toEqual([null, null]);
	});

	test("can be claimed by two pages until one has proven it", async () => {
		await using service = await startService(name);
		const one = await newPage(service, { domain: "status.example.com" });
		const two = await newPage(service, { slug: "other", domain: "status.example.com" });
		expect(one.domainProof.value).not.toBe(two.domainProof.value);
	});
});
