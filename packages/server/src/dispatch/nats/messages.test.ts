import { expect, test } from "vitest";
import { MAX_MESSAGE_LENGTH } from "../../domain/checks/observation.ts";
import { MESSAGE_VERSION, writeMessage } from "./messages.ts";
import { acceptedMessage, outcomesMessage, readMessage } from "./read-message.ts";

test("messages of this version and of the one before are read, with members that they do not know", () => {
	const accepted = { instance: "one", checks: [] };
	const read = (v: number) => readMessage(acceptedMessage, Buffer.from(writeMessage({ v, ...accepted, news: 1 })));
	expect(read(MESSAGE_VERSION)).toEqual({ v: MESSAGE_VERSION, ...accepted });
	expect(read(MESSAGE_VERSION - 1)).toEqual({ v: MESSAGE_VERSION - 1, ...accepted });
	expect([read(MESSAGE_VERSION - 2), read(MESSAGE_VERSION + 1)]).toEqual([null, null]);
});

test("200 outcomes of the longest texts that HTTP checks have are far below the bound of a message, past it none is read", () => {
	const [text, at] = ["x".repeat(MAX_MESSAGE_LENGTH), Date.now()];
	const phases = { dns: 12.345678, connect: 12.345678, tls: 12.345678, first_byte: 12.345678, transfer: 12.345678 };
	const certificate = { expiresAt: at, issuer: "x".repeat(255), fingerprint: "f".repeat(64) };
	const seen = { phases, certificate, address: "2001:db8:1111:2222:3333:4444:5555:6666" };
	const failed = { kind: "failed", fault: "certificate_invalid", phase: "first_byte", message: text, ...seen };
	const attempt = { observation: failed, startedAt: at, completedAt: at };
	const check = { monitorId: 1, revision: 1, scheduledAt: at, firstAttemptAt: at, attempts: 2 };
	const message = { v: MESSAGE_VERSION, outcomes: Array(200).fill({ ...check, ...attempt, firstAttempt: attempt }) };
	const bytes = Buffer.from(writeMessage(message));
	expect(bytes.length).toBeLessThan(512 * 1024);
	expect(readMessage(outcomesMessage, bytes)).toEqual(message);
	const padded = (length: number) => readMessage(outcomesMessage, Buffer.concat([bytes, Buffer.alloc(length, " ")]));
	expect(padded(4 * 1024 * 1024 - bytes.length)).toEqual(message);
	expect(padded(4 * 1024 * 1024 - bytes.length + 1)).toBeNull();
});
