/** A database of Uptime Kuma with one monitor of each of its types, written as its versions write it. */

import { DatabaseSync } from "node:sqlite";
import { nameOf, VERSION_1, VERSION_2 } from "./kuma-schema.ts";

type Values = Readonly<Record<string, string | number | null>>;

/** What a monitor of each type has of its own. */
export const MONITORS_1: Readonly<Record<string, Values>> = {
	group: { name: "Infra" },
	http: {
		name: "Shop",
		url: "https://shop.example.com/",
		interval: 60,
		timeout: 48,
		maxretries: 2,
		retry_interval: 60,
		resend_interval: 30,
		accepted_statuscodes_json: '["200-299","304"]',
		headers: '{"X-Env":"prod","X-Api-Key":"k3y"}',
		auth_method: "basic",
		basic_auth_user: "u",
		basic_auth_pass: "p",
		maxredirects: 0,
		ignore_tls: 1,
	},
	keyword: { name: "Welcome", url: "https://shop.example.com/hi", keyword: "Welcome", interval: 20 },
	"json-query": { name: "Health", url: "https://api.example.com/h", json_path: "status", expected_value: "o.k" },
	port: { name: "SSH", hostname: "shop.example.com", port: 22, expiry_notification: 0 },
	ping: { name: "Router", hostname: "192.0.2.1" },
	dns: {
		name: "Names",
		hostname: "example.com",
		port: 53,
		dns_resolve_type: "MX",
		dns_resolve_server: "1.1.1.1",
	},
	push: { name: "Backup", push_token: "AbCdEf0123456789XyZ0", interval: 86_400, maxretries: 1, retry_interval: 600 },
	docker: { name: "Container", docker_container: "web", docker_host: 1 },
	steam: { name: "Steam", hostname: "game.example.com", port: 27015 },
	gamedig: { name: "Game", hostname: "game.example.com", port: 25565, game: "minecraft" },
	mqtt: { name: "Broker", hostname: "mqtt.example.com", port: 1883, mqtt_topic: "t" },
	"kafka-producer": { name: "Kafka", kafka_producer_topic: "t", kafka_producer_brokers: "[]" },
	sqlserver: { name: "MSSQL", database_connection_string: "Server=x", database_query: "SELECT 1" },
	postgres: { name: "Postgres", database_connection_string: "postgres://x" },
	mysql: { name: "MySQL", database_connection_string: "mysql://x" },
	mongodb: { name: "Mongo", database_connection_string: "mongodb://x" },
	radius: { name: "Radius", hostname: "r.example.com", radius_secret: "s" },
	redis: { name: "Redis", database_connection_string: "redis://x" },
	"grpc-keyword": { name: "gRPC", grpc_url: "g.example.com:443" },
	"real-browser": { name: "Browser", url: "https://shop.example.com/" },
	"tailscale-ping": { name: "Tailnet", hostname: "100.64.0.1" },
};
export const MONITORS_2: Readonly<Record<string, Values>> = {
	...MONITORS_1,
	smtp: { name: "Mail", hostname: "mx.example.com", port: 587, smtp_security: "starttls" },
	"websocket-upgrade": { name: "Live", url: "wss://example.com/live", accepted_statuscodes_json: '["1000"]' },
	snmp: { name: "Switch", hostname: "192.0.2.2", snmp_oid: "1.3" },
	rabbitmq: { name: "Rabbit", rabbitmq_nodes: '["http://x"]' },
	"sip-options": { name: "Phone", hostname: "sip.example.com", port: 5060 },
	manual: { name: "Manual", manual_status: 1 },
	globalping: { name: "World", hostname: "example.com", subtype: "ping", location: "world" },
	pm2: { name: "Process", system_service_name: "x" },
	"system-service": { name: "Service", system_service_name: "nginx" },
	oracledb: { name: "Oracle", database_connection_string: "x" },
	ntp: { name: "Clock", hostname: "ntp.example.com" },
};

export interface KumaOptions {
	readonly version: 1 | 2;
	/** More rows by table, after those of the example. */
	readonly rows?: Readonly<Record<string, readonly Values[]>>;
	/** Only these; else the example's. */
	readonly monitors?: readonly Values[];
}

