/** Sends metrics and traces of checks to OpenTelemetry's collector, where there is one. */

import { monitorNames } from "../storage/monitors/monitor-names.ts";
import { TelemetryExporter } from "../telemetry/exporter.ts";
import { VERSION } from "../version.ts";
import type { Parts } from "./parts.ts";

export function startTelemetry(parts: Parts, opened: AsyncDisposableStack): TelemetryExporter | null {
	const { config, database, log, metrics, now } = parts;
	if (config.otlpEndpoint === null) return null;
	return opened.use(
		new TelemetryExporter({
			endpoint: config.otlpEndpoint,
			headers: config.otlpHeaders,
			resource: { "service.name": "lapwing", "service.version": VERSION, "host.name": config.machineName },
			version: VERSION,
			registry: metrics.registry,
			log,
			now,
			namesOf: (ids) => monitorNames(database, ids),
			onDropped: (checks) => metrics.spansDropped.inc(checks),
		}),
	);
}
