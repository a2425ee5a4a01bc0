/**
 * Takes the addresses of other hosts out of Redoc's bundle: the logo in its corner, and where it would send telemetry.
 * The policy of the page refuses them as well; without them nothing is asked for.
 */

import type { Plugin } from "vite";

const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-[\w-]+\.svg/g;
const TELEMETRY = /https:\/\/otel\.cloud\.redocly\.com\/v1\/traces/g;

export function redocLoadsNothing(): Plugin {
	return {
		name: "redoc-loads-nothing",
		transform(code, id) {
			if (!/redoc[\\/]bundles[\\/]redoc\.standalone\.js/.test(id)) return null;
			for (const address of [LOGO, TELEMETRY]) {
				if (!address.test(code)) this.error(`Redoc no longer holds ${address}: see what it loads now.`);
			}
			return { code: code.replaceAll(LOGO, "").replaceAll(TELEMETRY, ""), map: null };
		},
	};
}
