// Who may import whom. Each rule is a wall of the house in docs/ARCHITECTURE.md; `bin/test imports` enforces them.

// swc's visitor, which dependency-cruiser walks with, does not know `using` and stops there.
const { Visitor } = require("@swc/core/Visitor.js");
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
	if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
	statement.decls = this.visitVariableDeclarators(statement.decls);
	return statement;
};

const server = "^packages/server/src";
const tests = "\\.test\\.ts$|/testing/|/targets/|^packages/[^/]+/(e2e|example|bench|scripts)/";

/** A room of the server and the only rooms (and result) its files may import from. */
function room(name, mayImport) {
	const allowed = [name, ...mayImport].map((other) => `${server}/${other}(/|\\.ts$)`);
	return {
		name: `${name}-imports-only-its-neighbours`,
		severity: "error",
		from: { path: `${server}/${name}(/|\\.ts$)`, pathNot: tests },
		to: {
			path: "^packages/",
			pathNot: ["^packages/result/", "/node_modules/", `${server}/(version|metrics)\\.ts$`, ...allowed],
		},
	};
}

/** Packages that only the named rooms may know. */
function only(name, packages, rooms) {
	return {
		name,
		severity: "error",
		from: { path: server, pathNot: [tests, ...rooms.map((each) => `${server}/${each}(/|\\.ts$)`)] },
		to: { path: packages },
	};
}

module.exports = {
	forbidden: [
		{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
		{ name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
		{
			name: "no-undeclared-packages",
			severity: "error",
			from: { path: "^packages/", pathNot: tests },
			to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], pathNot: "^node_modules/@types/" },
		},
		room("domain", []),
		room("storage", ["domain"]),
		room("probe", ["domain"]),
		room("notify", ["domain", "probe/dial", "probe/addresses", "probe/resolve", "probe/request", "probe/trouble"]),
		room("dispatch", ["domain", "probe"]),
		room("engine", ["domain", "storage", "dispatch/interface", "notify"]),
		room("http", ["domain", "storage"]),
		room("cli", ["compose", "config", "secret", "domain", "storage"]),
		{
			name: "domain-is-pure",
			comment:
				"Rules know no clock, no randomness, no I/O and no library but result (and, for what is a rule, RRULE and regex engines).",
			severity: "error",
			from: { path: `${server}/domain/`, pathNot: tests },
			to: { dependencyTypes: ["core"] },
		},
		only("databases-only-in-storage", "node_modules/(kysely|pg)/|^(node:)?sqlite$", ["storage"]),
		only("sockets-only-in-probe-and-notify", "^(node:)?(net|tls|dns|dns/promises|dgram|http|https|http2)$", [
			"probe",
			"notify",
			"http",
			// Asks whether the port is free.
			"cli/doctor",
		]),
		{
			name: "passkey-imports-only-result",
			severity: "error",
			from: { path: "^packages/passkey/src/", pathNot: tests },
			to: { path: "^packages/|node_modules", pathNot: ["^packages/passkey/src/", "^packages/result/"] },
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
			name: "result-imports-nothing",
			severity: "error",
			from: { path: "^packages/result/src/", pathNot: tests },
			to: { path: ".", pathNot: "^packages/result/src/" },
		},
	],
	options: {
		parser: "swc",
		tsPreCompilationDeps: true,
		doNotFollow: { path: "node_modules" },
		exclude: { path: "(^|/)(dist|node_modules/\\.)/" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["@lapwing/source", "import", "node", "default", "types"],
		},
	},
};
