/**
 * A browser that opens pages of a fixture. It collects page errors: what the policy blocked, what failed, and what was
 * logged as an error.
 */

import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { Fixture, type FixtureOptions } from "./fixture/server.ts";

const LIVE = "/api/v1/live";
const SETTLED_WITHIN_MS = 20_000;

export interface Look {
	readonly theme?: "light" | "dark";
	readonly width?: number;
	readonly height?: number;
}

export class Visitor implements AsyncDisposable {
	readonly page: Page;
	readonly fixture: Fixture;
	readonly pageErrors: string[] = [];
	readonly #context: BrowserContext;
	/** Requests that are under way, without the live stream, which never ends. */
	readonly #underWay = new Set<Request>();

	private constructor(page: Page, context: BrowserContext, fixture: Fixture) {
		this.page = page;
		this.#context = context;
		this.fixture = fixture;
		page.on("pageerror", (error) => this.pageErrors.push(String(error)));
		page.on("console", (message) => {
			// An error status is handled by the page, so it is not a page error.
			const isAnswer = message.text().startsWith("Failed to load resource");
			if (message.type() === "error" && !isAnswer) this.pageErrors.push(message.text());
		});
		page.on("request", (request) => {
			if (!request.url().startsWith(fixture.address)) this.pageErrors.push(`asked elsewhere: ${request.url()}`);
			if (new URL(request.url()).pathname !== LIVE) this.#underWay.add(request);
		});
		for (const end of ["requestfinished", "requestfailed"] as const) {
			page.on(end as "requestfinished", (request) => this.#underWay.delete(request));
		}
		page.on("framenavigated", (frame) => {
			if (frame === page.mainFrame()) this.#underWay.clear();
		});
	}

	static async arrive(browser: Browser, options: FixtureOptions, look: Look = {}): Promise<Visitor> {
		const fixture = await Fixture.start(options);
		const { theme = "light", width = 1440, height = 900 } = look;
		const context = await browser.newContext({
			colorScheme: theme,
			viewport: { width, height },
			reducedMotion: "reduce",
			timezoneId: "Europe/Berlin",
		});
		return new Visitor(await context.newPage(), context, fixture);
	}

	async open(path: string, shows: string): Promise<void> {
		await this.page.goto(this.fixture.address + path);
		await this.page.locator(shows).first().waitFor();
	}

	/** Opens a page as a link does, without loading the dashboard anew. The page that is left has another title. */
	async follow(path: string): Promise<void> {
		const before = await this.page.title();
		await this.page.evaluate((path) => {
			history.pushState(null, "", path);
		}, path);
		await this.page.waitForFunction((before) => document.title !== before, before);
		await this.settled();
	}

	/**
	 * Waits until the page has everything that it asked for but what the fixture holds back, and asks for nothing more:
	 * twice it has drawn and was idle without a request under way.
	 */
	async settled(): Promise<void> {
		const deadline = Date.now() + SETTLED_WITHIN_MS;
		for (let idle = 0; idle < 2; ) {
			if (Date.now() > deadline)
				throw new Error(`Still asking after ${SETTLED_WITHIN_MS} ms: ${this.#asking().join(", ")}`);
			await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
			if (this.#asking().length === 0) idle += 1;
			else {
				idle = 0;
				await new Promise((resolve) => setTimeout(resolve, 10));
			}
		}
	}

	/** What an answer is waited for, and will come. */
	#asking(): string[] {
		const all = [...this.#underWay].map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
		return all.filter((each) => !this.fixture.held.has(each.replace("/api/v1", "")));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#context.close();
		await this.fixture[Symbol.asyncDispose]();
	}
}
