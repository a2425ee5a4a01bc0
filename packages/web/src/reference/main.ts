/** The API reference at /docs: Redoc, which shows every `<redoc>` element of the page as it loads. */

import "redoc/bundles/redoc.standalone.js";
import "./reference.css";

/** Redoc's list of chapters is no landmark by itself, so that a screen reader can't skip to it or past it. */
function nameChapters(): void {
	const chapters = document.querySelector(".menu-content:not([role])");
	chapters?.setAttribute("role", "navigation");
	chapters?.setAttribute("aria-label", "Chapters");
}

/** A line of code that is longer than the page scrolls: by keyboard, only where it has the focus. */
function letCodeScroll(): void {
	for (const code of document.querySelectorAll("pre[data-language]:not([tabindex])"))
		code.setAttribute("tabindex", "0");
}

function mend(): void {
	nameChapters();
	letCodeScroll();
}

new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
