/**
 * A page whose file is loaded when it is opened, or earlier, when the pointer is near its link. The router's own loader
 * reloads the whole document when a file cannot be loaded, which leaves an empty screen when offline. Here the page
 * shows an error notice.
 */

import { createElement, type FunctionComponent, lazy } from "react";

export type PageFile<Name extends string> = () => Promise<Readonly<Record<Name, FunctionComponent>>>;

export function pageComponent<Name extends string>(
	load: PageFile<Name>,
	name: Name,
): FunctionComponent & { preload: () => Promise<void> } {
	const Page = lazy(async () => ({ default: (await load())[name] }));
	const preload = async () => {
		await load();
	};
	return Object.assign(() => createElement(Page), { preload });
}
