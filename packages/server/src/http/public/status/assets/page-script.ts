/**
 * The script of every page. The page works without it; with it a live page reads itself again every 30 s while it is
 * seen, says how old it is, and days of a bar can be walked by arrow keys.
 */

import { asset } from "./asset.ts";

export const PAGE_SCRIPT = asset(
	"page",
	"js",
	`
"use strict";
(() => {
	const root = document.documentElement;
	const page = () => document.getElementById("page");
	const ago = new Intl.RelativeTimeFormat(root.lang);
	let text = null;

	function age() {
		const at = document.getElementById("true-at");
		const to = document.getElementById("age");
		if (!at || !to) return;
		const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at.dateTime)) / 1000));
		const said = seconds < 100 ? ago.format(-seconds, "second") : seconds < 6000 ? ago.format(-Math.round(seconds / 60), "minute") : ago.format(-Math.round(seconds / 3600), "hour");
		to.textContent = ", " + said;
	}

	// What has the focus is found again by its place, because every element is a new one.
	function placeOf(element) {
		const steps = [];
		for (let at = element; at && at !== page(); at = at.parentElement) {
			if (!at.parentElement) return null;
			steps.unshift([...at.parentElement.children].indexOf(at));
		}
		return steps;
	}

	async function refresh() {
		if (document.visibilityState !== "visible") return;
		let answer;
		try {
			answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(10000) });
			// What was closed goes from a page that is open, too.
			if ([401, 403, 404].includes(answer.status)) location.reload();
			if (!answer.ok || answer.redirected) return;
			const now = await answer.text();
			if (now === text) return;
			text = now;
		} catch {
			return;
		}
		const next = new DOMParser().parseFromString(text, "text/html");
		const content = next.getElementById("page");
		if (!content) return;
		const focused = page().contains(document.activeElement) ? placeOf(document.activeElement) : null;
		page().replaceWith(document.adoptNode(content));
		document.title = next.title;
		const icon = next.getElementById("icon");
		if (icon) document.getElementById("icon").href = icon.getAttribute("href");
		let at = page();
		for (const step of focused ?? []) at = at?.children[step];
		if (focused?.length && at) at.focus({ preventScroll: true });
		age();
	}

	addEventListener("keydown", (event) => {
		const bars = document.activeElement?.closest(".bars") ?? document.querySelector(".bars:hover");
		if (!bars) return;
		if (event.key === "Escape") bars.dataset.quiet = "";
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const days = [...bars.children].filter((day) => day.offsetWidth > 0);
		const at = days.indexOf(document.activeElement);
		if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
		const day = days[at + step];
		if (!day) return;
		if (!day.hasAttribute("tabindex") && day.localName !== "a") {
			day.tabIndex = -1;
			day.setAttribute("role", "img");
			day.setAttribute("aria-label", day.dataset.t.replaceAll("\\n", ", "));
		}
		day.focus();
		event.preventDefault();
	});
	for (const type of ["pointerover", "focusin"]) {
		addEventListener(type, (event) => {
			const bars = event.target.closest?.(".bars");
			if (bars) delete bars.dataset.quiet;
		});
	}
	// A finger has no hover: a tap shows the day.
	addEventListener("click", (event) => {
		const day = event.target.closest?.(".bars > i");
		if (!day) return;
		if (!day.hasAttribute("tabindex")) day.tabIndex = -1;
		day.focus();
	});

	if (root.hasAttribute("data-live")) {
		age();
		setInterval(age, 1000);
		setInterval(refresh, 30000 + Math.random() * 3000);
		document.addEventListener("visibilitychange", refresh);
	}
})();
`,
);
