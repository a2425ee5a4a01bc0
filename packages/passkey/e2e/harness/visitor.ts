/** A person with a fresh browser profile and an authenticator, at the example host. */

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Frame, Page, Response } from "playwright-core";
import type { RunningHost } from "../../example/start-host.ts";
import { countSignIns, signInBegun } from "./sign-ins-begun.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

export class Visitor implements AsyncDisposable {
	readonly page: Page;
	readonly authenticator: VirtualAuthenticator;

	constructor(page: Page, authenticator: VirtualAuthenticator) {
		this.page = page;
		this.authenticator = authenticator;
	}

	static async arrive(browser: Browser, host: RunningHost, url: string = host.origin): Promise<Visitor> {
		const context = await browser.newContext();
		await countSignIns(context);
		const page = await context.newPage();
		const authenticator = await VirtualAuthenticator.plugInto(page);
		await page.goto(url);
		return new Visitor(page, authenticator);
	}

	/** Clicks the button once it can be clicked. */
	async click(name: string): Promise<void> {
		await this.page.getByRole("button", { name }).click();
	}

	/** Waits until the page says `text`. */
	async sees(text: string): Promise<void> {
		await this.page.locator("#status", { hasText: text }).waitFor();
	}

	async enterName(name: string): Promise<void> {
		await this.page.getByLabel("Name").fill(name);
		await this.click("Continue with your name");
	}

	/** Opens the account `name` and adds a passkey to it. */
	async enroll(name: string): Promise<void> {
		await this.enterName(name);
		await this.sees("passkeys: 0");
		await this.click("Add a passkey");
		await this.sees("passkeys: 1");
	}

	/** Signs out and leaves, so that nobody answers the autofill that the page then starts. */
	async leave(): Promise<void> {
		await this.authenticator.setPresence(false);
		await this.page.evaluate(() => {
			globalThis.signInsBegun = 0;
		});
		await this.click("Sign out");
		await this.waitsInMenu();
	}

	/** The same for longer: the page may make any number of offers. Returns how to come back, to the one that stands. */
	async leaveForLong(): Promise<() => Promise<void>> {
		await this.page.evaluate(() => {
			globalThis.signInsBegun = 0;
			globalThis.personComesBack = new Promise((resolve) => addEventListener("comes-back", () => resolve()));
		});
		await this.click("Sign out");
		await this.waitsInMenu();
		return () => this.page.evaluate(() => void dispatchEvent(new Event("comes-back")));
	}

	/** Waits until the page, or a frame of it, has started its autofill. */
	waitsInMenu(frame: Frame = this.page.mainFrame()): Promise<void> {
		return signInBegun(frame);
	}

	async comeBack(): Promise<void> {
		await this.authenticator.setPresence(true);
	}

	/** What the host answers to the next request for `path`. */
	answerTo(path: string): Promise<Response> {
		return this.page.waitForResponse((response) => new URL(response.url()).pathname === path);
	}

	/** Loads the client entry point, bundled from source, into the page as `globalThis.door`. */
	async openDoor(frame: Frame = this.page.mainFrame()): Promise<void> {
		await frame.addScriptTag({ content: await bundledDoor("client") });
	}

	/** The same of the entry point that pages in development get. */
	async openDevelopmentDoor(frame: Frame = this.page.mainFrame()): Promise<void> {
		await frame.addScriptTag({ content: await bundledDoor("client.development") });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.page.context().close();
	}
}

const bundles = new Map<string, Promise<string>>();

function bundledDoor(entry: string): Promise<string> {
	const bundled = bundles.get(entry) ?? bundle(entry);
	bundles.set(entry, bundled);
	return bundled;
}

function bundle(entry: string): Promise<string> {
	return build({
		entryPoints: [fileURLToPath(new URL(`../../src/${entry}.ts`, import.meta.url))],
		bundle: true,
		write: false,
		format: "iife",
		globalName: "door",
		conditions: ["@lapwing/source"],
	}).then(({ outputFiles }) => outputFiles.map((each) => each.text).join(""));
}

declare global {
	/** In pages that a test put it into: see {@link Visitor.openDoor}. */
	var door: typeof import("../../src/client.ts");
}
