import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { startHttpTarget } from "../targets/http-target.ts";
import { startRawTarget } from "../targets/raw-target.ts";
import { startProber } from "../testing/prober.ts";

const OK = "HTTP/1.1 200 OK\r\n";

describe("redirects", () => {
	/** Answers `/301/METHOD…` with that status, leading to /end, which answers with the method that it saw. */
	const redirecting: RequestListener = (request, response) => {
		const status = Number(request.url?.slice(1, 4));
		if (Number.isInteger(status) && status > 299) response.writeHead(status, { location: "/end" }).end("ignored");
		else response.writeHead(200, { "x-method": request.method }).end(`seen ${request.method}`);
	};

	test.each([
		[301, "GET", "GET"],
		[301, "POST", "GET"],
		[302, "POST", "GET"],
		[302, "PUT", "PUT"],
		[303, "POST", "GET"],
		[303, "DELETE", "GET"],
		[307, "POST", "POST"],
		[308, "PATCH", "PATCH"],
	] as const)("%i after %s goes on with %s", async (status, method, after) => {
		await using target = await startHttpTarget(redirecting);
		await using prober = startProber();
		const contentChecks = [check("contains", `seen ${after}`)];
		const seen = await prober.observe({ url: `${target.url}${status}`, method, contentChecks });
		expect(seen).toMatchObject({ kind: "answered", status: 200, failedContentCheckId: null });
		expect(target.connections).toBe(2);
	});

	test("303 after HEAD goes on with HEAD", async () => {
		const methods: (string | undefined)[] = [];
		await using target = await startHttpTarget((request, response) => {
			methods.push(request.method);
			redirecting(request, response);
		});
		await using prober = startProber();
		await prober.observe({ url: `${target.url}303`, method: "HEAD" });
		expect(methods).toStrictEqual(["HEAD", "HEAD"]);
	});

	test("are not followed when the expected status is a redirect", async () => {
		await using target = await startHttpTarget(redirecting);
		await using prober = startProber();
		expect(await prober.observe({ url: `${target.url}302`, expectedStatus: 301 })).toMatchObject({ status: 302 });
		expect(target.connections).toBe(1);
	});

	test("without Location are responses like any other", async () => {
		await using target = await startHttpTarget((_, response) => response.writeHead(302).end());
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 302 });
	});

	test("to an earlier URL are a loop", async () => {
		await using target = await startHttpTarget((request, response) =>
			response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a#again" }).end(),
		);
		await using prober = startProber();
		expect(await prober.observe({ url: `${target.url}a` })).toMatchObject({
			fault: "redirect_loop",
			phase: "transfer",
		});
		expect(target.connections).toBe(2);
	});

	test("are followed ten times and no more", async () => {
		const counting: RequestListener = (request, response) => {
			const left = Number(request.url?.slice(1));
			if (left === 0) response.end("there");
			else response.writeHead(302, { location: `/${left - 1}` }).end();
		};
		await using target = await startHttpTarget(counting);
		await using prober = startProber();
		expect(await prober.observe({ url: `${target.url}10` })).toMatchObject({ kind: "answered", status: 200 });
		expect(await prober.observe({ url: `${target.url}11` })).toMatchObject({ fault: "redirect_loop" });
	});

	test("to a forbidden address fail", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
		);
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({
			fault: "target_forbidden",
			address: "169.254.169.254",
		});
	});

	test.each(["ftp://127.0.0.1/", "javascript:alert(1)", "http://[broken/"])("to %s lead nowhere", async (location) => {
		await using target = await startHttpTarget((_, response) => response.writeHead(302, { location }).end());
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "protocol" });
	});

	test("do not forward credentials", async () => {
		const authorizations: (string | undefined)[] = [];
		await using target = await startHttpTarget((request, response) => {
			authorizations.push(request.headers.authorization);
			if (request.url === "/") response.writeHead(302, { location: `http://u:p@127.0.0.1:${target.port}/end` }).end();
			else response.end();
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ status: 200 });
		expect(authorizations).toStrictEqual([undefined, undefined]);
	});

	test.each([
		["UTF-8", Buffer.from("/ü?ü"), "/%C3%BC?%C3%BC"],
		["Latin-1", Buffer.from("/\xfc?\xfc", "latin1"), "/%FC?%FC"],
	])("keep the bytes of a Location in %s", async (_, location, path) => {
		await using target = await startRawTarget((socket) => {
			socket.once("data", (request: Buffer) => {
				const isFound = request.toString("latin1").startsWith(`GET ${path} `);
				socket.write(isFound ? `${OK}\r\n` : "HTTP/1.1 302 Found\r\nLocation: ");
				if (!isFound) socket.write(location);
				socket.end("\r\n\r\n");
			});
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ status: 200 });
	});

	test("that set a cookie and lead back are followed with the cookie", async () => {
		const seen: (string | undefined)[] = [];
		await using target = await startHttpTarget(({ headers }, response) => {
			seen.push(headers.cookie);
			if (headers.cookie?.includes("checked=1")) response.end("welcome");
			else response.writeHead(302, { location: "/", "set-cookie": ["checked=1; Path=/; HttpOnly", "b=2"] }).end();
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
		expect(seen).toStrictEqual([undefined, "checked=1; b=2"]);
	});

	test("that set the same cookie again and lead back are a loop", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: "/", "set-cookie": "a=1" }).end(),
		);
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "redirect_loop" });
		expect(target.connections).toBe(2);
	});

	test("send no cookie to another host or in the next check", async () => {
		const seen: (string | undefined)[] = [];
		await using other = await startHttpTarget(
			({ headers }, response) => {
				seen.push(headers.cookie);
				response.end();
			},
			{ name: "localhost" },
		);
		await using target = await startHttpTarget(({ headers }, response) => {
			seen.push(headers.cookie);
			response.writeHead(302, { location: other.url, "set-cookie": "secret=1" }).end();
		});
		await using prober = startProber();
		for (let twice = 0; twice < 2; twice++) await prober.observe({ url: target.url });
		expect(seen).toStrictEqual([undefined, undefined, undefined, undefined]);
	});
});

function check(type: "contains" | "not_contains" | "regex", value: string, id = "chk") {
	return { id, type, value, caseSensitive: false };
}
