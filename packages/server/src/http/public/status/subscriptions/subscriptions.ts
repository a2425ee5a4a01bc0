/**
 * The forms of subscribers, below a status page wherever it stands (docs/rules/subscribers.md#by-mail). A GET shows a
 * form and changes nothing, for scanners of mail follow links; a POST needs no cookie, no session and no page of ours
 * before it, for it is also sent by mail programs (RFC 8058) and from the sites of customers.
 */

import { isFailure } from "@lapwing/result";
import { emailAddress } from "../../../../domain/access/user.ts";
import type { Subscriber } from "../../../../domain/subscribers/subscriber.ts";
import { SUBSCRIBER_WORDS } from "../../../../domain/subscribers/words.ts";
import { inTransaction } from "../../../../services/change.ts";
import { chooseComponents } from "../../../../services/subscribers/choose-components.ts";
import { confirm } from "../../../../services/subscribers/confirm.ts";
import type { LinkPurpose } from "../../../../services/subscribers/link-tokens.ts";
import { subscribe } from "../../../../services/subscribers/subscribe.ts";
import { unsubscribe } from "../../../../services/subscribers/unsubscribe.ts";
import {
	type SubscribablePage,
	subscribablePage,
	subscribablePageOfSlug,
} from "../../../../storage/subscribers/subscribable-page.ts";
import { subscriberOfLink } from "../../../../storage/subscribers/subscribers.ts";
import { networkOf } from "../../../access/client.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import type { OpenCall } from "../../../kernel/serve.ts";
import { htmlHeaders } from "../../html-headers.ts";
import type { Place } from "../render/place.ts";
import { readForm } from "../request.ts";
import {
	checkMailPage,
	confirmedPage,
	confirmPage,
	managePage,
	subscribePage,
	tooManyPage,
	unknownLinkPage,
	unsubscribedPage,
	unsubscribePage,
} from "./pages.ts";

const FORMS = ["subscribe", "confirm", "subscription", "unsubscribe"] as const;
type Form = (typeof FORMS)[number];

/** Its own styles and nothing else; what it sends goes to where it came from. */
const FORM_POLICY =
	"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Whether a path below a page is one of these forms. */
export function isSubscriberForm(path: string): path is Form {
	return (FORMS as readonly string[]).includes(path);
}

interface Asked {
	readonly slug: string;
	readonly place: Place;
	readonly form: Form;
	/** Null: this reader may read the page. */
	refusedAtDoor(): Promise<Response | Refusal | null>;
}

/** Answers a form of the page that has a slug, wherever the page stands. */
export async function answerSubscriberForm(call: OpenCall, asked: Asked): Promise<Response | Refusal> {
	return asked.form === "subscribe" ? answerSubscribe(call, asked) : answerLink(call, asked, asked.form);
}

async function answerSubscribe(call: OpenCall, { slug, place, refusedAtDoor }: Asked): Promise<Response | Refusal> {
	const { services, now, client, method } = call;
	const page = await subscribablePageOfSlug(services.database, slug, now);
	if (page === null || !page.isPublished) return notFound();
	const refused = page.access === "public" ? null : await refusedAtDoor();
	if (refused !== null) return refused;
	// Without a mail server or an address for links nobody can confirm.
	if (services.sendMail === undefined || (services.linkOrigin === null && page.domain === null)) return notFound();
	const shown = { page, place };
	if (method !== "POST") return answer(call, 200, subscribePage(shown));
	const fields = await readForm(call);
	if (fields instanceof Refusal) return fields;
	const email = emailAddress.safeParse(fields.get("email")?.trim());
	if (!email.success) {
		const problem = SUBSCRIBER_WORDS[page.locale].form.invalidEmail;
		return answer(call, 400, subscribePage(shown, { email: fields.get("email") ?? "", problem }));
	}
	const { senders, pages } = services.subscriptionRequests;
	const bySender = senders.count(networkOf(client.address), now);
	// One who sends too many takes nothing from the page's other readers.
	const allowance = bySender.allowed ? pages.count(page.id, now) : bySender;
	if (!allowance.allowed) {
		return answer(call, 429, tooManyPage(shown), { "retry-after": String(allowance.resetSeconds) });
	}
	const wanted = { statusPageId: page.id, email: email.data, componentIds: chosenIn(fields, page) };
	const made = await inTransaction(services.database, (tx) => subscribe(tx, null, wanted, { now }));
	if (isFailure(made)) services.log.warn({ statusPage: page.slug, reason: made.error.code }, "Nobody was subscribed");
	return answer(call, 200, checkMailPage(shown));
}

