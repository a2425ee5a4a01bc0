import { expect, test } from "vitest";
import { isLocalAddress } from "./local-address.ts";

test.each([
	["http://localhost:7070/ping/KEY", true],
	["http://127.0.0.1:7070", true],
	["http://[::1]:7070/", true],
	["http://lapwing.localhost/", true],
	["https://lapwing.example/localhost", false],
	["http://nas.lan:7070/ping/KEY", false],
	["http://192.168.0.7/", false],
	["no address", false],
])("%s is of this machine alone: %s", (address, isLocal) => expect(isLocalAddress(address)).toBe(isLocal));
