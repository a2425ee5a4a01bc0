import { expect, test } from "vitest";
import { MESSAGE_VERSION, writeMessage } from "./messages.ts";
import { acceptedMessage, readMessage } from "./read-message.ts";

test("messages of this version and of the one before are read, with members that they do not know", () => {
	const read = (v: number) => readMessage(acceptedMessage, Buffer.from(writeMessage({ v, checks: [], news: 1 })));
	expect(read(MESSAGE_VERSION)).toEqual({ v: MESSAGE_VERSION, checks: [] });
	expect(read(MESSAGE_VERSION - 1)).toEqual({ v: MESSAGE_VERSION - 1, checks: [] });
	expect([read(MESSAGE_VERSION - 2), read(MESSAGE_VERSION + 1)]).toEqual([null, null]);
});
