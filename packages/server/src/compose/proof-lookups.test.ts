import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PolicedDialer } from "../net/dial.ts";
import { answer, type RecordServer, type Reply, startRecordServer } from "../probe/targets/record-server.ts";
import { proofLookups } from "./proof-lookups.ts";

const NAME = "_lapwing.status.example.com";
const running = new AbortController().signal;

describe("the record of a domain", () => {
	let server: RecordServer;
	beforeAll(async () => {
		server = await startRecordServer(() => null);
	});
	afterAll(() => server[Symbol.asyncDispose]());

	/** By a resolver of its own, which remembers nothing of other tests. */
	async function look(reply: Reply, signal = running, timeoutMs?: number) {
		server.reply = reply;
		const dialer = new PolicedDialer({
			allowPrivateTargets: false,
			resolvers: [server.address],
			hostsFile: "/dev/null",
		});
		try {
			return await proofLookups(dialer, timeoutMs)(NAME, signal);
		} finally {
			dialer.close();
		}
	}

	test.each<[string, Reply, readonly string[]]>([
		[
			"is read, among others",
			(asked) =>
				answer(asked, [
					{ type: "TXT", name: NAME, data: "v=spf1 -all" },
					{ type: "TXT", name: NAME, data: ["lapwing-", "page=abc"] },
				]),
			["v=spf1 -all", "lapwing-page=abc"],
		],
		["can stand behind an alias", alias, ["lapwing-page=abc"]],
		["is not there when the name has no text", (asked) => answer(asked, []), []],
		["is not there when there is no such name", (asked) => answer(asked, [], { rcode: 3 }), []],
	])("%s", async (_, reply, texts) => {
		const found = await look(reply);
		expect(found).toEqual({ texts: expect.arrayContaining([...texts]) });
		expect(found).toHaveProperty("texts.length", texts.length);
	});

	test.each<[string, Reply]>([
		["fail", (asked) => answer(asked, [], { rcode: 2 })],
		["refuse", (asked) => answer(asked, [], { rcode: 5 })],
		["answer what makes no sense", () => Buffer.from("nonsense")],
	])("says nothing when the name servers %s", async (_, reply) => {
		// Whether it is their fault or ours is asked by another name, which they fail, too.
		expect(await look(reply, running, 500)).toBe("no_answer");
	});

	test("says nothing when the service stops meanwhile", async () => {
		const stopping = new AbortController();
		const silent: Reply = () => {
			stopping.abort();
			return null;
		};
		expect(await look(silent, stopping.signal)).toBe("no_answer");
	});
});

const alias: Reply = (asked) =>
	answer(asked, [
		{ type: "CNAME", name: NAME, data: "proof.example.net" },
		{ type: "TXT", name: "proof.example.net", data: "lapwing-page=abc" },
	]);
