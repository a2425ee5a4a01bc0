import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

// biome-ignore lint/suspicious/noExplicitAny: the messages are looked at member by member.
type Message = any;

test("a service sends its checks and its metrics to a collector, and the id of the span to a target that asks", async () => {
	const received = new Map<string, Message[]>([
		["/v1/traces", []],
		["/v1/metrics", []],
	]);
	const collector = createServer(async (request, response) => {
		const isAllowed = request.headers["x-tenant"] === "shop";
		if (isAllowed) received.get(request.url ?? "")?.push(await json(request));
		response.writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" }).end("{}");
	});
	await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
	const asked: (string | undefined)[] = [];
	await using target = await startHttpTarget((request, response) => {
		asked.push(request.headers["traceparent"] as string | undefined);
		response.end();
	});
	try {
		await using service = await Lapwing.start({
			env: {
				OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
				OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=shop",
			},
		});
		const id = await service.watch(target.url, { sendTraceparent: true });
		const spans = await until(
			() => {
				const all = received.get("/v1/traces")?.flatMap(({ resourceSpans }) => resourceSpans);
				const found = all?.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
				return found?.length ? found : undefined;
			},
			{ what: "the spans of a check" },
		);
		const [check, ...phases] = spans;
		expect(asked).toContain(`00-${check.traceId}-${check.spanId}-01`);
		expect(phases.length).toBeGreaterThanOrEqual(2);
		expect(phases.every((phase: Message) => phase.parentSpanId === check.spanId)).toBe(true);
		expect(JSON.stringify(check.attributes)).toContain(id);
		await service.stop();
		const names = received
			.get("/v1/metrics")
			?.flatMap(({ resourceMetrics }) => resourceMetrics)
			.flatMap(({ scopeMetrics }) => scopeMetrics)
			.flatMap(({ metrics }) => metrics)
			.map(({ name }) => name);
		expect(names).toContain("lapwing_checks");
	} finally {
		collector.closeAllConnections();
		collector.close();
	}
});
