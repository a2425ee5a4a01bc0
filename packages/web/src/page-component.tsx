/**
 * A page whose file is loaded when it is opened, or a moment before, when the pointer comes near its link. The
 * router's own way reloads the whole document when a file can't be had, which offline leaves nothing on screen; here
 * it is the page's fault notice that says so.
 */

import { createElement, type FunctionComponent, lazy } from "react";

export function pageComponent<Name extends string>(
	load: () => Promise<Readonly<Record<Name, FunctionComponent>>>,
	name: Name,
): FunctionComponent & { preload: () => Promise<void> } {
	const Page = lazy(async () => ({ default: (await load())[name] }));
	const preload = async () => {
		await load();
	};
	return Object.assign(() => createElement(Page), { preload });
}
