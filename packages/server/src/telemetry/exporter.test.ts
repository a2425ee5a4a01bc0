import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { traceOf } from "../domain/checks/trace.ts";
import { createMetrics } from "../metrics.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../storage/testing/fixtures.ts";
import { threadCpuMs } from "../testing/thread-cpu.ts";
import { TelemetryExporter } from "./exporter.ts";

const MINUTE = 29_000_000;
// biome-ignore lint/suspicious/noExplicitAny: the messages are looked at member by member.
type Message = any;

/** A collector: takes OTLP/HTTP in JSON, and refuses what the specification does not allow. */
class Collector {
	readonly received: { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: Message }[] =
		[];
	answers = 200;
	hangs = false;
	url = "";
	readonly #server = createServer(async (request, response) => {
		const body = await json(request);
		this.received.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
		if (this.hangs) return;
		response.writeHead(this.answers, { "content-type": "application/json" }).end("{}");
	});

	async listen(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		const address = this.#server.address();
		this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
	}

	close(): void {
		this.#server.closeAllConnections();
		this.#server.close();
	}

	get spans(): Message[] {
		return this.received.flatMap(({ body }) => (body.resourceSpans ?? []).flatMap(spansIn));
	}

	get metrics(): Message[] {
		return this.received.flatMap(({ body }) =>
			(body.resourceMetrics ?? []).flatMap((resource: Message) =>
				resource.scopeMetrics.flatMap((scope: Message) => scope.metrics),
			),
		);
	}
}

const spansIn = (resource: Message): Message[] => resource.scopeSpans.flatMap((scope: Message) => scope.spans);

function attributes(of: Message): Record<string, unknown> {
	return Object.fromEntries(of.attributes.map(({ key, value }: Message) => [key, Object.values(value)[0]]));
}

let collector: Collector;
let metrics: ReturnType<typeof createMetrics>;
let dropped: number;
beforeEach(async () => {
	collector = new Collector();
	await collector.listen();
	metrics = createMetrics();
	dropped = 0;
});
afterEach(() => collector.close());

function exporter() {
	return new TelemetryExporter({
		endpoint: collector.url,
		headers: { "x-team": "acme" },
		resource: { "service.name": "lapwing", "service.version": "1" },
		version: "1",
		registry: metrics.registry,
		log: pino({ level: "silent" }),
		now: () => MINUTE * 60_000,
		namesOf: async (ids) => new Map(ids.map((id) => [id, { publicId: `mon_${id}`, name: `Shop ${id}`, team: "acme" }])),
		onDropped: (count) => {
			dropped += count;
		},
	});
}

const judged = (monitor: number, observation: Parameters<typeof anOutcome>[2]) =>
	anOutcome(monitor, MINUTE, observation);

test("a check is a span with one for each phase, one after another, under the ids that its target is sent", async () => {
	await using exporting = exporter();
	const phases = { dns: 1.5, connect: 2, tls: 0, first_byte: 30, transfer: 4.25 };
	const check = judged(7, { ...upObservation, phases });
	exporting.add([check]);
	await exporting.flush();
	const [sent] = collector.received;
	expect(sent?.path).toBe("POST /v1/traces");
	expect(sent?.headers).toMatchObject({ "content-type": "application/json", "x-team": "acme" });
	const [root, ...children] = collector.spans;
	expect(root).toMatchObject({ ...traceOf(check.outcome.order), name: "check http", kind: 3, status: { code: 1 } });
	expect(root.traceId).toMatch(/^[0-9a-f]{32}$/);
	expect(root.spanId).toMatch(/^[0-9a-f]{16}$/);
	expect(attributes(root)).toMatchObject({
		"lapwing.monitor.id": "mon_7",
		"lapwing.monitor.name": "Shop 7",
		"lapwing.team": "acme",
		"lapwing.check.verdict": "up",
		"http.response.status_code": "200",
	});
	expect(children.map(({ name }) => name)).toEqual(["dns", "connect", "first_byte", "transfer"]);
	let at = BigInt(root.startTimeUnixNano);
	for (const child of children) {
		expect([child.traceId, child.parentSpanId]).toEqual([root.traceId, root.spanId]);
		expect(BigInt(child.startTimeUnixNano)).toBe(at);
		at = BigInt(child.endTimeUnixNano);
	}
	expect(at - BigInt(root.startTimeUnixNano)).toBe(37_750_000n);
	expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(5);
});

