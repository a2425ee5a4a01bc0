// Who may import whom. The rules of docs/ARCHITECTURE.md ("Who may import whom"); `bin/test imports` enforces them.

// swc's visitor, which dependency-cruiser walks with, does not know `using` and stops there.
const { Visitor } = require("@swc/core/Visitor.js");
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
	if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
	statement.decls = this.visitVariableDeclarators(statement.decls);
	return statement;
};

const server = "^packages/server/src";
const tests =
	"\\.test\\.tsx?$|^packages/[^/]+/(tsdown|vite)\\.config\\.ts$|/testing/|/targets/|^packages/[^/]+/(e2e|example|bench|scripts)/";

/** A folder of the server, and the only other folders (beside the result package) that its files may import from. */
function folder(name, mayImport, packages = []) {
	const allowed = [name, ...mayImport].map((other) => `${server}/${other}(/|\\.ts$)`);
	return {
		name: `${name}-imports-only-what-it-may`,
		severity: "error",
		from: { path: `${server}/${name}(/|\\.ts$)`, pathNot: tests },
		to: {
			path: "^packages/",
			pathNot: [
				"^packages/result/",
				...packages,
				"/node_modules/",
				`${server}/(version|metrics|shared-wakes)\\.ts$`,
				...allowed,
			],
		},
	};
}

/** Packages that only the named folders may import. */
function only(name, packages, folders) {
	return {
		name,
		severity: "error",
		from: { path: server, pathNot: [tests, ...folders.map((each) => `${server}/${each}(/|\\.ts$)`)] },
		to: { path: packages },
	};
}

/** All that the domain may import beside the result package. */
const DOMAIN_LIBRARIES = [
	...["croner", "css-tree", "fastest-levenshtein", "json-p3", "markdown-it", "re2js", "rrule-temporal"],
	...["yaml", "zod"],
];