const UNKNOWN_PAGE = { locale: "en", components: [], scheme: "auto", hasStyle: false } as const;

/** A form of a mail's link: its secret says whose it is, and so of which page, whatever the page is called by now. */
async function answerLink(
	call: OpenCall,
	{ slug, place, refusedAtDoor }: Asked,
	form: Exclude<Form, "subscribe">,
): Promise<Response | Refusal> {
	const { services, now, method, url } = call;
	const token = url.searchParams.get("token") ?? "";
	const purpose: LinkPurpose = form === "confirm" ? "confirm" : "manage";
	const id = services.linkTokens.subscriberOf(token, purpose);
	const subscriber = id === null ? null : await subscriberOfLink(services.database, id);
	const page =
		subscriber === null
			? await subscribablePageOfSlug(services.database, slug, now)
			: await subscribablePage(services.database, subscriber.statusPageId);
	// Also of a page that was closed or deleted, and a second time.
	if (form === "unsubscribe" && id !== null && method === "POST") {
		await inTransaction(services.database, (tx) => unsubscribe(tx, null, { id }));
		// Whoever is no subscriber any more is told nothing of a page that not everyone may read.
		const isToldOf = subscriber !== null || (page?.isPublished && page.access === "public");
		const known = page !== null && isToldOf ? page : { ...UNKNOWN_PAGE, name: slug };
		return answer(call, 200, unsubscribedPage({ page: known, place }));
	}
	if (page === null) return notFound();
	const shown = { page, place };
	if (form === "unsubscribe" && subscriber !== null) return answer(call, 200, unsubscribePage(shown, token));
	if (!page.isPublished) return notFound();
	if (subscriber === null) {
		const refused = page.access === "public" ? null : await refusedAtDoor();
		return refused ?? answer(call, 404, unknownLinkPage(shown));
	}
	if (form === "confirm") {
		if (method !== "POST") return answer(call, 200, confirmPage(shown, token));
		const input = { id: subscriber.publicId };
		const confirmed = await inTransaction(services.database, (tx) => confirm(tx, null, input, { now }));
		// Deleted since it was read.
		if (isFailure(confirmed)) return answer(call, 404, unknownLinkPage(shown));
		return answer(call, 200, confirmedPage(shown));
	}
	const isOpen = page.access === "public" || (await refusedAtDoor()) === null;
	return answerManage(call, { shown, subscriber, token, isOpen });
}

async function answerManage(
	call: OpenCall,
	{
		shown,
		subscriber,
		token,
		isOpen,
	}: {
		readonly shown: { readonly page: SubscribablePage; readonly place: Place };
		readonly subscriber: Subscriber;
		readonly token: string;
		readonly isOpen: boolean;
	},
): Promise<Response | Refusal> {
	const { database } = call.services;
	const { publicId: id, address } = subscriber;
	if (call.method !== "POST" || !isOpen) {
		const { componentIds } = subscriber;
		return answer(call, 200, managePage(shown, { token, address, componentIds, isSaved: false }, isOpen));
	}
	const fields = await readForm(call);
	if (fields instanceof Refusal) return fields;
	const componentIds = chosenIn(fields, shown.page);
	const chosen = await inTransaction(database, (tx) => chooseComponents(tx, null, { id, componentIds }));
	// The subscriber or a component was deleted since it was read.
	const isSaved = !isFailure(chosen);
	return answer(call, isSaved ? 200 : 409, managePage(shown, { token, address, componentIds, isSaved }, isOpen));
}

/** Components that were deleted since the form was shown are left out. Null: none is chosen, so all are meant. */
function chosenIn(fields: URLSearchParams, { components }: SubscribablePage): readonly string[] | null {
	const known = new Set(components.map(({ id }) => id));
	const chosen = fields.getAll("componentId").filter((id) => known.has(id));
	return chosen.length === 0 ? null : [...new Set(chosen)];
}

function answer(
	{ answerHeaders, client }: OpenCall,
	status: number,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): Response {
	return new Response(text, {
		status,
		headers: {
			...answerHeaders,
			...htmlHeaders(client, FORM_POLICY),
			// The address holds a secret, and the page may be a person's.
			"cache-control": "private, no-store",
			"referrer-policy": "no-referrer",
			...headers,
		},
	});
}