test("a flow is a span with one for each step, each with its phases", async () => {
	await using exporting = exporter();
	const phases = { dns: 0, connect: 2, tls: 0, first_byte: 30, transfer: 0 };
	const step = (name: string, responseStatus: number | null) => {
		return { name, responseStatus, timeMs: 40, phases, saved: [] };
	};
	const check = judged(7, {
		...{ ...downObservation, phases: { ...phases, connect: 4, first_byte: 60 } },
		steps: [step("Log in", 200), step("Pay", null)],
	});
	exporting.add([check]);
	await exporting.flush();
	const [root, ...inner] = collector.spans;
	const names = new Map(collector.spans.map(({ spanId, name }) => [spanId, name]));
	expect(names.size).toBe(7);
	expect(inner.map(({ name, parentSpanId }) => `${names.get(parentSpanId)} > ${name}`)).toEqual([
		...["check http > step 1", "step 1 > connect", "step 1 > first_byte"],
		...["check http > step 2", "step 2 > connect", "step 2 > first_byte"],
	]);
	const [first, second] = inner.filter(({ name }) => name.startsWith("step"));
	expect([attributes(first), first.status.code]).toEqual([
		{ "lapwing.step.name": "Log in", "http.response.status_code": "200" },
		1,
	]);
	expect([attributes(second), second.status.code]).toEqual([{ "lapwing.step.name": "Pay" }, 2]);
	expect(BigInt(second.startTimeUnixNano) - BigInt(root.startTimeUnixNano)).toBe(40_000_000n);
});

test("a target that is down is an error, and a check that Lapwing missed is none", async () => {
	await using exporting = exporter();
	exporting.add([judged(1, downObservation), judged(2, missedObservation)]);
	await exporting.flush();
	const [down, missed] = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined);
	expect(down.status).toMatchObject({ code: 2, message: expect.stringMatching(/./) });
	expect([missed.status, attributes(missed)["lapwing.check.verdict"]]).toEqual([{}, "missed"]);
});

test("metrics are those of /metrics: sums, gauges and histograms whose buckets add up", async () => {
	metrics.checks.inc({ verdict: "up" }, 3);
	for (const seconds of [0.002, 0.02, 0.02, 1_000]) metrics.checkDuration.observe(seconds);
	metrics.recordQueue.set(5);
	await using exporting = exporter();
	await exporting.flush();
	const named = (name: string) => collector.metrics.find((metric) => metric.name === name);
	const up = named("lapwing_checks").sum.dataPoints.find((point: Message) => attributes(point)["verdict"] === "up");
	expect([up.asDouble, named("lapwing_checks").sum.isMonotonic]).toEqual([3, true]);
	expect(named("lapwing_record_queue_checks").gauge.dataPoints[0].asDouble).toBe(5);
	const [point] = named("lapwing_check_duration_seconds").histogram.dataPoints;
	const counts = point.bucketCounts.map(Number);
	expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(4);
	expect([point.count, counts.length]).toEqual(["4", point.explicitBounds.length + 1]);
	expect(counts.at(-1)).toBe(1);
});

test("a collector that refuses for now is sent the same again, and one that refuses for good is not", async () => {
	await using exporting = exporter();
	collector.answers = 503;
	exporting.add([judged(1, upObservation)]);
	await exporting.flush();
	collector.answers = 200;
	await exporting.flush();
	const roots = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined).length;
	expect([roots(), dropped]).toEqual([2, 0]);
	collector.answers = 400;
	exporting.add([judged(2, upObservation)]);
	await exporting.flush();
	await exporting.flush();
	expect([roots(), dropped]).toEqual([3, 1]);
});

test("a collector that is silent makes nobody wait: the queue is full at its bound, and what is dropped is counted", async () => {
	collector.hangs = true;
	await using exporting = exporter();
	const check = judged(1, upObservation);
	const before = threadCpuMs();
	exporting.add(Array.from({ length: 10_000 }, () => check));
	expect(threadCpuMs() - before).toBeLessThan(200);
	expect(dropped).toBe(10_000 - 8_192);
});
