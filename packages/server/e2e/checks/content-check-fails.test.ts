import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("a response without the expected content is down; a HEAD monitor with content checks sends GET", async () => {
	let body = "<h1>Welcome</h1>";
	const methods: (string | undefined)[] = [];
	await using target = await startHttpTarget((request, response) => {
		methods.push(request.method);
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url, { method: "HEAD" });
	await service.untilStatus(id, "up");
	expect(methods).toEqual(["HEAD"]);

	const check = (type: string, value: string) =>
		service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { type, value });
	expect((await check("contains", "welcome")).status).toBe(201);
	expect((await check("not_contains", "database error")).status).toBe(201);
	const pattern = await check("regex", "<h1>[A-Z][a-z]+</h1>");
	await service.checkAgain(id, 11);
	await service.untilStatus(id, "up");

	body = "<h1>Welcome</h1> Database Error";
	await service.checkAgain(id, 12);
	await service.untilStatus(id, "down");
	expect((await service.results(id))[0]).toMatchObject({ responseStatus: 200 });
	expect(methods.slice(1).every((method) => method === "GET")).toBe(true);

	body = "<h1>WELCOME</h1>";
	await service.ask("DELETE", `/api/v1/monitors/${id}/content-checks/${pattern.body.data.id}`);
	await service.untilStatus(id, "up");
});