module.exports = {
	forbidden: [
		{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
		{ name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
		{
			name: "no-undeclared-packages",
			severity: "error",
			from: { path: "^packages/", pathNot: [tests, "^packages/web/src/"] },
			to: {
				dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
				// The last are peers of @lapwing/passkey, which its own tests bring.
				pathNot: ["^node_modules/@types/", "^node_modules/@peculiar/asn1-(schema|x509)/"],
			},
		},
		{
			name: "web-no-undeclared-packages",
			comment: "What the dashboard is built from is nothing that an installation needs: all of it is development's.",
			severity: "error",
			from: { path: "^packages/web/src/", pathNot: tests },
			to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
		},
		folder("domain", []),
		folder("net", ["domain"]),
		folder("threads", []),
		folder("storage", ["domain", "threads"]),
		folder("services", ["domain", "storage"]),
		folder("probe", ["domain", "net"]),
		folder("notify", ["domain", "net", "threads"]),
		folder("dispatch", ["domain", "probe", "threads"]),
		folder("engine", [
			"domain",
			"services",
			"storage",
			"dispatch/interface",
			"notify/interface",
			"notify/subscribers/interface",
		]),
		folder("mcp", ["domain"], ["^packages/client/src/index\\.ts$"]),
		folder(
			"http",
			["domain", "services", "storage", "mcp"],
			["^packages/passkey/src/", "^packages/client/src/(return-address|index)\\.ts$"],
		),
		folder("identity", ["domain", "net"]),
		folder(
			"cli",
			["compose", "config", "secret", "domain", "services", "storage", "mcp", "http/api/config"],
			["^packages/client/"],
		),
		{
			name: "domain-is-pure",
			comment:
				"No clock, no randomness, no I/O: no module of Node. bin/check-sources.ts refuses clocks and random sources.",
			severity: "error",
			from: { path: `${server}/domain/`, pathNot: tests },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "domain-imports-few-libraries",
			comment:
				"Pure libraries that define a rule: cron expressions, style sheets, JSONPath, Markdown, patterns, recurrence, schemas, YAML.",
			severity: "error",
			from: { path: `${server}/domain/`, pathNot: tests },
			to: { path: "node_modules/", pathNot: `node_modules/(${DOMAIN_LIBRARIES.join("|")})/` },
		},
		only("nats-only-in-its-dispatcher", "node_modules/@nats-io/", ["dispatch/nats"]),
		only("databases-only-in-storage", "node_modules/(kysely|pg)/|^(node:)?sqlite$", ["storage"]),
		only("sockets-only-in-net", "^(node:)?(net|tls|dns|dns/promises|dgram|http|https|http2)$", [
			"net",
			// Listens.
			"http/server/(http-server|connection-limits)",
			// Answers what the server has received.
			"http/public/status/serve/at-once",
			// Asks whether the port is free.
			"cli/doctor/machine",
			// Listens on loopback.
			"cli/demo/target/.*",
		]),
		only("mail-only-in-net", "node_modules/nodemailer/", ["net"]),
		{
			name: "passkey-imports-only-result",
			severity: "error",
			from: { path: "^packages/passkey/src/", pathNot: tests },
			to: {
				path: "^packages/|node_modules",
				pathNot: ["^packages/passkey/src/", "^packages/result/", "node_modules/@peculiar/asn1-(schema|x509)/"],
			},
		},
		{
			name: "passkey-certificates-only-in-attestation",
			severity: "error",
			from: { path: "^packages/passkey/src/", pathNot: [tests, "^packages/passkey/src/attestation"] },
			to: { path: ["^packages/passkey/src/attestation", "node_modules/@peculiar/"] },
		},
		{
			name: "passkey-attestation-imports-no-ceremony",
			severity: "error",
			from: { path: "^packages/passkey/src/attestation", pathNot: tests },
			to: { path: "^packages/passkey/src/(client|testing|server/(relying-party|options|verification/verify-))" },
		},
		{
			name: "passkey-client-never-imports-server",
			severity: "error",
			from: { path: "^packages/passkey/src/client", pathNot: tests },
			to: { path: "^packages/passkey/src/(server|testing)" },
		},
		{
			name: "passkey-server-never-imports-client",
			severity: "error",
			from: { path: "^packages/passkey/src/server", pathNot: tests },
			to: { path: "^packages/passkey/src/(client|testing)" },
		},
		{
			name: "client-imports-only-result",
			comment: "And openapi-fetch, which builds its requests. Its types are generated, so the server is no part of it.",
			severity: "error",
			from: { path: "^packages/client/src/", pathNot: tests },
			to: {
				path: "^packages/|node_modules",
				pathNot: ["^packages/client/src/", "^packages/result/", "node_modules/openapi-fetch/"],
			},
		},
		{
			name: "client-runs-everywhere",
			comment: "In browsers as well as in Node.",
			severity: "error",
			from: { path: "^packages/client/src/", pathNot: tests },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "web-imports-only-client",
			comment: "And what it signs people in with, and names their passkeys by; the tests may use more.",
			severity: "error",
			from: { path: "^packages/web/src/", pathNot: tests },
			to: {
				path: "^packages/",
				pathNot: ["^packages/(web|client|result)/", "^packages/passkey/src/(aaguids|client)", "/node_modules/"],
			},
		},
		{
			name: "web-asks-the-api-in-one-place",
			comment: "packages/web/src/api is all that knows the client and the shapes of its answers.",
			severity: "error",
			from: { path: "^packages/web/src/", pathNot: ["^packages/web/src/api/", tests] },
			to: { path: "^packages/client/" },
		},
		{
			name: "result-imports-nothing",
			severity: "error",
			from: { path: "^packages/result/src/", pathNot: tests },
			to: { path: ".", pathNot: "^packages/result/src/" },
		},
	],
	options: {
		// Reads imports of types as well. The option tsPreCompilationDeps would ask for a TypeScript older than 7.
		parser: "swc",
		doNotFollow: { path: "node_modules" },
		// The recipes have packages of their own, which only their test installs; what is compared is laid out elsewhere.
		exclude: { path: "^packages/[^/]+/dist[^/]*/|(^|/)node_modules/\\.|^packages/passkey/(recipes|e2e/comparison)/" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["@lapwing/source", "import", "node", "default", "types"],
		},
	},
};