/** Writes the file, in WAL mode as Kuma does, and returns the database, still open. */
export function kumaDatabase(path: string, { version, rows = {}, monitors }: KumaOptions): DatabaseSync {
	const schema = version === 1 ? VERSION_1 : VERSION_2;
	const database = new DatabaseSync(path);
	database.exec("PRAGMA journal_mode = WAL");
	for (const [table, columns] of Object.entries(schema)) {
		const definitions = columns.map((column) => {
			const [name = "", usual] = [nameOf(column), column.split("=")[1]];
			if (name === "id") return "id INTEGER PRIMARY KEY";
			return `"${name}"${usual === undefined ? "" : ` DEFAULT ${/^\d+$/.test(usual) ? usual : `'${usual}'`}`}`;
		});
		database.exec(`CREATE TABLE "${table}" (${definitions.join(", ")})`);
	}
	const example = Object.entries(version === 1 ? MONITORS_1 : MONITORS_2).map(([type, values], index) => ({
		id: index + 1,
		type,
		...(["http", "push"].includes(type) && { parent: 1 }),
		...values,
	}));
	insert(database, "monitor", monitors ?? example);
	for (const [table, values] of Object.entries(rows)) insert(database, table, values);
	return database;
}

function insert(database: DatabaseSync, table: string, rows: readonly Values[]): void {
	for (const row of rows) {
		const names = Object.keys(row);
		const columns = names.map((name) => `"${name}"`).join(", ");
		const statement = database.prepare(
			`INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => "?").join(", ")})`,
		);
		statement.run(...Object.values(row));
	}
}

/** Links and pages around the monitors of the example: 2 is http, 8 push. */
export const SURROUNDINGS: NonNullable<KumaOptions["rows"]> = {
	tag: [{ id: 1, name: "Env", color: "#f00" }],
	monitor_tag: [{ monitor_id: 2, tag_id: 1, value: "Prod EU" }],
	notification: [
		{
			id: 1,
			name: "Chat",
			is_default: 1,
			config: '{"type":"slack","slackwebhookURL":"https://hooks.slack.com/services/T/B/x","slackchannel":"#ops"}',
		},
		{ id: 2, name: "Bell", config: '{"type":"lunasea","lunaseaUserID":"x"}' },
	],
	monitor_notification: [
		{ monitor_id: 2, notification_id: 1 },
		{ monitor_id: 3, notification_id: 1 },
		{ monitor_id: 8, notification_id: 1 },
	],
	status_page: [{ id: 1, slug: "Main", title: "Status", description: "Hello", icon: "/icon.svg", theme: "dark" }],
	status_page_cname: [{ status_page_id: 1, domain: "status.example.com" }],
	group: [{ id: 1, name: "Services", public: 1, status_page_id: 1 }],
	monitor_group: [
		{ monitor_id: 3, group_id: 1, weight: 2, send_url: 1 },
		{ monitor_id: 1, group_id: 1, weight: 1 },
	],
	maintenance: [
		{
			id: 1,
			title: "Patching",
			description: "Short",
			strategy: "recurring-weekday",
			weekdays: "[1,0]",
			start_time: "02:00",
			end_time: "01:30",
			timezone: "Europe/Berlin",
		},
		{
			id: 2,
			title: "Move",
			description: "",
			strategy: "single",
			start_date: "2026-07-01 22:00:00",
			end_date: "2026-07-01 23:30:00",
			timezone: "SAME_AS_SERVER",
		},
		{ id: 3, title: "By hand", description: "", strategy: "manual" },
		{ id: 4, title: "Monthly", description: "", strategy: "cron", cron: "30 3 1 * *", duration: 3600, timezone: "UTC" },
	],
	monitor_maintenance: [1, 2, 4].map((maintenance_id) => ({ monitor_id: 2, maintenance_id })),
	maintenance_status_page: [{ status_page_id: 1, maintenance_id: 1 }],
	setting: [{ key: "serverTimezone", value: '"Europe/Berlin"', type: "general" }],
	incident: [{ title: "Slow", content: "…" }],
};
