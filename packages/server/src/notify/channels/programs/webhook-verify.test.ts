/** Runs the programs of docs/use/webhooks/verify, where their languages are installed, on messages that we signed. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { WEBHOOK_EXAMPLES } from "../../../domain/alerts/webhook-examples.ts";

const folder = join(import.meta.dirname, "../../../../../../docs/use/webhooks/verify");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd";

/** By the ending of the program's file. */
const RUNNERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
	".mjs": [process.execPath],
	".py": ["python3"],
	".go": ["go", "run"],
	".java": ["java"],
	".php": ["php"],
};

const body = JSON.stringify(WEBHOOK_EXAMPLES["monitor.down"]);

interface Sent {
	readonly secret: string;
	readonly body: string;
	readonly sentAt: Date;
	readonly signatures: (sent: Sent) => string;
}

const signed = (secret: string, { sentAt }: Pick<Sent, "sentAt">) => new Webhook(secret).sign("evt_01", sentAt, body);

/** Whether the program takes the message for one of ours. */
async function accepts(program: string, change: Partial<Sent> = {}): Promise<boolean> {
	const sent: Sent = { secret: SECRET, body, sentAt: new Date(), signatures: (own) => signed(SECRET, own), ...change };
	const [command, ...args] = RUNNERS[extname(program)] ?? [""];
	const timestamp = String(Math.floor(sent.sentAt.getTime() / 1000));
	const child = spawn(
		command,
		[...args, join(folder, program), sent.secret, "evt_01", timestamp, sent.signatures(sent)],
		{
			stdio: ["pipe", "inherit", "pipe"],
		},
	);
	let errors = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		errors += text;
	});
	child.stdin.end(sent.body);
	const [code] = await once(child, "close");
	// `go run` says so there when the program exits with 1.
	expect(errors.replace(/^exit status 1\n$/, "")).toBe("");
	expect([0, 1]).toContain(code);
	return code === 0;
}

test("there is a program for each of five languages", () => {
	expect(readdirSync(folder).map(extname).sort()).toEqual(Object.keys(RUNNERS).sort());
});

for (const program of readdirSync(folder)) {
	const [command = ""] = RUNNERS[extname(program)] ?? [];
	const isMissing = spawnSync(command, [], { input: "", timeout: 10_000 }).error !== undefined;
	test.skipIf(isMissing)(`${program} accepts what Lapwing signed, and nothing else`, { timeout: 120_000 }, async () => {
		const old = new Date(Date.now() - 10 * 60_000);
		expect({
			genuine: await accepts(program),
			duringRotation: await accepts(program, {
				signatures: (sent) => `${signed(OTHER, sent)} ${signed(SECRET, sent)}`,
			}),
			otherSecret: await accepts(program, { secret: OTHER }),
			otherBody: await accepts(program, { body: `${body} ` }),
			tooOld: await accepts(program, { sentAt: old }),
			noSignature: await accepts(program, { signatures: () => "v1," }),
		}).toEqual({
			genuine: true,
			duringRotation: true,
			otherSecret: false,
			otherBody: false,
			tooOld: false,
			noSignature: false,
		});
	});
}
