import { expect, test } from "vitest";
import { saidBesideDefaults, updatedEntry } from "./updated-entry.ts";

const none = { usual: {}, differing: null, values: new Map(), secretPlaces: [] };

test("takes the service's values, and leaves out what is the API's default there", () => {
	const own = { key: "api", name: "Old", timeoutSeconds: 5 };
	const served = { key: "api", name: "New", tags: ["x"] };
	expect(updatedEntry(own, { ...none, served })).toEqual({ key: "api", name: "New", tags: ["x"] });
});

test("touches only the members that differ", () => {
	const own = { key: "api", name: "Old", timeoutSeconds: 10 };
	const served = { key: "api", name: "New" };
	const differing = new Set(["name"]);
	expect(updatedEntry(own, { ...none, served, differing })).toEqual({ ...own, name: "New" });
});

test("a default of the API is said where the files have another default", () => {
	const usual = { timeoutSeconds: 5, hours: { timeZone: "UTC" }, request: { headers: [] }, tags: ["shop"] };
	const defaults = { timeoutSeconds: 10, hours: null, tags: [] };
	const served = saidBesideDefaults({ key: "api", tags: ["x"] }, usual, defaults);
	expect(served).toEqual({ key: "api", tags: ["x"], timeoutSeconds: 10, hours: null });
	expect(updatedEntry({ key: "api" }, { ...none, served, usual })).toEqual(served);
	const differing = new Set(["hours"]);
	expect(updatedEntry({ key: "api" }, { ...none, served, usual, differing })).toEqual({ key: "api", hours: null });
});

test("a default of the files that the service has too is not repeated", () => {
	const served = { key: "api", tags: ["shop"] };
	const own = updatedEntry({ key: "api" }, { ...none, served, usual: { tags: ["shop"] } });
	expect(own).toEqual({ key: "api" });
});

test("keeps what the file says as a secret, also where the service shows it", () => {
	const own = {
		send: { secret: "SEND" },
		steps: [
			{ name: "one", body: "from ONE" },
			{ name: "two", body: "2" },
		],
	};
	const secretPlaces = [["send"], ["steps", 0, "body"]];
	const served = {
		send: "open",
		steps: [
			{ name: "two", body: "3" },
			{ name: "one", body: "open" },
		],
	};
	expect(updatedEntry(own, { ...none, served, secretPlaces })).toEqual({
		send: { secret: "SEND" },
		steps: [
			{ name: "two", body: "3" },
			{ name: "one", body: "from ONE" },
		],
	});
});

test("keeps secrets as the file has them, in lists and objects too", () => {
	const own = {
		channel: { type: "slack", url: "https://hooks.example.com/x" },
		steps: [{ token: { secret: "MINE" } }],
	};
	const served = {
		channel: { type: "slack", url: { secret: "THEIRS" } },
		steps: [{ token: { secret: "A" } }, { token: { secret: "B" } }],
	};
	expect(updatedEntry(own, { ...none, served })).toEqual({
		channel: own.channel,
		steps: [{ token: { secret: "MINE" } }, { token: { secret: "B" } }],
	});
});

test("an open value that the service names as a secret becomes that name where it is another one", () => {
	const steps = [
		{ name: "a", url: "https://a/?token=1" },
		{ name: "b", url: "https://b/?token=1" },
	];
	const own = { url: "https://x/?token=1", steps, channel: { url: "https://hooks.example.com/x" } };
	const served = {
		url: { secret: "URL" },
		steps: [
			{ name: "a", url: { secret: "A" } },
			{ name: "b", url: { secret: "B" } },
		],
		channel: { url: { secret: "HOOK" }, x: 1 },
	};
	const values = new Map<string, unknown>([
		["url", "https://x/ (another secret)"],
		[
			"steps",
			[
				{ name: "a", url: "https://a/ (secret)" },
				{ name: "b", url: "https://b/ (another secret)" },
			],
		],
		["channel.x", 1],
	]);
	expect(updatedEntry(own, { ...none, served, values })).toEqual({
		url: { secret: "URL" },
		steps: [steps[0], { name: "b", url: { secret: "B" } }],
		channel: { url: "https://hooks.example.com/x", x: 1 },
	});
});
