/** `Firefox on Linux`: what people call the browser that a user agent names. */
export function browserName(userAgent: string | null): string {
	if (userAgent === null || userAgent === "") return "Unknown browser";
	const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
	const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
	if (browser === undefined) return userAgent.split(/[\s/]/)[0] ?? "Unknown browser";
	return system === undefined ? browser : `${browser} on ${system}`;
}

/** The first match counts, because most user agents also name older browsers. */
const BROWSERS = [
	["Edge", /\bEdg(e|A|iOS)?\//],
	["Opera", /\bOPR\//],
	["Firefox", /\b(Firefox|FxiOS)\//],
	["Chrome", /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
	["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["Android", /\bAndroid\b/],
	["macOS", /\bMac OS X\b/],
	["Windows", /\bWindows\b/],
	["ChromeOS", /\bCrOS\b/],
	["Linux", /\bLinux\b/],
] as const;
