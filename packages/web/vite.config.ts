import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { redocLoadsNothing } from "./scripts/redoc-loads-nothing.ts";

const FORMATS = "duration|handler-name|uptime|known-part";
const PARTS = "clock|status-mark|pill-button|page-header|use-is-narrow|search-input";
const IN_EVERY_PAGE = new RegExp(`/web/src/(?:format/(?:${FORMATS})|ui/(?:${PARTS})|shell/use-handling)\\.tsx?$`);

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), tailwindcss(), redocLoadsNothing()],
	resolve: { conditions: ["@lapwing/source", "module", "browser", "production"] },
	build: {
		// Where light-dark(), popovers and container queries are known: the tokens are written with them.
		target: ["chrome125", "edge125", "firefox128", "safari18"],
		// data: addresses would need an exception in the Content-Security-Policy.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		manifest: true,
		rolldownOptions: {
			input: { index: "index.html", reference: "reference.html" },
			// What every page has is one file: eleven small ones cost 3 KB of the first load in headers and compression.
			output: { codeSplitting: { groups: [{ name: "base", test: IN_EVERY_PAGE }] } },
		},
	},
	server: { proxy: { "/api": process.env["LAPWING_API"] ?? "http://127.0.0.1:7070" } },
});
