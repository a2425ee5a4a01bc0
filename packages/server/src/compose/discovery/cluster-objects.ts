/**
 * The annotated objects of a cluster: listed once, then followed by watches from the list's resourceVersion, so that no
 * change is lost between two of them. A version that the server no longer has (410) makes a new list.
 */

import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { ApiRefused, getJson, type LocalApi, stream } from "../../net/local-api.ts";
import { type Found, monitorsOf } from "./labelled.ts";

export type ClusterApi = LocalApi;

const PREFIX = "lapwing/";
const GONE = 410;
/** 404: the cluster has no such kind; 403: this account may not list it. */
const UNLISTED: readonly number[] = [403, 404];
const PAGE = 500;
/** The server ends a watch after this; a bookmark comes about once a minute. */
const WATCH_SECONDS = 300;
const SILENCE_MS = (WATCH_SECONDS + 30) * 1_000;
const SETTLE_MS = 500;

interface ClusterObject {
	readonly kind?: string;
	readonly code?: number;
	readonly metadata: {
		readonly uid: string;
		readonly name: string;
		readonly namespace?: string;
		readonly resourceVersion: string;
		readonly annotations?: Readonly<Record<string, string>>;
	};
	// biome-ignore lint/suspicious/noExplicitAny: of three kinds; what is read of it is looked for member by member.
	readonly spec?: any;
}

interface Kind {
	readonly name: string;
	readonly group: string;
	readonly resource: string;
	/** Whether a cluster may lack it, or an account the right to list it. */
	readonly isOptional: boolean;
	usualUrl(object: ClusterObject): string | undefined;
}

const KINDS: readonly Kind[] = [
	{
		name: "ingress",
		group: "/apis/networking.k8s.io/v1",
		resource: "ingresses",
		isOptional: false,
		usualUrl({ spec }) {
			const host = spec?.rules?.find((rule: { host?: string }) => rule.host)?.host;
			if (host === undefined || host.includes("*")) return undefined;
			const isTls = spec.tls?.some((tls: { hosts?: string[] }) => tls.hosts?.includes(host) ?? true) ?? false;
			return `${isTls ? "https" : "http"}://${host}/`;
		},
	},
	{
		name: "service",
		group: "/api/v1",
		resource: "services",
		isOptional: false,
		usualUrl({ spec, metadata: { name, namespace } }) {
			const port = spec?.ports?.[0]?.port;
			return port === undefined ? undefined : `http://${name}.${namespace}.svc:${port}/`;
		},
	},
	{
		name: "httproute",
		group: "/apis/gateway.networking.k8s.io/v1",
		resource: "httproutes",
		isOptional: true,
		usualUrl({ spec }) {
			const host = spec?.hostnames?.find((name: string) => !name.includes("*"));
			return host === undefined ? undefined : `https://${host}/`;
		},
	},
];

class Followed {
	readonly kind: Kind;
	readonly objects = new Map<string, ClusterObject>();
	/** Null: to be listed. */
	version: string | null = null;

	constructor(kind: Kind) {
		this.kind = kind;
	}
}

export class ClusterObjects {
	readonly #api: LocalApi;
	readonly #namespace: string | null;
	readonly #followed = KINDS.map((kind) => new Followed(kind));

	constructor(api: LocalApi, namespace: string | null) {
		this.#api = api;
		this.#namespace = namespace;
	}

	/** Rejects when a kind can't be listed: then nothing is known of it. */
	async monitors(signal: AbortSignal): Promise<Found> {
		for (const each of this.#followed) if (each.version === null) await this.#list(each, signal);
		const unread = this.#followed.filter(({ version }) => version === null).map(({ kind }) => `${kind.name}-`);
		const monitors = this.#followed.flatMap(({ kind, objects }) =>
			[...objects.values()].flatMap((object) => {
				const { name, namespace, annotations = {} } = object.metadata;
				const labelled = { object: `${kind.name} ${namespace}/${name}`, name: `${namespace}/${name}` };
				return monitorsOf({ ...labelled, labels: annotations, usualUrl: kind.usualUrl(object) }, PREFIX);
			}),
		);
		return { monitors, unread, isWhole: true };
	}

	/** Resolves after changes, or when something is to be listed again. */
	async changed(signal: AbortSignal): Promise<void> {
		const ended = new AbortController();
		const until = AbortSignal.any([signal, ended.signal]);
		const watched = this.#followed.filter(({ version }) => version !== null);
		const watches = watched.map((each) => this.#watch(each, until));
		try {
			await Promise.race(watches);
			await pause(SETTLE_MS, undefined, { signal });
		} finally {
			ended.abort();
			await Promise.allSettled(watches);
		}
	}

	async #list(each: Followed, signal: AbortSignal): Promise<void> {
		const objects = new Map<string, ClusterObject>();
		let next = "";
		let version = "";
		do {
			const query = `limit=${PAGE}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
			let page: ListPage;
			try {
				page = (await getJson(this.#api, `${this.#path(each.kind)}?${query}`, signal)) as ListPage;
			} catch (error) {
				if (!(error instanceof ApiRefused && UNLISTED.includes(error.status) && each.kind.isOptional)) throw error;
				// Nothing is known of it, and it is listed again the next time.
				each.objects.clear();
				return;
			}
			for (const object of page.items ?? []) objects.set(object.metadata.uid, object);
			next = page.metadata.continue ?? "";
			version = page.metadata.resourceVersion;
		} while (next !== "");
		each.objects.clear();
		for (const [uid, object] of objects) each.objects.set(uid, object);
		each.version = version;
	}

	/** Resolves after the first change of an object, with all that came with it. */
	async #watch(each: Followed, signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			const query = new URLSearchParams({
				watch: "1",
				allowWatchBookmarks: "true",
				resourceVersion: each.version ?? "",
				timeoutSeconds: String(WATCH_SECONDS),
			});
			let isChanged = false;
			try {
				const events = await stream(this.#api, `${this.#path(each.kind)}?${query}`, signal, SILENCE_MS);
				events.on("error", () => {});
				for await (const line of createInterface({ input: events, signal })) {
					if (line.trim() === "") continue;
					const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: ClusterObject };
					if (type === "ERROR") {
						if (object.code !== GONE) throw new ApiRefused(object.code ?? 0, this.#path(each.kind), "");
						each.version = null;
						return;
					}
					each.version = object.metadata.resourceVersion;
					if (type === "BOOKMARK") continue;
					if (type === "DELETED") each.objects.delete(object.metadata.uid);
					else each.objects.set(object.metadata.uid, object);
					isChanged = true;
					break;
				}
				events.destroy();
			} catch (error) {
				if (signal.aborted) return;
				if (!(error instanceof ApiRefused && error.status === GONE)) throw error;
				each.version = null;
				return;
			}
			if (isChanged) return;
			await pause(SETTLE_MS, undefined, { signal }).catch(() => {});
		}
	}

	#path({ group, resource }: Kind): string {
		return `${group}${this.#namespace === null ? "" : `/namespaces/${encodeURIComponent(this.#namespace)}`}/${resource}`;
	}
}

interface ListPage {
	readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
	readonly items?: readonly ClusterObject[];
}
