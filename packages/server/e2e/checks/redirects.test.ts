import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("redirects are followed to the response that is judged, unless a redirect is expected; a redirect loop is down", async () => {
	await using target = await startHttpTarget((request, response) => {
		const to = { "/old": "/new", "/circle": "/circle" }[request.url ?? ""];
		if (to) response.writeHead(301, { location: to }).end();
		else response.writeHead(200).end("here");
	});
	await using service = await Lapwing.start();
	const [followed, expected, circle] = await Promise.all([
		service.watch(new URL("/old", target.url).href),
		service.watch(new URL("/old", target.url).href, { expectedStatus: 301 }),
		service.watch(new URL("/circle", target.url).href),
	]);
	await service.untilStatus(followed, "up");
	await service.untilStatus(expected, "up");
	await service.untilStatus(circle, "down");
	expect((await service.results(followed))[0]).toMatchObject({ responseStatus: 200 });
	expect((await service.results(expected))[0]).toMatchObject({ responseStatus: 301 });
	expect((await service.results(circle))[0]).toMatchObject({ responseStatus: null });
});
