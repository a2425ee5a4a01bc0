/**
 * The line for a customer's own footer: `<script src="…/embed.js" async></script>`. It puts an element beside itself
 * whose content is in a shadow root, so that neither page's style reaches the other's; no frame, no cookie. It learns
 * where the page is from its own address, and asks for status.json there once a minute.
 */

import { asset } from "./asset.ts";

/** Where the page is, seen from `base`, the folder of the script. */
const HOME = {
	served: String.raw`/\/status\/[^/]+\/$/.test(base.pathname) ? base.href.slice(0, -1) : base.href`,
	files: 'new URL("index.html", base).href',
};

export const EMBED_SCRIPT = scriptFor(HOME.served);
/** For a host of files, which may know nothing of folders. */
export const EMBED_SCRIPT_OF_FILES = scriptFor(HOME.files);

function scriptFor(home: string) {
	return asset(
		"embed",
		"js",
		`
"use strict";
(() => {
	const script = document.currentScript;
	const base = new URL("./", script.src);
	const home = ${home};
	const host = document.createElement("span");
	const shadow = host.attachShadow({ mode: "closed" });
	const style = new CSSStyleSheet();
	style.replaceSync(":host{display:inline-block}a{display:inline-flex;align-items:center;gap:.5em;color:inherit;font:inherit;text-decoration:none}a:hover{text-decoration:underline}i{flex:none;width:.6em;height:.6em;background:#2a9d5c;border-radius:50%}.maintenance{background:#7d62d3;border-radius:0;transform:rotate(45deg)scale(.85)}.degraded{background:#c07a10;border-radius:0;clip-path:polygon(50% 0,100% 100%,0 100%)}.partial_outage,.major_outage{background:#d0402c;border-radius:1px}");
	shadow.adoptedStyleSheets = [style];
	const link = document.createElement("a");
	const mark = document.createElement("i");
	const text = document.createElement("span");
	link.append(mark, text);
	link.href = home;
	const target = script.dataset.target && document.querySelector(script.dataset.target);
	if (target) target.append(host);
	else script.after(host);
	async function show() {
		try {
			const answer = await fetch(new URL("status.json", base));
			if (!answer.ok) return;
			const page = await answer.json();
			mark.className = page.state;
			text.textContent = page.sentence;
			link.lang = page.page.locale;
			if (!link.isConnected) shadow.append(link);
		} catch {
		}
	}
	show();
	setInterval(() => document.visibilityState === "visible" && show(), 60000);
})();
`,
	);
}
